/** Texts of airlines in one or more blocks, in the formats of their labels and with the values of the flight. One function per format. */
import { deflateRawSync } from 'node:zlib';
import type { FlightState } from './flight.ts';
import {
  codesOf,
  crc16,
  type DemoText,
  dayOfMonth,
  degreesC,
  degreesMinutes,
  ew,
  fuelHundreds,
  fuelKg,
  hhmm,
  hhmmss,
  level,
  type Moment,
  minutes,
  monthName,
  ns,
  pad,
  runwayOf,
  signed,
  standOf,
  waypoint,
  windDigits,
  windOf,
  withChecksum,
  yymmdd,
} from './text-parts.ts';

export type Writer = (moment: Moment) => DemoText;

const downlink = (label: string, text: string, more: Partial<DemoText> = {}): DemoText => ({
  label,
  number: 'M',
  text,
  ...more,
});
const position = { containsPosition: true } as const;
const destination = { containsDestination: true } as const;
/** The minute of a waypoint ahead. */
const nextMs = (atMs: number, count: number): number => minutes(Math.floor(atMs / 60_000) * 60_000, count);

// ---- Positions

export const fmsPosition: Writer = (moment) => {
  const { state: s, atMs } = moment;
  const passed = `${waypoint(s, 0)},${hhmmss(atMs)},${level(s.altFt)}`;
  const ahead = `${waypoint(s, 1)},${hhmmss(nextMs(atMs, 9))},${waypoint(s, 2)}`;
  const air = `${signed(degreesC(s.altFt), 2)},${windDigits(s)},${pad(fuelHundreds(moment), 3)}`;
  const date = `${dayOfMonth(atMs)}${pad(new Date(atMs).getUTCMonth() + 1, 2)}${yymmdd(atMs).slice(0, 2)}`;
  const text = `POS${degreesMinutes(s.lat, s.lon)},${passed},${ahead},${air}/TS${hhmmss(atMs)},${date}`;
  return { label: 'H1', number: 'F', ...position, text: `#M1B${withChecksum(text)}` };
};
export const label10: Writer = (moment) => {
  const { state: s, atMs } = moment;
  const place = `/${ns(s.lat)}${Math.abs(s.lat).toFixed(3)}/${ew(s.lon)}${pad3(s.lon)}`;
  const motion = `10/${(s.speedKt / 588).toFixed(2)}/${pad(s.courseDeg, 3)}/${level(s.altFt)}`;
  const arrival = `${s.to.icao}/${hhmm(s.times.on)}/${pad(fuelHundreds(moment), 4)}/${pad(windOf(s).kt, 5)}`;
  const ahead = `${waypoint(s, 0)}/${waypoint(s, 1)}/${hhmm(minutes(atMs, 6))}/${waypoint(s, 2)}/${hhmm(minutes(atMs, 14))}`;
  return downlink('10', `${place}/${motion}/${arrival}/${ahead}/`, { ...position, ...destination });
};
/** 007.477 */
const pad3 = (value: number): string => Math.abs(value).toFixed(3).padStart(7, '0');
export const label15: Writer = ({ state: s }) => {
  const place = degreesMinutes(s.lat, s.lon).replace(/([EW])0/, '$1 ');
  const { from, kt } = windOf(s);
  const air = `${pad(from, 3)}${String(kt).padStart(3)}${level(s.altFt)}${String(degreesC(s.altFt)).padStart(3)}`;
  return downlink('15', `(2${place}${air}(Z`, position);
};
export const label16: Writer = ({ state: s, atMs }) =>
  downlink(
    '16',
    `${hhmmss(atMs)},${pad(s.altFt, 5)},${hhmm(s.times.on)}, ${pad(s.courseDeg, 3)},${ns(s.lat)} ${Math.abs(s.lat).toFixed(3)},${ew(s.lon)}${Math.abs(s.lon).toFixed(3).padStart(7)}`,
    position,
  );
export const label20: Writer = (moment) => {
  const { state: s, atMs } = moment;
  const passed = `${waypoint(s, 0)},${hhmmss(atMs)},${level(s.altFt)}`;
  const ahead = `${waypoint(s, 1)},${hhmmss(nextMs(atMs, 11))},${waypoint(s, 2)}`;
  const air = `${signed(degreesC(s.altFt), 2)},${windDigits(s)},${pad(fuelHundreds(moment), 3)}`;
  return downlink('20', `POS${degreesMinutes(s.lat, s.lon)},${passed},${ahead},${air}`, position);
};
export const label21: Writer = (moment) => {
  const { state: s, atMs } = moment;
  const place = `${ns(s.lat)}${Math.abs(s.lat).toFixed(3).padStart(7)}${ew(s.lon)}${Math.abs(s.lon).toFixed(3).padStart(7)}`;
  const air = `${String(s.altFt).padStart(5)},${String(s.altFt + 380).padStart(5)}, ${String(windOf(s).kt).padStart(3)},${String(degreesC(s.altFt)).padStart(3)}`;
  return downlink(
    '21',
    `POS${place}, ${String(fuelHundreds(moment)).padStart(3)},${hhmmss(atMs)},${air},${hhmmss(s.times.on)},${s.to.icao}`,
    { ...position, ...destination },
  );
};
export const label44: Writer = (moment) => {
  const { state: s, atMs } = moment;
  const day = new Date(atMs).toISOString().slice(5, 10).replace('-', '');
  const tonnes = (fuelKg(moment) / 1000).toFixed(1).padStart(5, '0');
  return downlink(
    '44',
    `POS02,${degreesMinutes(s.lat, s.lon)},${s.altFt > 0 ? level(s.altFt) : 'GRD'},${s.from.icao},${s.to.icao},${day},${hhmm(atMs)},${hhmm(s.times.on)},${tonnes}`,
    { ...position, ...destination },
  );
};
export const label80: Writer = (moment) => {
  const { aircraft, state: s, atMs } = moment;
  const head = `3N01 POSRPT ${s.flight.slice(2)}/${dayOfMonth(atMs)} ${s.from.icao}/${s.to.icao} .${aircraft.tail}`;
  const body = `/POS ${degreesMinutes(s.lat, s.lon)}/ALT +${pad(s.altFt, 5)}/MCH ${pad(s.speedKt * 1.7, 3)}/FOB ${pad(fuelHundreds(moment), 4)}/ETA ${hhmm(s.times.on)}`;
  return downlink('80', `${head}\r\n${body}`, { ...position, ...destination });
};

// ---- Gate times, loads, weather, free text

/** Out, off, on, in: labels QA to QD. */
export function movement(label: 'QA' | 'QB' | 'QC' | 'QD', when: 'out' | 'off' | 'on' | 'in'): Writer {
  return (moment) => {
    const { state: s } = moment;
    const text = `${s.from.icao}${s.to.icao}${hhmm(s.times[when])} ${pad(fuelHundreds(moment), 4)}`;
    return downlink(label, text, destination);
  };
}
export const expectedTime: Writer = ({ state: s, atMs }) =>
  downlink(
    '5Z',
    `/ET EXP TIME       / ${s.from.icao} ${s.to.icao} ${dayOfMonth(atMs)} ${hhmmss(atMs)}/EON ${hhmm(s.times.on)} AUTO`,
    destination,
  );
export const weatherRequest: Writer = ({ aircraft, state: s, atMs }) =>
  downlink(
    '5U',
    `01 WXRQ   ${s.flight.slice(2)}/${dayOfMonth(atMs)} ${s.from.icao}/${s.to.icao} .${aircraft.tail}\r\n/TYP 1/STA ${s.to.icao}/STA ${s.from.icao}`,
    destination,
  );
const fiveMinutes = 5 * 60_000;
/** Timetable information for the crew at the gate. */
export const timetable: Writer = ({ state: s, random }) => {
  const isLate = random.chance(0.4);
  const plannedOut =
    Math.floor(s.times.out / fiveMinutes) * fiveMinutes - (isLate ? random.whole(1, 6) * fiveMinutes : 0);
  const plannedIn = plannedOut + Math.ceil((s.times.in - s.times.out) / fiveMinutes + random.whole(0, 2)) * fiveMinutes;
  return uplink(
    `QU${s.from.iata}OPSX~1${s.flight}  DEP ${s.from.iata}\r\nSTD ${hhmm(plannedOut)}Z STA ${hhmm(plannedIn)}Z GATE ${standOf(s)}\r\n`,
  );
};
const uplink = (text: string): DemoText => ({ label: 'RA', number: '', text });
export const gateNote: Writer = ({ state: s }) =>
  uplink(
    `QU${s.to.iata}OPSX~1FROM OPS ${s.to.iata}\r\nSTAND ${standOf(s)} ETA ${hhmm(s.times.on)}\r\nBELT ${1 + (Number(s.flight.slice(2)) % 20)}\r\n`,
  );
/** Weights of this flight: the same in the load sheet and its answer. */
function loadOf({ aircraft, state: s }: Moment) {
  const n = Number(s.flight.slice(2)) + new Date(s.times.out).getUTCDate();
  const isHeavy = /^(?:A3[35]|B7[678])/.test(aircraft.type);
  const passengers = Math.round((aircraft.type === 'AT76' ? 68 : isHeavy ? 286 : 164) * (0.7 + (n % 29) / 100));
  const emptyKg = aircraft.type === 'AT76' ? 13_600 : isHeavy ? 138_000 : 43_800;
  return { passengers, zeroFuelKg: emptyKg + passengers * 104 };
}
export const loadSheet: Writer = (moment) => {
  const { state: s } = moment;
  const { passengers, zeroFuelKg } = loadOf(moment);
  const takeoffKg = zeroFuelKg + fuelKg(moment);
  return uplink(
    `QU${s.from.iata}LCXX.1LOADSHEET FINAL ${hhmm(moment.atMs)} EDNO1\r\n${s.flight}/${dayOfMonth(moment.atMs)} ${s.from.iata} ${s.to.iata}\r\nZFW ${zeroFuelKg} TOW ${takeoffKg} KG\r\nPAX ${passengers}\r\n`,
  );
};
export const loadSheetAnswer: Writer = ({ state: s, atMs }) =>
  downlink(
    'RB',
    `${s.callSign},${s.from.icao},${s.to.icao},${dayOfMonth(atMs)}${yymmdd(atMs).slice(2, 4)}${yymmdd(atMs).slice(0, 2)},${hhmm(atMs)},LOADSHEET FINAL,EDNO 01,ACCEPT,${pad(Number(s.flight.slice(2)) * 37, 6)},`,
    destination,
  );
const requests = [
  'REQUEST WHEELCHAIR FOR SEAT 4A ON ARRIVAL',
  'CABIN LIGHT ROW 12 INOP PLEASE INFORM MAINTENANCE',
  'PLEASE ADVISE CONNECTING GATES',
  'COFFEE MAKER AFT GALLEY INOP',
  'REQUEST WATER SERVICE ON ARRIVAL',
] as const;
export const crewMessage: Writer = ({ state: s, atMs, random }) =>
  downlink(
    '5Z',
    `/C4 DISP MSG       / ${s.from.icao} ${s.to.icao} ${dayOfMonth(atMs)} ${hhmmss(atMs)}\r\n${random.pick(requests)}`,
    destination,
  );
const orders = [
  'CALL OPS ON COMPANY FREQUENCY WHEN IN RANGE',
  'EXPECT REMOTE STAND. BUS CREW INFORMED',
  'RAMP CONGESTED. HOLD SHORT OF STAND',
  'CREW CHANGE ON ARRIVAL. NEXT SECTOR ON TIME',
] as const;
export const groundMessage: Writer = ({ state: s, random }) =>
  uplink(`QU${s.to.iata}OPSX~1FROM OPS ${s.to.iata}\r\n${random.pick(orders)}\r\n`);

// ---- Links

/** The media advisory says which link was established or lost, and which are there then. */
export const mediaAdvisory: Writer = ({ aircraft, atMs, random }) => {
  const links = ['V', ...(aircraft.hasVdl ? ['2'] : []), ...(aircraft.hasHf ? ['H', 'S'] : [])] as [
    string,
    ...string[],
  ];
  const isLost = links.length > 1 && random.chance(0.3);
  const link = random.pick(links);
  const available = links.filter((one) => !isLost || one !== link).join('');
  return { label: 'SA', number: 'S', text: `0${isLost ? 'L' : 'E'}${link}${hhmmss(atMs)}${available}/` };
};
/** No text: these keep the link alive. */
export const bare =
  (label: string, number = ''): Writer =>
  () => ({ label, number, text: '' });

/** A ground station's squitter: its position and VDL2 frequency (label SQ). */
export function squitter(place: { lat: number; lon: number; iata: string; icao: string }): string {
  const part = (value: number, digits: number): string => {
    const all = Math.round(Math.abs(value) * 60);
    return `${pad(Math.floor(all / 60), digits)}${pad(all % 60, 2)}`;
  };
  return `02XS${place.iata}${place.icao}1${part(place.lat, 2)}${ns(place.lat)}${part(place.lon, 3)}${ew(place.lon)}V136975/SITA`;
}

// ---- Engines and condition monitoring

const typesOf =
  (pattern: RegExp) =>
  ({ aircraft }: Moment): boolean =>
    pattern.test(aircraft.type);
const isAirbus320 = typesOf(/^A(?:318|319|320|321|20N|21N)$/);
const isBoeing737 = typesOf(/^B(?:73\d|3\dM)$/);
const isAirbusHeavy = typesOf(/^A3[35]/);

/** Thrust settings of a steady engine differ a little. */
const engineColumns = ({ random }: Moment): string =>
  [
    pad(random.whole(8200, 9100), 5),
    pad(random.whole(640, 710), 5),
    pad(random.whole(4700, 5200), 5),
    pad(random.whole(300, 420), 4),
  ].join(',');
/** Cruise report of an A320, condition report of other types; others send a position. */
function condition(moment: Moment, points: number): DemoText {
  const { aircraft, state: s, atMs } = moment;
  const date = `${monthName(atMs)}${dayOfMonth(atMs)}`;
  const route = `${s.from.icao},${s.to.icao}`;
  const engines = lines(points, (i) => `/N${i + 1}${engineColumns(moment)},${engineColumns(moment)}`);
  const air = `/C1${pad(s.altFt, 5)},${pad(s.speedKt, 3)},${signed(degreesC(s.altFt), 2)}`;
  if (isAirbus320(moment))
    return acms(
      `A02/A32102,1,1/CC${aircraft.tail},${date},${hhmmss(atMs)},${route},${s.flight.slice(2)}${air}${engines}/`,
    );
  if (isAirbusHeavy(moment))
    return acms(
      `A350,000460,1,1,TB000000/REP034,00,00,4/C1${aircraft.tail},${monthName(atMs)},${dayOfMonth(atMs)},${hhmmss(atMs)},${route}${air}${engines}/`.replace(
        'A350',
        aircraft.type === 'A333' ? 'A330' : 'A350',
      ),
    );
  return isBoeing737(moment)
    ? positionSeries(moment, points)
    : points > 1
      ? windObservations(moment)
      : fmsPosition(moment);
}
const acms = (text: string): DemoText => ({ label: 'H1', number: 'D', text: `#DFB${text}` });
export const engineReport: Writer = (moment) => condition(moment, 1);
export const engineTrend: Writer = (moment) => condition(moment, 7);

const lines = (count: number, line: (i: number) => string): string =>
  Array.from({ length: count }, (_, i) => line(i)).join('');

/** States of the last minutes on the same leg, newest last. */
function track({ state: s, atMs }: Moment, count: number, stepMs: number): readonly [FlightState, number][] {
  const nmiPerMs = s.speedKt / 3_600_000;
  return Array.from({ length: count }, (_, i) => {
    const agoMs = (count - 1 - i) * stepMs;
    const back = (agoMs * nmiPerMs) / 60;
    const course = (s.courseDeg * Math.PI) / 180;
    const lat = s.lat - back * Math.cos(course);
    const lon = s.lon - (back * Math.sin(course)) / Math.cos((s.lat * Math.PI) / 180);
    const altFt = Math.round(Math.min(Math.max(s.altFt - (s.verticalFtMin * agoMs) / 60_000, 0), 41_000) / 10) * 10;
    return [{ ...s, lat, lon, altFt }, atMs - agoMs];
  });
}
/** Degrees and minutes: N3600.0,W10356.7. */
function withMinutes({ lat, lon }: FlightState): string {
  const part = (value: number, digits: number): string => {
    const tenths = Math.round(Math.abs(value) * 600);
    return `${pad(Math.floor(tenths / 600), digits)}${((tenths % 600) / 10).toFixed(1).padStart(4, '0')}`;
  };
  return `${ns(lat)}${part(lat, 2)},${ew(lon)}${part(lon, 3)}`;
}
/** Of a 737: positions with wind and temperature, newest last. */
function positionSeries(moment: Moment, count: number): DemoText {
  const { aircraft, state: s, atMs } = moment;
  const head = `++86501,${aircraft.tail},B737800,${yymmdd(atMs)},${s.flight},${s.from.icao},${s.to.icao},${pad(Number(s.flight.slice(2)) % 1000, 4)},SMX34`;
  const rows = track(moment, count, 180_000).map(([at, ms]) => {
    const { from, kt } = windOf(at);
    return `${withMinutes(at)},${dayOfMonth(ms)}${hhmm(ms)},${pad(at.altFt, 5)},${degreesC(at.altFt).toFixed(1)},${pad(from, 3)},${pad(kt, 3)},ER,00000,0,\r\n`;
  });
  return { ...acms(`${head}\r\n${count}\r\n${rows.join('')}:\r\n`), ...position };
}
/** Wind and temperature in climb, cruise or descent, one line per minute or three. */
export const windObservations: Writer = (moment) => {
  const { state: s, atMs } = moment;
  const thousandths = (value: number, digits: number): string => pad(Math.abs(value) * 1000, digits);
  const rows = track(moment, moment.random.whole(7, 11), 60_000).map(
    ([at, ms]) =>
      `${ns(at.lat)}${thousandths(at.lat, 5)}${ew(at.lon)}${thousandths(at.lon, 6)}${hhmm(ms)}${pad(at.altFt / 10, 4)}${signed(degreesC(at.altFt), 3)}${windDigits(at)}G\r\n`,
  );
  return { ...acms(`76401\r\n02E${dayOfMonth(atMs)}${s.from.icao}${s.to.icao}\r\n${rows.join('')}`), ...position };
};

export const flightPlan: Writer = ({ state: s }) => {
  const way = Array.from({ length: 30 }, (_, i) => waypoint(s, i * 2)).join('.');
  const text = `FPN/SN${pad(Number(s.flight.slice(2)), 4)}/FN${s.flight}/RI:DA:${s.from.icao}:AA:${s.to.icao}:CR:${s.from.iata}${s.to.iata}01:F:${way}:AP:ILS${runwayOf(s.to.icao)}`;
  return { label: 'H1', number: 'F', ...destination, text: `#M1B${withChecksum(text)}` };
};

// ---- MIAM (ARINC 841): a report of condition monitoring, packed

/** One transfer of version 2: its content is a downlink H1 of the condition monitoring system. */
function miam(moment: Moment, inner: DemoText): DemoText {
  const content = inner.text.replace(/^#DFB/, '');
  const sum = crc16(codesOf(content));
  const number = moment.random.whole(1, 100);
  // Type data, version 2; number; deflate (1), ACARS with sublabel (1); label, sublabel; checksum.
  const header = [0x02, number << 1, 0x00, 0x41, ...codesOf('H1DF'), sum >> 8, sum & 255];
  const [head, headPad] = base85(header);
  const [body, bodyPad] = base85([...deflateRawSync(content)]);
  return { label: 'MA', number: 'L', text: `T${bodyPad}${headPad}${head}|${body}`, isIntact: true };
}
/** Five characters for four octets. The second value = octets added to fill the last group. */
function base85(bytes: readonly number[]): readonly [text: string, added: number] {
  const added = (4 - (bytes.length % 4)) % 4;
  const all = [...bytes, ...Array.from({ length: added }, () => 0)];
  let text = '';
  for (let at = 0; at < all.length; at += 4) {
    let value = all.slice(at, at + 4).reduce((sum, byte) => sum * 256 + byte, 0);
    let group = '';
    for (let i = 0; i < 5; i++, value = Math.floor(value / 85)) group = String.fromCharCode(33 + (value % 85)) + group;
    text += group;
  }
  return [text, added];
}
export const packedReport: Writer = (moment) =>
  miam(moment, isAirbus320(moment) || isAirbusHeavy(moment) ? condition(moment, 1) : windObservations(moment));
/** Longer than a block. */
export const packedTrend: Writer = (moment) =>
  miam(moment, isAirbus320(moment) || isAirbusHeavy(moment) ? condition(moment, 9) : positionSeries(moment, 12));
