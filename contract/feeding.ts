/**
 * What feeding means (C64, docs/decisions/0025): the words that stand beside the numbers, and the figures in them.
 * Must not: reckon (the server does), or know a screen.
 */

/** A station that hears nothing for so long does not feed. Slots begin at whole tens of minutes, UTC. */
export const feedingSlotS = 600;
/** A reception said to come from farther away is taken for a wrong position. */
export const farthestPossibleNmi = 600;
/** Stations are active that were heard within this time (STAT-15). */
export const activeWithinS = 4 * 3600;

export const feedingDefinition =
  'Time is counted in slots of ten minutes, UTC. A station is feeding in a slot when at least one message that it received then is stored; ' +
  'per message type, when one of that type is. Total engagement is the asked period up to now, from the first message of the station on; ' +
  'idle time is engagement without feeding; percentages are of the engagement.';

/** HFDL is ACARS by another radio. */
export const messageTypesDefinition =
  'ACARS counts what was heard on VHF and, as HFDL, on HF; VDLM2 and ADSB count their own. Each reception counts, duplicates do not.';

export const rangesDefinition =
  'The farthest position that was received in each direction from the station. The hours in which the period begins and ends count whole. ' +
  'Positions farther than 600 nmi are taken for errors; HF, which is reflected, is left out.';
