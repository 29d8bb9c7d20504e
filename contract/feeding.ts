/** Definition of feeding (C64, decision 18): its figures and the texts that explain them. */

/** Slot length. A station without receptions in a slot does not feed. Slots start at full tens of minutes, UTC. */
export const feedingSlotS = 600;
/** Stations with a reception within this time are active (STAT-15). */
export const activeWithinS = 4 * 3600;
/** A station is silent after its own limit: twice its usual gap, within these bounds (decision 17). */
export const silentAfterS = { least: 30 * 60, most: 24 * 3600 } as const;
export const silentDefinition = 'Silent: no message for longer than the station’s own limit, 30 min to 24 h.';

export const feedingDefinition =
  'Time is counted in 10-minute UTC slots. A slot counts as feeding when at least one message received in it is stored. ' +
  'Total engagement runs from the station’s first message to now, within the period. Idle time is engagement without feeding. ' +
  'Percentages refer to engagement.';

/** HFDL is ACARS over another radio link. */
export const messageTypesDefinition =
  'ACARS includes VHF and HFDL. VDLM2 and ADSB are counted separately. Each reception counts, duplicates do not.';

export const rangesDefinition =
  'The farthest position received in each direction. The first and last hour of the period count completely. ' +
  'Positions beyond 600 nmi count as errors. HF is excluded, because it is reflected.';
