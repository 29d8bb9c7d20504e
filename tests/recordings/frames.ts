/**
 * 4,700 Mode S frames as dump1090 decodes them, under wire names. Every value is invented.
 * Some numbers are text, half of the frames have no time, and two keys are unknown to the product.
 */
import { realLines, withReal } from '../support/real-data.ts';

type Json = Readonly<Record<string, unknown>>;
type Kind = {
  readonly msgType: string;
  readonly esType?: string;
  /** The decoder's name for an extended squitter: a key unknown to the product. */
  readonly esName?: string;
  readonly count: number;
  readonly fields: (n: number) => Json;
};

const sender = (n: number): Json => {
  const address = (0xa4_00_00 + (n % 60)).toString(16);
  return { address, addressType: 'ICAO Address', icao: address };
};
const squitter = { msgType: 'DF 17: ADS-B message.' } as const;
const transponder = (n: number): Json => ({ capability: '5 (Level 2+, airborne)', ...sender(n) });
const otherSquitter = { msgType: 'DF 18: Extended Squitter.' } as const;
const vehicle = (n: number): Json => ({
  controlField: '1 (ADS-B ES/NT device with other address)',
  ...sender(n),
  addressType: 'Other Address',
});
const reply = (n: number): Json => ({ flightStatus: 'Normal, Airborne', dr: '0', um: '0', ...sender(n) });
const feet = { altUnit: 'feet', altInfo: 'barometric' } as const;
const half = (n: number): Json => ({ fFlag: n % 2 ? 'odd' : 'even', tFlag: 'non-UTC', nucp: '7' });
/** Every third position lacks its other half. */
const place = (n: number): Json =>
  n % 3 ? { posDecoding: 'Global CPR decoding used.', lat: 39 + (n % 200) / 100, lon: -104.5 - (n % 150) / 100 } : {};
const airborne = (n: number): Json => ({
  ...transponder(n),
  ...half(n),
  ...place(n),
  altitude: 20_000 + n * 25,
  ...feet,
});
const velocity = (n: number): Json => ({
  ...transponder(n),
  ...{ esSub: '1', ewStatus: 'Valid', ewVelocity: (n % 900) - 450, nsStatus: 'Valid', nsVelocity: 450 - (n % 900) },
  ...{
    verticalStatus: 'Valid',
    verticalRateSrc: '0',
    verticalRate: ((n % 60) - 30) * 64,
    haeBaroOffset: n % 5 ? 350 : -9999,
  },
});

const airbornePosition = { esName: 'Airborne Position (Baro Altitude)' } as const;
const category = { esName: 'Aircraft Identification and Category' } as const;
const surface = { esName: 'Surface Position' } as const;
const operational = { esName: 'Aircraft Operational Status Message' } as const;

const frameKinds: readonly Kind[] = [
  { ...squitter, esType: '19', esName: 'Airborne Velocity', count: 1750, fields: velocity },
  { ...squitter, esType: '11', ...airbornePosition, count: 1700, fields: (n) => ({ ...airborne(n), esSub: '0' }) },
  { ...squitter, esType: '18', ...airbornePosition, count: 20, fields: (n) => ({ ...airborne(n), esSub: '0' }) },
  { ...squitter, esType: '12', ...airbornePosition, count: 6, fields: (n) => ({ ...airborne(n), esSub: '0' }) },
  {
    ...squitter,
    esType: '4',
    ...category,
    count: 190,
    fields: (n) => ({ ...transponder(n), esSub: '3', aircraftType: 'A3', identification: `TRX${100 + (n % 60)}` }),
  },
  {
    ...squitter,
    esType: '7',
    ...surface,
    count: 80,
    fields: (n) => ({ ...transponder(n), capability: '4 (Level 2+, ground)', ...half(n), esSub: '7', altitude: null }),
  },
  {
    ...squitter,
    esType: '29',
    esName: 'Target State and Status Message',
    count: 20,
    fields: (n) => ({ ...transponder(n), esSub: '2' }),
  },
  { ...squitter, esType: '31', ...operational, count: 14, fields: (n) => ({ ...transponder(n), esSub: '0' }) },
  {
    ...squitter,
    esType: '28',
    esName: 'Extended Squitter Aircraft Status (Emergency)',
    count: 1,
    fields: (n) => ({ ...transponder(n), esSub: '1', emergencyState: 'No emergency', squawk: '2000' }),
  },
  {
    ...squitter,
    esType: '23',
    esName: 'Test Message -- Squawk',
    count: 1,
    fields: (n) => ({ ...transponder(n), esSub: '7', squawk: '7001' }),
  },
  {
    ...otherSquitter,
    esType: '8',
    ...surface,
    count: 30,
    fields: (n) => ({ ...vehicle(n), ...half(n), esSub: '0', altitude: null }),
  },
  {
    ...otherSquitter,
    esType: '2',
    ...category,
    count: 30,
    fields: (n) => ({ ...vehicle(n), esSub: '1', aircraftType: 'C1', identification: `OPS${n % 9}` }),
  },
  { ...otherSquitter, esType: '31', ...operational, count: 2, fields: (n) => ({ ...vehicle(n), esSub: '1' }) },
  {
    msgType: 'DF 11: All Call Reply.',
    count: 820,
    fields: (n) => ({ ...transponder(n), iid: `II-${String(n % 16).padStart(2, '0')}` }),
  },
  {
    msgType: 'DF 0: Short Air-Air Surveillance.',
    count: 10,
    fields: (n) => ({ ...sender(n), vs: 'Airborne', cc: '1', sl: '7', altitude: 31_000, altUnit: 'feet' }),
  },
  {
    msgType: 'DF 4: Surveillance, Altitude Reply.',
    count: 4,
    fields: (n) => ({ ...reply(n), altitude: '24500', altUnit: 'feet' }),
  },
  { msgType: 'DF 5: Surveillance, Identity Reply.', count: 6, fields: (n) => ({ ...reply(n), squawk: '2000' }) },
  {
    msgType: 'DF 20: Comm-B, Altitude Reply.',
    count: 10,
    fields: (n) => ({
      ...reply(n),
      ...{ altitude: 36_000, altUnit: 'feet' },
      ...(n === 0 ? { bds2Identification: 'TRX100' } : { commBMb: `a050${10 + n}80908090` }),
    }),
  },
  {
    msgType: 'DF 21: Comm-B, Identity Reply.',
    count: 6,
    fields: (n) => ({ ...reply(n), squawk: '2001', commBMb: `a050${10 + n}80908090` }),
  },
];

const startSeconds = Date.UTC(2016, 2, 14, 23) / 1000;
const row = ({ msgType, esType, esName, fields }: Kind, n: number): Json => ({
  msgType,
  ...(esType ? { esType, report_or_esName: esName } : {}),
  ...fields(n),
  source: 'tests/recordings/frames.ts',
  ...(n % 2 ? { timestamp: startSeconds + n / 4 } : {}),
});

const ownFrames: readonly Json[] = frameKinds.flatMap((kind) =>
  Array.from({ length: kind.count }, (_, n) => row(kind, n)),
);

type FrameRecording = {
  readonly name: string;
  readonly rows: readonly Json[];
  /** Keys unknown to the product, the most frequent first. */
  readonly unknown: readonly (readonly [key: string, count: number])[];
};
const own: FrameRecording = {
  name: 'our own recording',
  rows: ownFrames,
  unknown: [
    ['source', ownFrames.length],
    ['report_or_esName', frameKinds.reduce((sum, { esType, count }) => sum + (esType ? count : 0), 0)],
  ],
};
const real = (): FrameRecording => ({
  name: 'a real recording',
  rows: realLines('adsb/golden.jsonl').map((line) => JSON.parse(line) as Json),
  unknown: [
    ['frame', 4710],
    ['source', 4710],
    ['report_or_esName', 3852],
  ],
});
export const frameRecordings: readonly FrameRecording[] = withReal(own, real);
export const kindOf = ({ msgType, esType }: Json): string => `${msgType} ${esType ?? ''}`;
