/** Identity of an event for a rule, by the scope of the rule. Pure. Own file: a thread needs it without the database. */

import { tailKey } from '../../contract/airline-code.ts';
import type { RuleScope } from '../../contract/entities/rules.ts';
import { foldCase } from '../../contract/filters.ts';
import { writeInstant } from '../../contract/params.ts';

type About = {
  readonly tail: string | null;
  readonly icao: string | null;
  readonly flight: string | null;
  readonly station?: string;
};
/**
 * Identity of an event for a rule: by its scope that of the aircraft and a time, otherwise the event itself. `event` = as `nearKey`, or any
 * text without a time.
 */
export function eventKeyOf(scope: RuleScope, about: About, atMs: number, event: string): string {
  if (scope === 'every') return event;
  const instant = writeInstant(atMs);
  const [day, hour] = [instant.slice(0, 10), instant.slice(0, 13)];
  const of = objectOf(about);
  if (scope === 'hour') return `hour ${hour} ${of}`;
  if (scope === 'day') return `day ${day} ${of}`;
  return `leg ${day} ${foldCase(about.flight?.trim() ?? '').slice(0, 100)} ${of}`;
}

function objectOf({ tail, icao, flight, station = '' }: About): string {
  const key = tailKey(tail?.trim() ?? null);
  const name = key ? `tail ${key}` : icao ? `icao ${icao}` : flight ? `flight ${flight}` : `station ${station}`;
  // An index has an end, a damaged text has none.
  return foldCase(name).slice(0, 200);
}
