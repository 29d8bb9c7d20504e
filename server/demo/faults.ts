/**
 * Faults of demo aircraft over their legs: some repeat, intermittent and then hard, with one warning in the cockpit; others occur once. Texts of Airbus
 * (CFB) and Boeing (CMC) maintenance computers. Own file: what breaks when, apart from other texts.
 */
import { dayMs, hourMs, minuteMs } from '../../contract/durations.ts';
import type { TypeDesignator } from './aircraft-types.ts';
import type { Planned } from './dialogues.ts';
import type { DemoAircraft } from './fleet.ts';
import type { FlightState, FlownLeg } from './flight.ts';
import { type Random, randomOf } from './random.ts';
import { type DemoText, dateName, hhmm, yymmdd } from './text-parts.ts';

/** `ata` of six digits. `warning` = what the cockpit shows for it. */
type AirbusFault = {
  readonly ata: string;
  readonly source: string;
  readonly name: string;
  readonly warning?: string;
};
const airbusFaults: readonly [AirbusFault, ...AirbusFault[]] = [
  { ata: '361151', source: 'BMC2', name: 'PRESS REG VALVE ENG 2', warning: 'AIR ENG 2 BLEED FAULT' },
  { ata: '362216', source: 'BMC1', name: 'L WING LOOP A', warning: 'AIR L WING LEAK' },
  { ata: '216352', source: 'ACSC1', name: 'PACK 1 FLOW CTL VALVE', warning: 'AIR PACK 1 FAULT' },
  { ata: '344334', source: 'TCAS', name: 'TCAS COMPUTER', warning: 'NAV TCAS FAULT' },
  { ata: '344233', source: 'RA1', name: 'RA1 TRANSCEIVER', warning: 'NAV RA 1 FAULT' },
  { ata: '275134', source: 'SFCC1', name: 'FLAP POSITION PICKOFF', warning: 'F/CTL FLAP SYS 1 FAULT' },
  { ata: '324251', source: 'BSCU1', name: 'BRAKE TEMP SENSOR 3', warning: 'BRAKES BSCU CH 1 FAULT' },
  { ata: '303142', source: 'PHC1', name: 'CAPT PITOT PROBE HEATER', warning: 'ANTI ICE CAPT PITOT' },
  { ata: '494138', source: 'ECB', name: 'APU IGNITION UNIT', warning: 'APU AUTO SHUT DOWN' },
  { ata: '383131', source: 'VSC', name: 'LAV 54 WATER VALVE' },
  { ata: '237334', source: 'CIDS1', name: 'PASSENGER CALL PANEL 2' },
  { ata: '443112', source: 'IFEC', name: 'IFE SERVER 1' },
  { ata: '252317', source: 'GLY', name: 'GALLEY 4 CHILLER' },
];
/** Numbers of the effect (eight digits) and of the message (seven), and the name of the message. */
type BoeingFault = { readonly effect?: string; readonly message: string; readonly name: string };
const boeingFaults: readonly [BoeingFault, ...BoeingFault[]] = [
  { effect: '36118101', message: '3611262', name: 'PRSOV (LEFT ENGINE)' },
  { effect: '34512742', message: '3453011', name: 'MULTI-MODE RECEIVER (LEFT)' },
  { effect: '21514201', message: '2151330', name: 'FLOW CONTROL VALVE (RIGHT)' },
  { effect: '29113402', message: '2911592', name: 'HYDRAULIC PUMP (CENTER 1)' },
  { effect: '32458101', message: '3245017', name: 'BRAKE TEMPERATURE SENSOR 7' },
  { message: '2424051', name: 'MAIN BATTERY CHARGER' },
  { message: '3832110', name: 'VACUUM WASTE BLOWER (AFT)' },
];

const airbusTypes: readonly TypeDesignator[] = ['A318', 'A319', 'A320', 'A20N', 'A321', 'A21N', 'A333', 'A359', 'A35K'];
const boeingTypes: readonly TypeDesignator[] = ['B772', 'B77W', 'B788'];

const seed = 20_101_129;
/** A defect returns with another system after this time. It is active in the first part of it, and hard in the last part of that. */
const cycleMs = 7.5 * dayMs;
const activeMs = 3.6 * dayMs;
const hardMs = 2.1 * dayMs;
const shares = { aircraft: 0.06, intermittent: 0.5, hard: 0.8, onceOnly: 0.012, postFlight: 0.3 } as const;
/** Of the first aircraft, which report most, every second one. */
const first = 28;

type Persistence = 'HARD' | 'INTERMITTENT';
type Occurrence = { readonly choice: number; readonly persistence: Persistence; readonly isFirstHard: boolean };

/** What the aircraft's defect does on this leg. null = nothing. */
function occurrenceOn(index: number, { times }: FlownLeg, random: Random): Occurrence | null {
  const ofAircraft = randomOf(seed, index);
  const hasDefects = index < first ? index % 2 === 0 : ofAircraft.chance(shares.aircraft);
  const shifted = times.off + ofAircraft.next() * cycleMs;
  const cycle = Math.floor(shifted / cycleMs);
  const ageMs = shifted - cycle * cycleMs;
  const [isMet, isOnce, other] = [random.next(), random.chance(shares.onceOnly), random.whole(0, 90)];
  const isHard = ageMs >= hardMs;
  if (hasDefects && ageMs < activeMs && isMet < (isHard ? shares.hard : shares.intermittent)) {
    const choice = randomOf(seed + index, cycle).whole(0, 90);
    const beforeMs = ageMs - (times.in - times.out) - hourMs;
    return { choice, persistence: isHard ? 'HARD' : 'INTERMITTENT', isFirstHard: isHard && beforeMs < hardMs };
  }
  return isOnce ? { choice: other, persistence: 'INTERMITTENT', isFirstHard: false } : null;
}

/** `isHeard` = some station receives the aircraft then. */
export function faultsOf(
  aircraft: DemoAircraft,
  index: number,
  leg: FlownLeg,
  random: Random,
  isHeard: (state: FlightState, atMs: number) => boolean,
): Planned[] {
  const isAirbus = airbusTypes.includes(aircraft.type);
  if (!isAirbus && !boeingTypes.includes(aircraft.type)) return [];
  const occurrence = occurrenceOn(index, leg, random);
  if (!occurrence) return [];
  const atMs = momentOn(leg, random, isHeard);
  const { choice, persistence, isFirstHard } = occurrence;
  const { stateAt, times } = leg;
  const report = { aircraft, state: stateAt(atMs), atMs };
  if (!isAirbus) {
    const fault = pick(boeingFaults, choice);
    return [{ atMs: atMs + sendMs, text: boeingReport(report, fault, persistence) }];
  }
  const fault = pick(airbusFaults, choice);
  const planned = [{ atMs: atMs + sendMs, text: failure(report, fault, persistence) }];
  if (isFirstHard && fault.warning) planned.push({ atMs: atMs + sendMs / 2, text: warning(report, fault) });
  if (persistence === 'HARD' && random.chance(shares.postFlight))
    planned.push({ atMs: times.on + 5 * minuteMs, text: postFlight(report, times, fault) });
  return planned;
}

const sendMs = 40_000;
const pick = <T>(all: readonly [T, ...T[]], choice: number): T => all[choice % all.length] ?? all[0];

/** Above 2,000 ft. Of several moments, the first one that a station receives. */
function momentOn({ times, stateAt }: FlownLeg, random: Random, isHeard: (s: FlightState, ms: number) => boolean) {
  const moments = Array.from({ length: 6 }, () => {
    const share = 0.06 + 0.88 * random.next();
    return Math.floor((times.off + share * (times.on - times.off)) / minuteMs) * minuteMs;
  });
  return moments.find((ms) => isHeard(stateAt(ms), ms)) ?? moments[0] ?? times.off;
}

type Report = { readonly aircraft: DemoAircraft; readonly state: FlightState; readonly atMs: number };
const phases = { gate: '02', 'taxi-out': '02', climb: '05', cruise: '06', descent: '07', 'taxi-in': '09' } as const;
const central = (text: string): DemoText => ({ label: 'H1', number: 'C', text: `#CFB${text}`, isIntact: true });
const moment = (ms: number): string => `${yymmdd(ms)}${hhmm(ms)}`;

/** Source in seven characters, then the class. */
const failureColumns = ({ source, name }: AirbusFault, persistence: Persistence): string =>
  `${source.padEnd(7)}2,,,,,,,${name},${persistence}`;
const failure = ({ state, atMs }: Report, fault: AirbusFault, persistence: Persistence): DemoText =>
  central(`.1/FLR/FR${moment(atMs)}  ${fault.ata}${phases[state.phase]}${failureColumns(fault, persistence)}`);
/** Of the chapter only the first four digits are known in the cockpit. */
const warning = ({ state, atMs }: Report, { ata, warning: name }: AirbusFault): DemoText =>
  central(`.1/WRN/WN${moment(atMs)}  ${ata.slice(0, 4)}000${phases[state.phase]}${name}`);

/** Sent after landing, with the time and phase of the fault. */
function postFlight({ aircraft, state, atMs }: Report, { off, on }: FlownLeg['times'], fault: AirbusFault): DemoText {
  const sentMs = on + 5 * minuteMs;
  const flight = `${dateName(off).slice(2, 5)}${dateName(off).slice(0, 2)}${hhmm(off)}${hhmm(on)}`;
  const front = `/AN.${aircraft.tail}/FI${state.callSign}    /DM${yymmdd(sentMs)}${hhmm(sentMs)}00${flight}PFR1`;
  const record = `/FR${fault.ata}${failureColumns(fault, 'HARD')},${hhmm(atMs)}${phases[state.phase]},EOR`;
  return central(`.1/MPF/DBAA1${front}/DA${state.from.icao}/DS${state.to.icao}${record}`);
}

/** Effect and message, with the letters of an active or a latched fault. */
function boeingReport(
  { aircraft, state, atMs }: Report,
  { effect, message, name }: BoeingFault,
  persistence: Persistence,
): DemoText {
  const at = `${hhmm(atMs)} ${dateName(atMs)}`;
  const head = `RTE 1 ${dateName(atMs)} ${hhmm(atMs)} ${aircraft.airline} ${aircraft.tail} ${state.callSign} ${state.from.icao}/${state.to.icao}`;
  const letter = persistence === 'HARD' ? 'A' : 'L';
  const lines = [
    head,
    ...(effect && persistence === 'HARD' ? [`FDE ${effect} ${letter} ${at}`] : []),
    `MSG ${message} ${letter} ${at}`,
    `DB ${name}`,
    'EOR',
  ];
  return central(lines.join('\n'));
}
