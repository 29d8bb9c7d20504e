/**
 * Age of a replica's data. The primary's log positions are noted with their times: the replica is as old as the newest of them that it has
 * replayed. Independent of clocks of other machines, and exact for an idle primary, a paused replay and a frozen receiver.
 */

/** Replayed positions are looked up so far back. An older replica counts as unknown. */
const maxNotes = 1000;

type Note = { readonly atMs: number; readonly position: number };

export class ReplayAge {
  /** Ascending. The first is the newest that is replayed, once one is. */
  #notes: Note[] = [];
  #replayed = Number.NEGATIVE_INFINITY;

  /** `position` = end of the primary's flushed log, bytes. */
  notePrimary(atMs: number, position: number): void {
    this.#notes.push({ atMs, position });
    if (this.#notes.length > maxNotes) this.#notes.splice(1, 1);
    this.#drop();
  }

  noteReplica(position: number): void {
    this.#replayed = position;
    this.#drop();
  }

  /** After a change of the replica or its primary. */
  clear(): void {
    this.#notes = [];
    this.#replayed = Number.NEGATIVE_INFINITY;
  }

  /** Infinity = unknown. */
  ageMs(nowMs: number): number {
    const [oldest] = this.#notes;
    if (!oldest || oldest.position > this.#replayed) return Number.POSITIVE_INFINITY;
    return Math.max(0, nowMs - oldest.atMs);
  }

  #drop(): void {
    const newest = this.#notes.findLastIndex(({ position }) => position <= this.#replayed);
    if (newest > 0) this.#notes.splice(0, newest);
  }
}
