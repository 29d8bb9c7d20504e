/** Frames of invented aircraft, each with the row that follows from the encoded values. */
import type { AdsbMessage } from '../../contract/entities/messages.ts';
import {
  airspeed,
  type Content,
  emergencies,
  emergency,
  identification,
  operational,
  others,
  position,
  velocity,
} from './mode-s-contents.ts';
import {
  allCall,
  altitude13,
  characters,
  type Fields,
  frameOf,
  identity13,
  otherSquitter,
  squitter,
  text,
} from './mode-s-encoder.ts';

type Row = Partial<AdsbMessage>;
export type Flight = { readonly frames: readonly { readonly bytes: Uint8Array; readonly row: Row }[] };

const hex = (address: number): string => address.toString(16).padStart(6, '0');
const sender = (address: number): Row => ({ address: hex(address), icao: hex(address), addressType: 'ICAO Address' });
const airborne = { capability: '5 (Level 2+, airborne)' };
const df17 = { msgType: 'DF 17: ADS-B message.' };

const asSquitter = (address: number, { fields, row }: Content, capability = 5) => ({
  bytes: squitter(address, fields, capability),
  row: { ...df17, ...sender(address), ...airborne, ...row },
});

const statuses = [
  'Normal, Airborne',
  'Normal, On the ground',
  'ALERT,  Airborne',
  'ALERT,  On the ground',
  'ALERT & Special Position Identification. Airborne or Ground',
  'Special Position Identification. Airborne or Ground',
  'Reserved',
  'Not assigned',
];
const replyTypes: Readonly<Record<number, string>> = {
  4: 'DF 4: Surveillance, Altitude Reply.',
  5: 'DF 5: Surveillance, Identity Reply.',
  20: 'DF 20: Comm-B, Altitude Reply.',
  21: 'DF 21: Comm-B, Identity Reply.',
};
/** `code` = the 13 bits, `message` = 56 bits of a Comm-B reply. */
function reply(address: number, df: number, status: number, code: string, row: Row, message: Fields = []) {
  const head: Fields = [[df, 5], [status, 3], [df, 5], [df + 20, 6], text(code)];
  return {
    bytes: frameOf([...head, ...message], address),
    row: {
      msgType: replyTypes[df],
      ...sender(address),
      flightStatus: statuses[status],
      dr: String(df),
      um: String(df + 20),
      ...row,
    },
  };
}
const feet = (altitude: number): Row => ({ altitude, altUnit: 'feet' });

/** DF 0 and 16. */
const airToAir = (address: number, df: 0 | 16, altitude: number) => ({
  bytes: frameOf(
    [
      [df, 5],
      [0, 1],
      [df === 0 ? 1 : 0, 1],
      [0, 1],
      [7, 3],
      [0, 8],
      text(altitude13(altitude)),
      ...(df === 16 ? ([[0, 56]] as const) : []),
    ],
    address,
  ),
  row: {
    msgType: df === 0 ? 'DF 0: Short Air-Air Surveillance.' : 'DF 16: Long Air to Air ACAS',
    ...sender(address),
    ...{ vs: 'Airborne', sl: '7', ...feet(altitude) },
    ...(df === 0 ? { cc: '1' } : {}),
  },
});

/** The format of DF 24 has two bits, so its last number is 31. */
const extendedLength = (address: number) =>
  [24, 31].map((df) => ({
    bytes: frameOf(
      [
        [df, 5],
        [0, 83],
      ],
      address,
    ),
    row: { msgType: 'DF 24: Comm D Extended Length Message.', ...sender(address) },
  }));

const interrogated = (address: number, code: number, iid: string) => ({
  bytes: allCall(address, code),
  row: { msgType: 'DF 11: All Call Reply.', ...sender(address), ...airborne, iid },
});

/** One minute of one aircraft, with everything that it can send. */
function airliner(n: number): Flight {
  const address = 0xa40000 + n * 0x1111;
  const [east, north] = [(n * 37) % 400, 150 - ((n * 53) % 300)] as const;
  // Half a second each: a hundredth of a degree is far below the speed check.
  const at = (step: number) =>
    [-60 + n * 5 + (north * step) / 432_000, -170 + n * 14 + (east * step) / 432_000] as const;
  const call = `TRX${100 + n}`;
  const register: Fields = [[0x20, 8], ...characters(call)];
  const intention = '85e42f31300000';
  const turn: Fields = [...intention.matchAll(/../g)].map(([pair]) => [Number.parseInt(pair, 16), 8]);
  const height = 30_000 + n * 25;
  return {
    frames: [
      interrogated(address, 0, 'II-00'),
      asSquitter(address, identification(call, 3)),
      ...Array.from({ length: 12 }, (_, step) => {
        const [lat, lon] = at(step);
        return asSquitter(address, position(lat, lon, height + step * 25, step % 2 === 1, step > 0 ? 'global' : null));
      }),
      asSquitter(address, velocity(east, north, 640 - 64 * n, n % 3 ? 25 * n : null)),
      asSquitter(address, airspeed(n % 2 ? 45 : null, 300 + n, false)),
      asSquitter(address, airspeed(90, 1200, true)),
      ...emergencies.map((_, state) => asSquitter(address, emergency(state, `${state}${n % 8}35`))),
      ...[0, 1, 2].map((version) => asSquitter(address, operational(version, 10))),
      ...others.map((content) => asSquitter(address, content)),
      ...statuses.map((_, status) => reply(address, 4, status, altitude13(height), feet(height))),
      reply(address, 5, 0, identity13(`12${n % 8}7`), { squawk: `12${n % 8}7` }),
      reply(
        address,
        20,
        0,
        altitude13(height),
        { ...feet(height), bds2Identification: call, commBBds: '20' },
        register,
      ),
      reply(address, 21, 0, identity13('7600'), { squawk: '7600', commBMb: intention, commBBds: '40' }, turn),
      reply(address, 20, 0, '0'.repeat(13), { commBMb: '00000000000000' }, [[0, 56]]),
      airToAir(address, 0, height),
      airToAir(address, 16, height),
      ...extendedLength(address),
      interrogated(address, 9, 'II-09'),
      interrogated(address, 20, 'SI-04'),
      ...[20, 22].map((type) => {
        const [lat, lon] = at(12);
        const content = position(lat, lon, height, true, 'local', type);
        // Types 20 to 22 state another uncertainty; 22 states none.
        return asSquitter(address, type === 22 ? { ...content, row: { ...content.row, nucp: '0' } } : content);
      }),
    ],
  };
}

const controls: Readonly<Record<number, string>> = {
  0: '0 (ADS-B ES/NT device with ICAO 24-bit address)',
  1: '1 (ADS-B ES/NT device with other address)',
  2: '2 (Fine format TIS-B)',
  3: '3 (Coarse format TIS-B)',
  4: '4 (TIS-B management message)',
  5: '5 (TIS-B relay of ADS-B message with other address)',
  6: '6 (ADS-B rebroadcast using DF-17 message format)',
  7: '7 (Reserved)',
};
/** Vehicles and ground stations: each control field, with an ICAO address or another one. */
function vehicle(control: number): Flight {
  const address = 0x1f0000 + control;
  const isOther = [1, 4, 5, 7].includes(control);
  const payload = isOther ? `1${hex(address)}` : hex(address);
  const content = identification(`OPS${control}`, 1, 2);
  const isRead = ![3, 4, 7].includes(control);
  const row: Row = {
    msgType: 'DF 18: Extended Squitter.',
    ...{ address: payload, icao: payload, addressType: isOther ? 'Other Address' : 'ICAO Address' },
    controlField: controls[control],
    ...(isRead ? content.row : {}),
  };
  return { frames: [{ bytes: otherSquitter(address, content.fields, control), row }] };
}

/** Rebroadcasts of an aircraft and TIS-B: a bit in the content marks an address that is not of ICAO. */
function rebroadcast(control: 2 | 6): Flight {
  const address = 0x1e0000 + control;
  const content = position(40, 20, 10_000, false, null);
  const marked: Fields = content.fields.map((field, at) => (at === 1 ? [1, 3] : field));
  const row: Row = { msgType: 'DF 18: Extended Squitter.', controlField: controls[control], ...content.row };
  // TIS-B has no T bit.
  if (control === 2) delete row.tFlag;
  const payload = `1${hex(address)}`;
  return {
    frames: [
      { bytes: otherSquitter(address, content.fields, control), row: { ...row, ...sender(address) } },
      {
        bytes: otherSquitter(address, marked, control),
        row: { ...row, esSub: '1', address: payload, icao: payload, addressType: 'Other Address' },
      },
    ],
  };
}

const capabilities = [
  '0 (Level 1)',
  '1 (reserved)',
  '2 (reserved)',
  '3 (reserved)',
  '4 (Level 2+, ground)',
  '5 (Level 2+, airborne)',
  '6 (Level 2+)',
  '7 (DR/Alert/SPI active)',
];
const everyCapability: Flight = {
  frames: capabilities.map((capability, code) => ({
    bytes: allCall(0x1d0000, 0, code),
    row: { msgType: 'DF 11: All Call Reply.', ...sender(0x1d0000), capability, iid: 'II-00' },
  })),
};

export const flights: readonly Flight[] = [
  everyCapability,
  rebroadcast(2),
  rebroadcast(6),
  ...Array.from({ length: 24 }, (_, n) => airliner(n)),
  ...Object.keys(controls).map((control) => vehicle(Number(control))),
];
