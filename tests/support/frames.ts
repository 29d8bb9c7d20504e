/** ADS-B frames for tests, stored directly in the database of a running server. */

import { blankRow } from '../../contract/blank-row.ts';
import { type AdsbMessage, adsbMessage } from '../../contract/entities/messages.ts';
import { writeInstant } from '../../contract/params.ts';
import { openDatabase } from '../../server/database/pool.ts';
import { openMessages } from '../../server/messages/messages.ts';
import { storeAdsb } from '../../server/messages/store-adsb.ts';
import type { TestServer } from './server.ts';

/** A frame with a time and these fields only. */
export const frameAt = (ms: number, fields: Partial<AdsbMessage> = {}): AdsbMessage => ({
  ...blankRow(adsbMessage),
  adsbDateTime: writeInstant(ms),
  timestamp: ms / 1000,
  ...fields,
});

/** A frame of a whole second, `secondsAgo`. */
export const frame = (secondsAgo: number, fields: Partial<AdsbMessage> = {}): AdsbMessage =>
  frameAt((Math.floor(Date.now() / 1000) - secondsAgo) * 1000, fields);

/** A frame with every field, unlike any real one. `index` distinguishes several. */
export function fullFrame(secondsAgo: number, index = 0): AdsbMessage {
  const address = (0x4c_a000 + index).toString(16);
  return frame(secondsAgo, {
    address,
    addressType: 'ICAO Address',
    aircraftType: 'A3',
    airspeed: 250 + index,
    airspeedStatus: 'Valid',
    altInfo: 'barometric',
    altUnit: 'feet',
    altitude: 36_000,
    bds2Identification: 'RYR81LM',
    capability: '5 (Level 2+, airborne)',
    cc: '1',
    commBBds: '60',
    commBMb: '9d500031e40000',
    controlField: '1 (ADS-B ES/NT device with other address)',
    dr: '0',
    emergencyState: 'No emergency',
    error: 0,
    esSub: '1',
    esType: '19',
    ewStatus: 'Valid',
    ewVelocity: -453,
    fFlag: 'odd',
    flightStatus: 'Normal, Airborne',
    haeBaroOffset: -9999,
    heading: 118,
    headingStatus: 'Valid',
    icao: address,
    identification: `RYR${index}`,
    iid: 'II-13',
    lat: 53.42,
    level: -18.25,
    lon: -6.27,
    modeA: '1234',
    modeAIdent: 'IDENT',
    modeC: '36000',
    msgType: 'DF 17: ADS-B message.',
    nacp: '8',
    nsStatus: 'Valid',
    nsVelocity: 187,
    nucp: '7',
    posDecoding: 'Global CPR decoding used.',
    report: 'Airborne Velocity',
    sl: '7',
    squawk: '0112',
    stationId: 'CS-TEST-ADSB',
    tFlag: 'non-UTC',
    um: '0',
    verticalRate: -1920,
    verticalRateSrc: '0',
    verticalStatus: 'Valid',
    vs: 'Airborne',
  });
}

/** Full frames, a second apart, the newest first. */
export const frames = (count: number): AdsbMessage[] =>
  Array.from({ length: count }, (_, index) => fullFrame(30 + index, index));

/** Resolves when the frames are committed. */
export async function storeFrames(
  server: Pick<TestServer, 'databaseUrl'>,
  rows: readonly AdsbMessage[],
): Promise<void> {
  const db = openMessages(openDatabase({ url: server.databaseUrl }));
  try {
    await storeAdsb(
      db,
      rows.map((row) => ({ row })),
    );
  } finally {
    await db.close();
  }
}
