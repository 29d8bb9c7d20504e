/** The sections of /statistics: charts that need no search, then the eight of STAT-01 in order. */
export const sections = [
  { id: 'sight', menu: 'At first sight' },
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
