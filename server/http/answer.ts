/**
 * Answers that are text already. Must not: know what is inside.
 */

/** A JSON text that a handler made itself (hot pages come from the database as text): it is sent as it is. */
export class Preserialised {
  readonly json: string;
  constructor(json: string) {
    this.json = json;
  }
}
