/** Demo texts longer than an ACARS block, sent in two to four. One function per format. */
import { check, dayOfMonth, degreesC, fuel, hhmm, hhmmss, level, ns, pad, signed, waypoint } from './text-parts.ts';
import type { DemoText, Moment } from './texts.ts';

const lines = (count: number, line: (i: number) => string): string =>
  Array.from({ length: count }, (_, i) => line(i)).join('');

export function flightPlan({ state: s, random }: Moment): DemoText {
  const way = Array.from({ length: 24 }, (_, i) => waypoint(s, i * 2)).join('.');
  const text = `FPN/SN${pad(random.whole(1, 9999), 4)}/FN${s.flight}/RI:DA:${s.from.icao}:AA:${s.to.icao}:CR:${s.from.iata}${s.to.iata}0${random.whole(1, 9)}:F:${way}:AP:ILS${pad(random.whole(1, 36), 2)}L/WD${level(s.altFt || 34_000)},${waypoint(s, 3)},${pad(random.whole(200, 300), 3)}${pad(random.whole(20, 99), 3)}${check(random)}`;
  return { label: 'H1', number: 'F', containsDestination: true, text };
}

export function engineTrend({ aircraft, state: s, atMs, random }: Moment): DemoText {
  const head = `#DFBA${pad(random.whole(1, 99), 2)}/A321${pad(random.whole(10, 40), 2)},1,1/CC${aircraft.tail.replace('-', '')},${dayOfMonth(atMs)},${hhmmss(atMs)},${s.from.icao},${s.to.icao},${s.flight.slice(2)}/C1${pad(s.altFt, 5)},${pad(s.speedKt, 3)},${pad(random.whole(760, 800), 3)}`;
  const engine = () =>
    `${pad(random.whole(8200, 9100), 5)},${pad(random.whole(640, 710), 5)},${pad(random.whole(4700, 5200), 5)},${pad(random.whole(300, 420), 4)}`;
  return { label: 'H1', number: 'D', text: `${head}${lines(9, (i) => `/N${i + 1}${engine()},${engine()}`)}/` };
}

export function faultReport({ aircraft, state: s, atMs, random }: Moment): DemoText {
  const names = [
    'GALLEY COOLING',
    'LAV SMOKE DET 2',
    'CAB PRESS CTLR 1',
    'BLEED VALVE 2',
    'WXR TRANSCEIVER',
    'TCAS COMPUTER',
    'IFE SERVER',
  ] as const;
  const head = `#CFBFLR/FR${dayOfMonth(atMs)}${hhmm(atMs)} ${s.flight} ${aircraft.tail} ${s.from.icao}${s.to.icao}\r\n`;
  const fault = () =>
    `${pad(random.whole(21, 79), 2)}${pad(random.whole(0, 99), 2)}${pad(random.whole(0, 99), 2)}06 ${random.pick(names)}/IDENT ${check(random)} PHASE ${random.whole(2, 9)} HARD\r\n`;
  return { label: 'H1', number: 'C', text: head + lines(random.whole(4, 7), fault) };
}

/** Wind and temperature in climb or descent, one line per altitude. */
export function weatherProfile({ aircraft, state: s, atMs, random }: Moment): DemoText {
  const head = `${pad(random.whole(1, 99), 2)}W${aircraft.tail.replace('-', '')},${s.flight},${dayOfMonth(atMs)}${hhmm(atMs)},${s.from.icao},${s.to.icao}\r\n`;
  const line = (i: number): string => {
    const altFt = Math.max(0, s.altFt - i * 900);
    return `${ns(s.lat)}${pad(Math.abs(s.lat) * 100 + i * 3, 4)},${hhmm(atMs - i * 60_000)},${level(altFt)},${signed(degreesC(altFt), 2)},${pad(random.whole(180, 350), 3)},${pad(random.whole(8, 95), 3)},${fuel(s)}\r\n`;
  };
  return { label: 'H1', number: 'D', text: head + lines(random.whole(9, 16), line) };
}

/** A compressed file transfer, opaque by nature. */
export function fileTransfer({ random }: Moment): DemoText {
  const body = lines(random.whole(240, 600), () => String.fromCharCode(random.whole(33, 117)));
  return { label: 'MA', number: 'L', text: `T-3!${body}|` };
}
