import { expect, test } from 'vitest';
import { frameWords } from './frame-words.ts';

const summary = (row: Readonly<Record<string, unknown>>): string => {
  const { kind, words } = frameWords(row);
  return `${kind}: ${words}`;
};

test('each report has a sentence with its content', () => {
  const velocity = { report: 'Airborne Velocity', ewVelocity: 300, nsVelocity: -400, verticalRate: -1500 };
  expect([
    summary({ report: 'Airborne Position (Baro Altitude)', altitude: 37_000, altUnit: 'feet' }),
    summary({ report: 'Airborne Position (GNSS Height)', altitude: 1200, altUnit: 'meters' }),
    summary({ report: 'Surface Position' }),
    summary({ report: 'Aircraft Identification and Category', identification: 'SAS123 ' }),
    summary({ report: 'Aircraft Identification and Category' }),
    summary(velocity),
    summary({ ...velocity, ewStatus: 'Unavailable', airspeed: 250, heading: 7, verticalRate: 64 }),
    summary({
      report: 'Extended Squitter Aircraft Status (Emergency)',
      emergencyState: 'No emergency',
      squawk: '1000',
    }),
    summary({ report: 'Extended Squitter Aircraft Status (Emergency)', emergencyState: 'Minimum fuel' }),
    summary({ report: 'Aircraft Operational Status Message' }),
  ]).toEqual([
    'position: Airborne position, 37,000\u00a0ft',
    'position: Airborne position, 1,200\u00a0m',
    'position: Surface position',
    'other: Identification SAS123',
    'other: Identification without a name',
    'position: Velocity, 500\u00a0kt, track 143°, descending 1,500\u00a0ft/min',
    'position: Velocity, airspeed 250\u00a0kt, heading 007°, level',
    'other: No emergency, squawk 1000',
    'fault: Emergency: Minimum fuel',
    'other: Aircraft Operational Status',
  ]);
});

test('a frame without a report has the name of its format; an emergency code is a fault in any frame', () => {
  expect([
    summary({ msgType: 'DF 4: Surveillance, Altitude Reply.', altitude: 8000, altUnit: 'feet' }),
    summary({ msgType: 'DF 5: Surveillance, Identity Reply.', squawk: '7700' }),
    summary({ msgType: 'DF 20: Comm-B, Altitude Reply.', bds2Identification: 'SAS123' }),
    summary({ msgType: 'of another decoder\u202e' }),
    summary({ altitude: 'high' }),
  ]).toEqual([
    'other: Altitude reply, 8,000\u00a0ft',
    'fault: Identity reply, squawk 7700',
    'other: Comm-B reply, SAS123',
    'other: of another decoder⟨202E⟩',
    'other: Frame',
  ]);
});
