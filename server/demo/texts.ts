/** Demo texts in real formats with invented contents. One function per format. */
import type { DemoAircraft } from './fleet.ts';
import type { FlightState } from './flight.ts';
import type { Random } from './random.ts';
import {
  check,
  dayOfMonth,
  degreesC,
  degreesMinutes,
  ew,
  fuel,
  hhmm,
  hhmmss,
  level,
  minutes,
  ns,
  pad,
  signed,
  waypoint,
} from './text-parts.ts';

export type Moment = {
  readonly aircraft: DemoAircraft;
  readonly state: FlightState;
  readonly atMs: number;
  readonly random: Random;
};
/**
 * `text` is complete: traffic cuts texts longer than a block. `containsPosition` = it contains the position. `number` = first letter of
 * the message number, '' = none (an uplink).
 */
export type DemoText = {
  readonly label: string;
  readonly text: string;
  readonly number: string;
  readonly containsPosition?: true;
  readonly containsDestination?: true;
};

export const h1Position = ({ state: s, atMs, random }: Moment): DemoText => ({
  label: 'H1',
  number: 'F',
  containsPosition: true,
  containsDestination: true,
  text: `#M1BPOS${degreesMinutes(s.lat, s.lon)},${waypoint(s, 0)},${hhmmss(atMs)},${level(s.altFt)},${waypoint(s, 1)},${hhmmss(minutes(atMs, 9))},${waypoint(s, 2)},${signed(degreesC(s.altFt), 2)},${pad(random.whole(180, 350), 3)}${pad(random.whole(8, 95), 3)},${fuel(s).replace('.', '')}/TS${hhmmss(atMs)},${dayOfMonth(atMs)}${new Date(atMs).toISOString().slice(5, 7)}${new Date(atMs).toISOString().slice(2, 4)}${check(random)}`,
});

export const h1Engine = ({ aircraft, state: s, atMs, random }: Moment): DemoText => ({
  label: 'H1',
  number: 'D',
  text: `#DFBA${pad(random.whole(1, 99), 2)}/A321${pad(random.whole(10, 40), 2)},1,1/CC${aircraft.tail.replace('-', '')},${dayOfMonth(atMs)},${hhmmss(atMs)},${s.from.icao},${s.to.icao},${s.flight.slice(2)}/C1${waypoint(s, 0)},${pad(s.altFt, 5)},${pad(s.speedKt, 3)},${pad(random.whole(760, 800), 3)}/E1${pad(random.whole(8200, 9100), 5)},${pad(random.whole(640, 710), 5)},${pad(random.whole(4700, 5200), 5)}/E2${pad(random.whole(8200, 9100), 5)},${pad(random.whole(640, 710), 5)},${pad(random.whole(4700, 5200), 5)}/`,
});

export const label10 = ({ state: s, atMs }: Moment): DemoText => ({
  label: '10',
  number: 'M',
  containsPosition: true,
  text: `/${ns(s.lat)}${Math.abs(s.lat).toFixed(3)}/${ew(s.lon)}${Math.abs(s.lon).toFixed(3).padStart(7, '0')}/10/${(s.speedKt / 588).toFixed(2)}/${pad(s.courseDeg, 3)}/${s.to.icao}/${hhmm(s.times.on)}/${pad(Number(fuel(s)) * 1000, 4)}/${hhmm(atMs)}`,
});
export const label15 = ({ state: s }: Moment): DemoText => ({
  label: '15',
  number: 'M',
  containsPosition: true,
  text: `(2${ns(s.lat)}${pad(Math.abs(s.lat) * 1000, 5)}${ew(s.lon)}${pad(Math.abs(s.lon) * 1000, 6).replace(/^0+/, (zeros) => ' '.repeat(zeros.length))}${pad(s.courseDeg, 3)} ${level(s.altFt)}${String(degreesC(s.altFt)).padStart(3)}(Z`,
});
export const label16 = ({ state: s }: Moment): DemoText => ({
  label: '16',
  number: 'M',
  containsPosition: true,
  text: `${ns(s.lat)} ${Math.abs(s.lat).toFixed(3)},${ew(s.lon)} ${Math.abs(s.lon).toFixed(3)},${s.altFt},${s.speedKt}, ${pad(s.courseDeg, 3)}`,
});
export const label20 = ({ state: s, atMs, random }: Moment): DemoText => ({
  label: '20',
  number: 'M',
  containsPosition: true,
  text: `POS${ns(s.lat)}${pad(Math.abs(s.lat) * 1000, 5)}${ew(s.lon)}${pad(Math.abs(s.lon) * 1000, 6)},${waypoint(s, 0)},${hhmmss(atMs)},${level(s.altFt)},${waypoint(s, 1)},${hhmmss(minutes(atMs, 11))},${waypoint(s, 2)},${signed(degreesC(s.altFt), 2)},${pad(random.whole(10_000, 35_999), 5)},${pad(Number(fuel(s)) * 10, 3)}`,
});
export const label21 = ({ state: s, atMs, random }: Moment): DemoText => ({
  label: '21',
  number: 'M',
  containsPosition: true,
  containsDestination: true,
  text: `POS${ns(s.lat)} ${Math.abs(s.lat).toFixed(3)}${ew(s.lon)}${Math.abs(s.lon).toFixed(3).padStart(7)}, ${pad(s.courseDeg, 3)},${hhmmss(atMs)},${pad(s.altFt, 5)},${pad(random.whole(10_000, 35_999), 5)}, ${random.whole(10, 60)},${degreesC(s.altFt)},${hhmmss(s.times.on)},${s.to.icao}`,
});
export const label44 = ({ state: s, atMs }: Moment): DemoText => ({
  label: '44',
  number: 'M',
  containsPosition: true,
  containsDestination: true,
  text: `POS02,${degreesMinutes(s.lat, s.lon)},${s.altFt > 0 ? level(s.altFt) : 'GRD'},${s.from.icao},${s.to.icao},${new Date(atMs).toISOString().slice(5, 10).replace('-', '')},${hhmm(atMs)},${hhmm(s.times.on)},${fuel(s).padStart(5, '0')}`,
});
export const label80 = ({ aircraft, state: s, atMs }: Moment): DemoText => ({
  label: '80',
  number: 'M',
  containsPosition: true,
  containsDestination: true,
  text: `3N01 POSRPT ${s.flight.slice(2)}/${dayOfMonth(atMs)} ${s.from.icao}/${s.to.icao} .${aircraft.tail}\r\n/POS ${degreesMinutes(s.lat, s.lon)}/ALT +${pad(s.altFt, 5)}/MCH ${pad(s.speedKt * 1.7, 3)}/FOB ${pad(Number(fuel(s)) * 10, 4)}/ETA ${hhmm(s.times.on)}`,
});
export const adsReport = ({ aircraft, random }: Moment): DemoText => ({
  label: 'B6',
  number: 'L',
  containsPosition: true,
  text: `/${random.pick(['PIKCPYA', 'NYCODYA', 'REYCAYA'])}.ADS.${aircraft.tail.replace('-', '')}07${Array.from({ length: 14 }, () => check(random).slice(0, 2)).join('')}${check(random)}`,
});
export const expectedTime = ({ state: s, atMs }: Moment): DemoText => ({
  label: '5Z',
  number: 'M',
  containsDestination: true,
  text: `ET EXP TIME / ${s.from.icao} ${s.to.icao} ${dayOfMonth(atMs)} ${hhmm(s.times.on)}/TIME ${hhmm(atMs)}`,
});
export const weatherRequest = ({ aircraft, state: s, atMs }: Moment): DemoText => ({
  label: '5U',
  number: 'M',
  containsDestination: true,
  text: `01 WXRQ   ${s.flight.slice(2)}/${dayOfMonth(atMs)} ${s.from.icao}/${s.to.icao} .${aircraft.tail}\r\n/TYP 1/STA ${s.to.icao}/STA ${s.from.icao}`,
});
export const atisRequest = ({ state: s, random }: Moment): DemoText => ({
  label: 'B9',
  number: 'L',
  containsDestination: true,
  text: `/${s.to.icao}.TI2/024${s.to.icao}A${check(random)}`,
});
export const atis = ({ state: s, atMs, random }: Moment): DemoText => ({
  label: 'A9',
  number: '',
  text: `/${s.to.icao}YXD.TI2/${s.to.icao} ARR ATIS ${random.pick(['B', 'F', 'K', 'M', 'Q', 'T'])}\r\n${hhmm(atMs).slice(0, 2)}20Z\r\nEXP ILS APCH RWY ${pad(random.whole(1, 36), 2)}\r\nTRL 70\r\nWIND ${pad(random.whole(1, 36) * 10, 3)}/${pad(random.whole(3, 22), 2)}KT VIS 10KM\r\nFEW0${random.whole(12, 45)} T${pad(random.whole(2, 14), 2)} DP0${random.whole(0, 9)} QNH ${random.whole(1002, 1031)}\r\nNOSIG${check(random)}`,
});
export const mediaAdvisory = ({ aircraft, atMs, random }: Moment): DemoText => ({
  label: 'SA',
  number: 'S',
  text: `0${random.pick(['E', 'E', 'L'])}${random.pick(['V', '2'])}${hhmmss(atMs)}${aircraft.hasVdl ? 'V2' : 'V'}${aircraft.hasHf ? 'SH' : ''}/`,
});
/** A compressed file transfer: opaque by nature. */
export const miam = ({ random }: Moment): DemoText => ({
  label: 'MA',
  number: 'L',
  text: `T-2!${Array.from({ length: random.whole(50, 130) }, () => String.fromCharCode(random.whole(33, 117))).join('')}|`,
});
/** Out, off, on, in: labels QA to QD. */
export function movement(label: 'QA' | 'QB' | 'QC' | 'QD', when: 'out' | 'off' | 'on' | 'in') {
  return ({ state: s }: Moment): DemoText => ({
    label,
    number: 'M',
    containsDestination: true,
    text: `${s.from.icao}${s.to.icao}${hhmm(s.times[when])} ${fuel(s).replace('.', '').padStart(4, '0')}`,
  });
}
/** Timetable information for the crew at the gate. */
export function timetable({ state: s, random }: Moment): DemoText {
  const fiveMinutes = 5 * 60_000;
  const isLate = random.chance(0.4);
  const plannedOut =
    Math.floor(s.times.out / fiveMinutes) * fiveMinutes - (isLate ? random.whole(1, 6) * fiveMinutes : 0);
  const plannedIn = plannedOut + Math.ceil((s.times.in - s.times.out) / fiveMinutes + random.whole(0, 2)) * fiveMinutes;
  const gate = `${random.pick(['A', 'B', 'C', 'D'])}${random.whole(2, 48)}`;
  return {
    label: 'RA',
    number: '',
    text: `QU${s.from.iata}OPS~1${s.flight}  DEP ${s.from.iata}\r\nSTD ${hhmm(plannedOut)}Z STA ${hhmm(plannedIn)}Z GATE ${gate}\r\n`,
  };
}
export const gateNote = ({ state: s, random }: Moment): DemoText => ({
  label: 'RA',
  number: '',
  text: `QU${s.to.iata}OPS~1${s.flight}  ARR ${s.to.iata}\r\nSTAND ${random.pick(['A', 'B', 'C', 'D'])}${random.whole(2, 48)} ETA ${hhmm(s.times.on)}\r\nCREW CONNECT ${random.whole(100, 999)} BELT ${random.whole(1, 22)}\r\n`,
});

/** No text: these keep the link alive. */
export const bare =
  (label: string, number = '') =>
  (): DemoText => ({ label, number, text: '' });

/** A ground station's squitter: its position and VDL2 frequency (label SQ). */
export function squitter(place: { lat: number; lon: number; iata: string; icao: string }): string {
  const part = (value: number, digits: number): string => {
    const all = Math.round(Math.abs(value) * 60);
    return `${pad(Math.floor(all / 60), digits)}${pad(all % 60, 2)}`;
  };
  return `02XA${place.iata}${place.icao}1${part(place.lat, 2)}${ns(place.lat)}${part(place.lon, 3)}${ew(place.lon)}V136975/SITA`;
}
