/**
 * The eight sections of /statistics (STAT-01), in their order on the screen: the names of the menu within it.
 * Must not: hold what they show.
 */
export const sections = [
  { id: 'active', menu: 'Active stations' },
  { id: 'messages', menu: 'Messages per receiver' },
  { id: 'ranges', menu: 'Directional ranges' },
  { id: 'feeding', menu: 'Feeding time' },
  { id: 'types', menu: 'Feeding per message type' },
  { id: 'stations', menu: 'Station data' },
  { id: 'status', menu: 'Stations status' },
  { id: 'frames', menu: 'Frame size' },
] as const;
export type SectionId = (typeof sections)[number]['id'];
