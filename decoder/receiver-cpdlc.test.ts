/** CPDLC as receivers decode it: objects in the shape of libacars and dumpvdl2, contents made up. */
import { describe, expect, test } from 'vitest';
import { meaning } from '../contract/entities/meaning.ts';
import { readReceiver } from './read-receiver.ts';
import { receivedText } from './reading.ts';
import { readReceiverCpdlc } from './receiver-cpdlc.ts';

const element = (choice: string, data: object, label = 'LABEL') => ({ choice_label: label, choice, data });
const fans = (direction: 'up' | 'down', elements: readonly object[], header: object = { msg_id: 3 }) => {
  const name = `atc_${direction}link_msg_element_id`;
  const [first, ...more] = elements;
  const message = {
    header,
    [name]: first,
    ...(more.length > 0 ? { [`${name}_seq`]: more.map((one) => ({ [name]: one })) } : {}),
  };
  return {
    arinc622: {
      msg_type: 'fans1a_cpdlc_msg',
      crc_ok: true,
      gs_addr: 'XXXCAYA',
      cpdlc: { err: false, [`atc_${direction}link_msg`]: message },
    },
  };
};
const atn = (direction: 'up' | 'down', elements: readonly object[], header: object = { msg_id: 3 }) => ({
  x25: {
    clnp: {
      cotp: {
        cpdlc: {
          [`atc_${direction}link_message`]: {
            header,
            msg_data: { msg_elements: elements.map((one) => ({ msg_element: one })) },
          },
        },
      },
    },
  },
});
const level = (value: number) => ({
  choice: 'singleLevel',
  data: { level_type: { choice: 'levelFlightLevel', data: { flight_level: value } } },
});
const fixNamed = (fix: string) => ({ choice: 'fixName', data: { fix_name: { fix } } });

describe('the words of our own reader', () => {
  test.each([
    ['WILCO to 5', fans('down', [element('dM0NULL', {})], { msg_id: 9, msg_ref: 5 })],
    [
      'Climb to and maintain FL350; Report level at FL350',
      fans('up', [
        element('uM20Altitude', { alt: { choice: 'altitudeFlightLevel', data: { flight_level: 350 } } }),
        element('uM129Altitude', { alt: { choice: 'altitudeFlightLevel', data: { flight_level: 350 } } }),
      ]),
    ],
    [
      'Climb to reach 3,000 ft QNH by 09:05Z',
      fans('up', [
        element('uM26AltitudeTime', {
          alt_time: {
            alt: { choice: 'altitudeQNH', data: { alt_qnh: { val: 3000, unit: 'ft' } } },
            time: { hour: 9, min: 5 },
          },
        }),
      ]),
    ],
    ['"HELLO THERE"', fans('down', [element('dM67FreeText', { free_text: 'HELLO\r\nTHERE' })])],
    // ATN B1: what it names differently, a block of levels, a code with a leading zero, an element FANS-1/A lacks.
    ['Climb to FL240', atn('up', [element('uM20Level', { level: level(240) })])],
    [
      'Request block FL310 to FL330',
      atn('down', [element('dM7LevelLevel', { level_level: [{ level: level(310) }, { level: level(330) }] })]),
    ],
    ['Request direct to ABCDE', atn('down', [element('dM22Position', { position: fixNamed('ABCDE') })])],
    ['Squawk 0410', atn('up', [element('uM123Code', { code: 410 })])],
    [
      'Contact EDYY centre on 132.205 MHz',
      atn('up', [
        element('uM117UnitNameFrequency', {
          unit_name_frequency: {
            unit_name: { facility_designation: 'EDYY', facility_function: 'center' },
            frequency: { choice: 'frequencyvhf', data: { vhf: { val: 132.205, unit: 'MHz' } } },
          },
        }),
      ]),
    ],
    [
      'Fly heading 090° magnetic',
      atn('up', [
        element('uM190Degrees', {
          degrees: { choice: 'degreesMagnetic', data: { degrees_magnetic: { val: 90, unit: 'deg' } } },
        }),
      ]),
    ],
    ['Logical acknowledgement (answer to 7)', atn('down', [element('dM100NULL', {})], { msg_id: 1, msg_ref: 7 })],
    // Neither the element nor its data has words of ours.
    [
      'DUE TO [traffictype]TRAFFIC: same direction',
      atn('up', [element('uM166TrafficType', { traffic_type: 'sameDirection' }, 'DUE TO [traffictype]TRAFFIC')]),
    ],
  ])('%s', (words, decoded) => {
    const reading = readReceiverCpdlc(decoded);
    expect(reading).toMatchObject({ words, kind: 'cpdlc', by: 'receiver' });
    expect(meaning.parse({ version: 1, ...reading })).toBeTruthy();
  });

  test('facts: answer wanted, number, reference, time, direction', () => {
    const timestamp = { date: { year: 2026, month: 11, day: 29 }, time: { hour: 9, min: 11, sec: 49 } };
    const decoded = atn('up', [element('uM20Level', { level: level(240) })], { msg_id: 7, msg_ref: 2, timestamp });
    expect(readReceiverCpdlc(decoded)?.facts).toEqual({
      time: '09:11:49',
      cpdlc: {
        direction: 'up',
        what: 'message',
        ground: null,
        number: 7,
        reference: 2,
        time: '09:11:49',
        elements: [{ code: 'UM20', words: 'Climb to FL240', response: 'W/U' }],
      },
    });
  });

  test('facts of a position and of levels, with their aircraft, as libacars 2.2.1 and dumpvdl2 2.6.0 nest them', () => {
    const side = (deg: number, dir: string) => ({ deg, dir });
    const place = { lat: side(52, 'north'), lon: side(20, 'west') };
    const at = { choice: 'latitudeLongitude', data: { lat_lon: place } };
    const decoded = fans('down', [element('dM33Position', { pos: at })]);
    expect(readReceiverCpdlc({ arinc622: { ...decoded.arinc622, air_addr: '.N900XX' } })?.facts).toMatchObject({
      ...{ position: { lat: 52, lon: -20 }, tail: 'N900XX' },
    });
    expect(readReceiverCpdlc(atn('down', [element('dM32Level', { level: level(350) })]))?.facts).toMatchObject({
      altitude: { words: 'FL350', ft: 35_000 },
    });
    const report = {
      ...{ pos_current: at, alt: { choice: 'altitudeFlightLevel', data: { flight_level: 370 } } },
      temp: { choice: 'temperatureC', data: { temp_deg_c: { val: -54, unit: 'C' } } },
      winds: {
        wind_dir: { val: 270, unit: 'deg' },
        wind_speed: { choice: 'windSpeedEnglish', data: { wind_speed_english: { val: 85, unit: 'kts' } } },
      },
    };
    expect(
      readReceiverCpdlc(fans('down', [element('dM48PositionReport', { pos_report: report })]))?.facts,
    ).toMatchObject({
      ...{ position: { lat: 52, lon: -20 }, altitude: { words: 'FL370', ft: 37_000 } },
      ...{ temperatureC: -54, windFromDeg: 270, windKt: 85 },
    });
  });

  test('a fix has its place, and a place that cannot be is named so', () => {
    const bearing = (lat: object) => ({
      choice: 'placeBearingDistance',
      data: {
        place_bearing_dist: {
          fix: 'ABCDE',
          lat_lon: { lat, lon: { deg: 7, min: 30, dir: 'east' } },
          deg: { choice: 'degreesTrue', data: { deg_true: { val: 4, unit: 'deg' } } },
          dist: { choice: 'distanceNm', data: { dist_nm: { val: 12.5, unit: 'nm' } } },
        },
      },
    });
    const words = (lat: object) =>
      readReceiverCpdlc(fans('up', [element('uM74Position', { pos: bearing(lat) })]))?.words;
    expect(words({ deg: 5, dir: 'south' })).toBe(
      'Proceed direct to ABCDE (5.00 S 7.50 E) bearing 004° true distance 12.5 nmi',
    );
    expect(words({ deg: 90, min: 12, dir: 'south' })).toBe(
      'Proceed direct to ABCDE (impossible position) bearing 004° true distance 12.5 nmi',
    );
  });

  test('connections and the end of one', () => {
    const arinc622 = {
      msg_type: 'fans1a_cpdlc_disconnect_request',
      crc_ok: true,
      gs_addr: 'XXXCAYA',
      cpdlc: { err: false },
    };
    expect(readReceiverCpdlc({ arinc622 })?.words).toBe('CPDLC disconnect to XXXCAYA');
    const data = { cpdlc_user_abort_reason: 'commanded_termination' };
    const cpdlc = { protected_aircraft_pdus: { choice: 'abortUser', data } };
    expect(readReceiverCpdlc({ cpdlc })).toMatchObject({
      words: 'CPDLC disconnect: commanded termination',
      facts: { cpdlc: { direction: 'down', what: 'disconnect' } },
    });
  });
});

describe('ATN: connections and log-on', () => {
  const apdu = (choice: string, data: object, rest: object) => ({
    x25: { clnp: { cotp: { x225_spdu: { x227_apdu: { acse_apdu: { choice, data }, ...rest } } } } },
  });
  const result = (value: number) => ({ assoc_response: { assoc_result: { value } } });
  const app = (ae_qualifier: number, version: number) => ({ ae_qualifier_version_address: { ae_qualifier, version } });
  const aircraft = (data: object) => ({ context_mgmt: { cm_aircraft_message: { choice: 'x', data } } });
  const ground = (data: object) => ({ context_mgmt: { cm_ground_message: { choice: 'x', data } } });
  const logon = {
    ...{ flight_id: 'XX0123', facility_designation: 'EDYY', departure_airport: 'LROP', destination_airport: 'EGLL' },
    ground_initiated_apps: [app(1, 1), app(22, 1)],
  };
  const read = (decoded: object, isDownlink: boolean | null = null) =>
    readReceiver(receivedText({ label: '', text: '', decoded, isDownlink }));

  test.each([
    ['CPDLC connection request', 'connect', 'up', apdu('aarq', {}, { cpdlc: {} }), false],
    ['CPDLC connection confirmed', 'confirm', 'down', apdu('aare', result(0), { cpdlc: {} }), true],
    ['CPDLC disconnect (connection refused)', 'disconnect', 'down', apdu('aare', result(1), { cpdlc: {} }), true],
    ['CPDLC disconnect', 'disconnect', 'up', apdu('rlrq', {}, { cpdlc: {} }), false],
    [
      'CPDLC disconnect: commanded termination',
      ...(['disconnect', 'down'] as const),
      apdu(
        'abrt',
        {},
        { cpdlc: { protected_aircraft_pdus: { data: { cpdlc_user_abort_reason: 'commanded-termination' } } } },
      ),
      true,
    ],
    [
      'Log-on to EDYY, XX0123, from LROP, to EGLL',
      ...(['logon', 'down'] as const),
      apdu('aarq', {}, aircraft({ atn_context_mgmt_logon_request: logon })),
      null,
    ],
    [
      'Log-on answered, for CPDLC version 1',
      ...(['logonAnswer', 'up'] as const),
      apdu('aare', result(0), ground({ atn_context_mgmt_logon_response: { air_initiated_apps: [app(22, 1)] } })),
      null,
    ],
    [
      'Log on to LSAZ',
      ...(['contact', 'up'] as const),
      apdu('aarq', {}, ground({ atn_context_mgmt_contact_request: { facility_designation: 'LSAZ' } })),
      null,
    ],
  ] as const)('%s', (words, what, direction, decoded, isDownlink) => {
    const reading = read(decoded, isDownlink);
    expect(reading).toMatchObject({ words, kind: 'cpdlc', by: 'receiver', facts: { cpdlc: { what, direction } } });
    expect(meaning.parse({ version: 1, ...reading })).toBeTruthy();
  });

  test('facts of a log-on; without a direction or a reason nothing is said', () => {
    expect(read(apdu('aarq', {}, aircraft({ atn_context_mgmt_logon_request: logon })))).toMatchObject({
      facts: { flight: 'XX0123', from: 'LROP', to: 'EGLL', cpdlc: { ground: 'EDYY' } },
      items: expect.arrayContaining([
        { label: 'Applications', value: 'CM version 1 and CPDLC version 1', isUnverified: false },
      ]),
    });
    expect(read(apdu('aarq', {}, { cpdlc: {} }))).toBeNull();
    expect(read(apdu('aare', {}, { cpdlc: {} }), true)).toBeNull();
    expect(read({ x25: { context_mgmt: { cm_ground_message: { data: { other: 1 } } } } })).toBeNull();
  });
});

test('an object that is no CPDLC, or lies about it, neither throws nor makes false facts', () => {
  let deep: object = { atc_uplink_msg: {} };
  for (let depth = 0; depth < 5000; depth++) deep = { deep };
  for (const decoded of [null, 1, 'text', [], {}, { arinc622: { adsc: { tags: [] } } }, deep])
    expect(readReceiverCpdlc(decoded)).toBeNull();
  const odd = fans('up', [element('uM20Altitude', { alt: deep })], {
    msg_id: -1,
    msg_ref: 'x',
    timestamp: { hour: 99 },
  });
  expect(readReceiverCpdlc(odd)?.facts.cpdlc).toMatchObject({ number: null, reference: null, time: null });
  const long = fans('down', [element('dM67FreeText', { free_text: 'A'.repeat(100_000) })]);
  expect(readReceiverCpdlc(long)?.words.length).toBeLessThan(3000);
  const cyclic: { alt: object } = { alt: {} };
  cyclic.alt = cyclic;
  expect(readReceiverCpdlc(fans('up', [element('uM20Altitude', cyclic)]))?.kind).toBe('cpdlc');
});
