/**
 * Reports of aircraft condition monitoring: number, aircraft, route, date, and the newest position. A table of formats by what they begin with. Own file: a table. Pure.
 * Sources: ARINC 620 for text elements; samples for columns. What proves a column is at its row: time of reception, and the great circle between the airports of the report.
 */
import type { Facts } from '../../contract/entities/meaning.ts';
import { celsiusWords, degreesWords, positionWords, pressureFeet, pressureLevel, timeOf } from '../words.ts';
import { dayWords, headOf, item, itemsOf, monthOf, type Report } from './report.ts';

type Groups = Readonly<Record<string, string | undefined>>;
type Row = {
  /** Head: `report`, `tail`, `from`, `to`, `date`, `time`, `flight`, `page`, `software`, `application`. */
  readonly head: RegExp;
  /** `lat`, `lon`, `time`, `alt`, `temp`, `dir`, `kt`. The last one counts. */
  readonly point?: RegExp;
  /** Units of `lat` and `lon` in a degree, `minutes` = degrees and minutes. */
  readonly perDegree?: number | 'minutes';
  /** Feet of a unit of `alt`, `level` = flight level. */
  readonly feet?: number | 'level';
  /** Units of `temp` in a degree. */
  readonly perCelsius?: number;
  /** The columns of the point have no documentation and no sign that names them. */
  readonly isInferred?: boolean;
  /** The position is not what the report is about. */
  readonly isEngine?: boolean;
};

const airports = '(?<from>[A-Z]{4})(?<to>[A-Z]{4})';
const airportColumns = '(?<from>[A-Z]{4}),(?<to>[A-Z]{4})';
/** In front of reports with three digits. */
const front = /^A3\d\d,\d{6},1,1,TB\d{6}\/(?=REP\d{3},)/;
const aircraft = String.raw`C[C1]\.?(?<tail>[A-Z0-9-]{4,8}),(?<date>[A-Z]{3},?\d\d|\d\d)`;

const rows: readonly Row[] = [
  {
    // 56 of 56 times within 8 min of reception, positions within 15 % of the great circle.
    head: new RegExp(
      String.raw`^(?<report>[A-Z]{2,3}\d{3,4}[A-Z]{0,2})_ ?(?<tail>[A-Z0-9-]{4,8}) +${airports}[ \d]{3}\n`,
    ),
    point:
      /(?<lat>[ -]\d{5})(?<lon>[ -]\d{6})(?<time>\d{4})(?<alt>[ \d]\d{5})(?<temp>[ -]\d{2}[\d-])(?<dir>\d{3})(?<kt>\d{3})/g,
    ...{ perDegree: 1000, feet: 1, perCelsius: 10, isInferred: true },
  },
  {
    // Hemispheres are letters. Times within 6 min of reception, positions on the great circle.
    head: new RegExp(String.raw`^(?:(?<report>R\d\d)\/A3\d{4},1,1\n)?\d{5}\n02E\d\d${airports}\n`),
    point: /(?<lat>[NS]\d{5})(?<lon>[EW]\d{6})(?<time>\d{4})(?<alt>\d{4})(?<temp>[MP]\d{3})(?<dir>\d{3})(?<kt>\d{3})G/g,
    ...{ perDegree: 1000, feet: 10, perCelsius: 1 },
  },
  {
    // The fifth point lies where the aircraft was at the time of the head.
    head: new RegExp(String.raw`^(?<report>A38)\/A3\d{4},1,1\/C1TRP,(?<time>\d{6}),${airportColumns},`),
    point: /\/C6(?<lat>-?\d{5,6}),(?<lon>-?\d{5,7}),(?<alt>\d{3}),/g,
    ...{ perDegree: 10_000, feet: 'level', isInferred: true },
  },
  {
    head: new RegExp(
      String.raw`^(?<report>A\d\d|REP\d{3})(?:\/A3\d{4},1,1|,[\d,]*)\/${aircraft},(?:(?<time>\d{6}|X{6}),)?${airportColumns}`,
    ),
  },
  {
    // Seconds of arc and seconds of the day: times within 1 min of reception, 35 of 35 positions within 9 % of the great circle.
    head: /^(?<report>REP081),[\d,]*;A06\/NX,(?<from>[A-Z]{4}) (?<to>[A-Z]{4})\//,
    point:
      /\/0,7,(?<lat>[+-]\d{6}),(?<lon>[+-]\d{6}),0*(?<second>\d{1,5}),(?<alt>\d{4}),(?<temp>-?\d{3}),(?<dir>\d{3}),(?<kt>\d{3}),/g,
    ...{ perDegree: 3600, feet: 10, perCelsius: 10, isInferred: true },
  },
  {
    // Times within 2 min of reception.
    head: /^(?<report>REP502),[\d,]*;POSDMU,/,
    point: /POSDMU,(?<time>\d{6}),(?<lat>[+-]\d{6}),(?<lon>[+-]\d{7}),\d{6},(?<alt>\d{3})\//g,
    ...{ perDegree: 10_000, feet: 'level', isInferred: true },
  },
  {
    // Hemispheres are letters, and blanks stand for zeros.
    head: new RegExp(
      String.raw`^(?<report>REP239),[\d,]*\/239(?<tail>[A-Z0-9-]{6})[\d ]{4}\d{12}\d{3}(?:(?=[^\n]{0,90} ${airports}\s*$)|)`,
    ),
    point: /(?<time>\d{6})\d{3}(?<lat>[NS][\d ]{5})(?<lon>[EW][\d ]{6})(?<alt>\d{3})-/g,
    ...{ perDegree: 1000, feet: 'level' },
  },
  {
    // The same columns without letters: hundredths, longitudes above 60. Times within 1 min of reception.
    head: new RegExp(
      String.raw`^(?:\d{21}\n(?<report>R\d\d)\/A3\d{4},1,1\n)?239(?<tail>[A-Z][A-Z0-9-]{3,5}) {0,2}[\d ]{4}\d{12}\d{3}(?:(?=[^]{0,140}?${airports}\s*$)|)`,
    ),
    point: /\d{6}(?<time>\d{6})\d{3}(?<lat>[ -]\d{4}) {0,2}(?<lon>-?\d{3,5})(?<alt>\d{3})(?=[ -])/g,
    ...{ perDegree: 100, feet: 'level', isInferred: true },
  },
  {
    // Lines of `++` without the beginning.
    head: /^[\d.,A-Z -]{0,60},[A-Z]{2},\d{5},\d,\n(?=[NS]\d{4}\.\d,[EW]\d{5}\.\d,\d{6},\d{5},)/,
    point: /(?<lat>[NS]\d{4}\.\d),(?<lon>[EW]\d{5}\.\d),\d\d(?<time>\d{4}),(?<alt>\d{5}),/g,
    ...{ perDegree: 'minutes', feet: 1 },
  },
  {
    head: /^(?<report>REP291),[\d,]*\/\nTRP (?<from>[A-Z]{4}) (?<to>[A-Z]{4})/,
    point: /\/A\d (?<time>\d{6}),(?<lat>[ -] ?\d{1,2}\.\d{4}),(?<lon>[ -] ?\d{1,3}\.\d{4}),(?<alt>\d{3}),/g,
    ...{ perDegree: 1, feet: 'level', isInferred: true },
  },
  {
    head: new RegExp(String.raw`^(?<report>REP281),[\d,]*\/\/WX02EN\d\d${airports}\n`),
    point: /(?<lat>[NS]\d{5})(?<lon>[EW]\d{6})(?<time>\d{4})\d{4}[MP]/g,
    ...{ perDegree: 1000 },
  },
  { head: /^(?<report>REP\d{3}),/ },
  {
    head: /^(?<report>R\d\d)\/A3\d{4},1,1\nC1,\.?(?<tail>[A-Z0-9-]{4,8}),(?<date>\d\d[A-Z]{3}\d\d),(?<time>\d\d\.\d\d\.\d\d),/,
  },
  {
    // Degrees and minutes: minutes go on from 59 to 0.
    head: new RegExp(
      String.raw`^\+\+(?<report>\d{5}),(?:(?<tail>[A-Z0-9-]{5,7})|[A-Z0-9]*),B737[A-Z0-9-]*,(?<date>\d{6}),(?<flight>[A-Z0-9]{3,7}) *,${airportColumns},`,
    ),
    point: /(?<lat>[NS]\d{4}\.\d),(?<lon>[EW]\d{5}\.\d),\d\d(?<time>\d{4}),(?<alt>\d{5}),/g,
    ...{ perDegree: 'minutes', feet: 1 },
  },
  {
    head: new RegExp(
      String.raw`^(?<report>\d[A-Z0-9]\d{3}),[A-Z0-9-]+,B737[A-Z0-9-]*,(?<date>\d{6}),(?<flight>[A-Z0-9]{3,7}) *,${airportColumns},`,
    ),
    point:
      /(?<time>\d\d\.\d\d\.\d\d),[A-Z]{2},\d{4},(?<alt>\d{5}),[\d.]+,[\d.]+,[\d.-]+,[\d.-]+,(?<lat>[NS]\d{4}\.\d),(?<lon>[EW]\d{5}\.\d),/g,
    ...{ perDegree: 'minutes', feet: 1, isEngine: true },
  },
  {
    head: new RegExp(
      String.raw`^\s{0,4}(?<report>APM \d) \d(?<tail>N[1-9]\d{0,4}[A-Z]{0,2}|[A-Z0-9]{1,2}-[A-Z0-9]{3,5}?)${airports}\d{8} `,
    ),
    // Near the great circle, as the only columns that are degrees.
    point: /,(?<lat>[ -]{1,2}\d{1,2}\.\d{4}),,,(?<lon>[ -]{1,2}\d{1,3}\.\d{4}),/g,
    ...{ perDegree: 1, isInferred: true, isEngine: true },
  },
  {
    head: /^APM_REPORT\S{1,40}\nACMF SNAPSHOT REPORT (?<date>\d{4}[A-Z]{3}\d\d) (?<time>\d\d:\d\d:\d\d)\nA\/C (?<tail>\S{3,8})\n(?:SWVER (?<software>\S+) +APPVER (?<application>\S+))?/,
  },
  {
    // The lines below repeat the time, and go on from it.
    head: /^ACM\d\d(?<report>ACM\d{3})AS(?<tail>[A-Z0-9-]{4,8}) (?:[ )]{1,30}(?<day>\d\d)(?<month>\d\d)(?<year>\d\d)(?: {0,3}\d{1,4}[A-Z]{2}(?<time>\d{6})\b)?)?/,
  },
  {
    head: /^RPT(?<report>\d{1,3});PG(?<page>\d);(?:REAL|AUTO|MAN)[A-Z]*;/,
  },
];

/** The last letter of their destination is wrong. */
const wrongDestination = /^REP03[27]$/;

/** At the end of a page of `RPT`. */
const pageEnd = /;(?<day>\d\d);(?<month>[A-Z]{3});(?<year>\d\d);(?<time>\d\d:\d\d:\d\d)\s*$/;

/** How all of them begin, so that other texts cost one test. */
const anyHead =
  /^(?:[A-Z]{2,3}\d{3}|[AR]\d\d\/A3|REP\d{3},|\d{5}\n02E|\+\+\d|\d[A-Z0-9]\d{3},|\s{0,4}APM \d|APM_REPORT|ACM\d\d|RPT\d|239|[\d.,A-Z -]{0,60},[A-Z]{2},\d{5},\d,\s)/;

/** `isPage` = the prefix names the system that sends pages. Their front may be missing. */
export function readConditionReport(text: string, isPage: boolean): Report | null {
  const body = text.replace(front, '');
  if (!isPage && !anyHead.test(body)) return null;
  const end = isPage ? pageEnd.exec(body.slice(-40))?.groups : undefined;
  for (const row of rows) {
    const found = row.head.exec(body);
    if (found) return reportOf(row, { ...found.groups, ...end }, body.slice(found[0].length), pointsOf(row, body));
  }
  return end ? reportOf(null, end, body, []) : null;
}

const pointsOf = ({ point }: Row, body: string): readonly RegExpExecArray[] => (point ? [...body.matchAll(point)] : []);

function reportOf(row: Row | null, head: Groups, content: string, points: readonly RegExpExecArray[]): Report {
  const newest = points.at(-1);
  const placed = row && newest?.groups ? factsOfPoint(row, newest.groups, points.at(-2)?.groups) : {};
  const { report, page, tail, flight } = head;
  const [from, to] = [head.from, wrongDestination.test(report ?? '') ? undefined : head.to].map((airport) =>
    airport === 'XXXX' ? undefined : airport,
  );
  const time = timeOf((head.time ?? '').replace(/[.:]/g, ''));
  const about = headOf({ report, tail, flight, from, to, time });
  const facts: Facts = { ...about.facts, ...placed };
  const { position, altitude, windFromDeg, windKt, temperatureC } = placed;
  const isPosition = row?.isEngine !== true && position !== undefined;
  const mark = row?.isInferred && position ? ' (inferred)' : '';
  const date = dateWords(head);
  const name = `report${report ? ` ${report}` : ''}${tail ? ` of ${tail}` : ''}`;
  const words = isPosition
    ? [positionWords({ ...facts, to: undefined }), about.route, (report || tail) && name]
    : [
        `Condition ${name}`,
        page && `page ${page}`,
        date,
        time && `${time}Z`,
        about.route,
        position && positionWords(placed).replace('Position', 'at'),
      ];
  return {
    kind: isPosition ? 'position' : 'engine',
    description: isPosition ? 'Position Series' : 'Condition Report',
    words: `${words.filter((part) => part).join(', ')}${mark}`,
    facts,
    items: [
      ...about.items,
      ...itemsOf([
        ['Page', page],
        ['Date', date],
        ['Software version', head.software],
        ['Application version', head.application],
      ]),
      ...(position?.lat === undefined || position.lon === undefined
        ? []
        : [item(`Position${mark}`, degreesWords({ lat: position.lat, lon: position.lon }), row?.isInferred === true)]),
      ...itemsOf([
        ['Time of the position', position?.time && `${position.time}Z`],
        [`Altitude${mark}`, altitude?.words],
        [`Wind${mark}`, windFromDeg === undefined ? null : `${String(windFromDeg).padStart(3, '0')}° ${windKt} kt`],
        [`Outside Air Temperature${mark}`, temperatureC === undefined ? null : celsiusWords(temperatureC)],
        ['Earlier positions', points.length > 1 ? String(points.length - 1) : null],
      ]),
    ],
    rest: newest ? content.replace(newest[0], '') : content,
  };
}

/** Values out of range are not said. */
function factsOfPoint(row: Row, groups: Groups, before: Groups | undefined): Facts {
  const place = placeOf(row, groups);
  if (place === null) return {};
  const old = before && before.time === groups.time ? placeOf(row, before) : null;
  // A clock that stands still while the aircraft moves is no clock.
  const isStuck = old !== null && Math.abs(old.lat - place.lat) + Math.abs(old.lon - place.lon) > 0.1;
  const time = timeOf(
    groups.second === undefined ? (groups.time ?? '').replaceAll('.', '') : clockOf(Number(groups.second)),
  );
  const feet = Number(groups.alt) * (row.feet === 'level' ? 100 : (row.feet ?? Number.NaN));
  const [dir, kt, celsius] = [Number(groups.dir), Number(groups.kt), celsiusOf(row, groups.temp ?? '')];
  return {
    position: { ...place, ...(time && !isStuck ? { time } : {}) },
    ...(feet > 0 && feet <= 60_000
      ? { altitude: row.feet === 'level' ? pressureLevel(feet / 100) : pressureFeet(feet) }
      : {}),
    ...(dir <= 360 && kt < 300 ? { windFromDeg: dir, windKt: kt } : {}),
    ...(celsius > -100 && celsius < 60 ? { temperatureC: celsius } : {}),
  };
}

function placeOf({ perDegree = 1 }: Row, { lat = '', lon = '' }: Groups): { lat: number; lon: number } | null {
  const [north, east] = [lat, lon].map((text) => {
    const isNegative = /^[-SW]/.test(text);
    const value = Number(text.slice(/^\d/.test(text) ? 0 : 1).replaceAll(' ', perDegree === 1 ? '' : '0'));
    const degrees = perDegree === 'minutes' ? Math.trunc(value / 100) + (value % 100) / 60 : value / perDegree;
    return isNegative ? -degrees : degrees;
  });
  return north !== undefined && east !== undefined && Math.abs(north) <= 90 && Math.abs(east) <= 180
    ? { lat: north, lon: east }
    : null;
}

const pad = (value: number): string => String(Math.trunc(value)).padStart(2, '0');
const clockOf = (second: number): string => pad(second / 3600) + pad((second / 60) % 60) + pad(second % 60);

/** `M047`, `-588`, `-59-`: without its third digit a value is in degrees. */
function celsiusOf({ perCelsius = 1 }: Row, text: string): number {
  const digits = Number(/\d+/.exec(text)?.[0] ?? Number.NaN);
  return (/^[-M]/.test(text) ? -digits : digits) / (text.endsWith('-') ? 1 : perCelsius);
}

/** `FEB01`, `JAN,03`, `26MAY01`, `2026MAY01`, `260501` -> `1 Feb`, `1 May 2026`. */
function dateWords({ date = '', day, month, year }: Groups): string | null {
  const found = /^(?:20)?(\d\d)?([A-Z]{3}|\d\d),?(\d\d)$/.exec(date);
  const [, yy = year, name = month ?? '', dd = day] = found ?? [];
  const at = /^\d/.test(name) ? Number(name) : monthOf(name);
  if (!(at >= 1 && at <= 12 && Number(dd) >= 1 && Number(dd) <= 31)) return null;
  return dayWords(Number(dd), at, yy === undefined ? undefined : 2000 + Number(yy));
}
