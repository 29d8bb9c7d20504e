/** Shared by the lists of ADS-B frames, besides their fields. */
import type { adsb } from '../../../contract/entities/adsb.ts';
import { specTexts } from '../../lib/spec-texts.ts';
import { lazyPart, Nothing } from '../../ui/lazy-part.tsx';

export type AdsbField = Extract<keyof typeof adsb, string>;

/** ADSB-07: all columns. */
export const adsbExport = { fileName: specTexts.adsb.workbook, without: [] } as const;

/** ADSB-15. Each frame kind has few fields: missing ones make room for the next. */
export const adsbCard = {
  title: ['icao', 'identification'],
  time: 'adsbDateTime',
  text: 'report',
  otherText: 'msgType',
  facts: ['altitude', 'squawk', 'verticalRate', 'airspeed', 'level', 'stationId'],
  otherFacts: [
    'emergencyState',
    'lat',
    'lon',
    'ewVelocity',
    'nsVelocity',
    'heading',
    'flightStatus',
    'aircraftType',
    'bds2Identification',
    'vs',
    'capability',
    'controlField',
    'iid',
    'modeA',
    'modeC',
    'address',
  ],
} as const;

/** Words and views for reading. */
export const adsbReading = {
  words: lazyPart(async () => ({ default: (await import('./reading/FrameWords.tsx')).FrameWords }), Nothing),
  views: {
    read: lazyPart(async () => ({ default: (await import('./reading/ReadFrames.tsx')).ReadFrames })),
    lines: lazyPart(async () => ({ default: (await import('./reading/FrameLines.tsx')).FrameLines })),
  },
} as const;

/** Shown in an empty installation. */
export const adsbBringIn = {
  screen: { path: '/receivers', label: 'Connect a receiver' },
  text: 'To import decoded frames (JSON lines with these column names), run on the server:',
  command: 'npm run import -- --as-if-now FILE',
} as const;
