/**
 * Arguments of CPDLC elements in FANS-1/A: their types (RTCA DO-219 and DO-258A / EUROCAE ED-100A, abstract syntax), units and words. Names are our own. Own file: data, next
 * to their reading. Pure.
 */
import type { FactPlace } from '../../contract/entities/meaning.ts';
import { degreesWords, grouped, pressureLevel } from '../words.ts';
import {
  choice,
  digits,
  enumeration,
  flag,
  integer,
  list,
  memberOf,
  quoted,
  sayValue,
  sequence,
  type Type,
  text,
  type Value,
} from './per.ts';

const unit =
  (name: string) =>
  (value: number): string =>
    `${grouped(value)} ${name}`;
const fixed = (places: number, name: string) => (value: number) => `${value.toFixed(places)} ${name}`;
const padded = (size: number, value: Value | undefined): string => String(value).padStart(size, '0');

/** A sequence as words: each member with its title, where `$` is the value. */
function titled(of: Readonly<Record<string, readonly [type: Type, title: string]>>, between = ', ') {
  const members = Object.entries(of).map(([name, [type, title]]) => {
    const [before = '', after = ''] = title.split('$');
    return { name: name.replace('?', ''), type, before, after };
  });
  return sequence(Object.fromEntries(Object.entries(of).map(([name, [type]]) => [name, type])), (value) =>
    members
      .flatMap(({ name, type, before, after }) => {
        const member = value[name];
        return member === undefined ? [] : [before + sayValue(type, member) + after];
      })
      .join(between),
  );
}
/** Two values of one type in a row. */
const pair = (of: Type) => list(of, 2, 2);

// Times
const hours = integer(0, 23);
const minutes = integer(0, 59);
const time = sequence({ hours, minutes }, (value) => {
  const found = clockOf(value);
  return found === null ? `${padded(2, value.hours)}:${padded(2, value.minutes)} (impossible)` : `${found}Z`;
});
const duration = sequence({ hours, minutes }, (value) => {
  const said = `${value.hours} h ${value.minutes} min`;
  return clockOf(value) === null ? `${said} (impossible)` : said;
});
export const timestamp = sequence({ hours, minutes, seconds: integer(0, 59) });
/** `HH:MM` or `HH:MM:SS` of a time or timestamp. null = no time of day. */
export function clockOf(value: Value | undefined): string | null {
  const [hour, minute, second] = [memberOf(value, 'hours'), memberOf(value, 'minutes'), memberOf(value, 'seconds')];
  if (!(Number(hour) < 24 && Number(minute) < 60 && Number(second ?? 0) < 60)) return null;
  const clock = `${padded(2, hour)}:${padded(2, minute)}`;
  return second === undefined ? clock : `${clock}:${padded(2, second)}`;
}

// Altitudes, speeds, rates
const feet = (reference: string) => unit(`ft ${reference}`);
const metres = (reference: string) => unit(`m ${reference}`);
const altitude = choice({
  qnhFeet: integer(0, 2500, feet('QNH'), 10),
  qnhMetres: integer(0, 16000, metres('QNH')),
  qfeFeet: integer(0, 2100, feet('QFE'), 10),
  qfeMetres: integer(0, 7000, metres('QFE')),
  gnssFeet: integer(0, 150_000, feet('GNSS')),
  gnssMetres: integer(0, 50_000, metres('GNSS')),
  flightLevel: integer(30, 600, (value) => pressureLevel(value).words),
  metricLevel: integer(100, 2000, (value) => `level ${grouped(value)} m`, 10),
});
const groundSpeed = integer(7, 70, unit('kt ground speed'), 10);
const mach = (value: number): string => `Mach ${value.toFixed(2)}`;
const speed = choice({
  indicated: integer(7, 38, unit('kt IAS'), 10),
  indicatedMetric: integer(10, 137, unit('km/h IAS'), 10),
  true: integer(7, 70, unit('kt TAS'), 10),
  trueMetric: integer(10, 137, unit('km/h TAS'), 10),
  ground: groundSpeed,
  groundMetric: integer(10, 265, unit('km/h ground speed'), 10),
  mach: integer(61, 92, mach, 1, 100),
  highMach: integer(93, 604, mach, 1, 100),
});
const verticalRate = choice({
  feet: integer(0, 60, unit('ft/min'), 100),
  metres: integer(0, 200, unit('m/min'), 10),
});

// Directions and distances
const degree = (name: string) => integer(1, 360, (value) => `${padded(3, value)}° ${name}`);
const degrees = choice({ magnetic: degree('magnetic'), true: degree('true') });
const direction = enumeration(
  'left,right,either side,north,south,east,west,north-east,north-west,south-east,south-west',
);
const distance = choice({ nmi: integer(0, 9999, unit('nmi'), 1, 10), km: integer(1, 1024, unit('km')) });
const offset = choice({ nmi: integer(1, 128, unit('nmi')), km: integer(1, 256, unit('km')) });
const leg = choice({
  distance: choice({ nmi: integer(1, 999, unit('nmi'), 1, 10), km: integer(1, 128, unit('km')) }),
  time: integer(1, 99, unit('min'), 1, 10),
});

// Places
const arc = (max: number, sides: string) =>
  sequence({ degrees: integer(0, max), 'minutes?': integer(0, 599, String, 1, 10), side: enumeration(sides) });
const latLon = sequence({ latitude: arc(90, 'N,S'), longitude: arc(180, 'E,W') }, (value) => {
  const found = latLonOf(value);
  return found ? degreesWords(found) : 'impossible position';
});
function latLonOf(value: Value | undefined): { lat: number; lon: number } | null {
  const signed = (one: Value | undefined): number => {
    const size = Number(memberOf(one, 'degrees')) + Number(memberOf(one, 'minutes') ?? 0) / 60;
    const side = memberOf(one, 'side');
    return side === 'S' || side === 'W' ? -size : size;
  };
  const isWhole = (one: Value | undefined): boolean => Number(memberOf(one, 'minutes') ?? 0) < 60;
  const [latitude, longitude] = [memberOf(value, 'latitude'), memberOf(value, 'longitude')];
  const [lat, lon] = [signed(latitude), signed(longitude)];
  return Math.abs(lat) <= 90 && Math.abs(lon) <= 180 && isWhole(latitude) && isWhole(longitude) ? { lat, lon } : null;
}
const airport = text(4);
const fix = text(1, 5);
const bearing = { fix: [fix, '$'], 'at?': [latLon, '($)'], degrees: [degrees, 'bearing $'] } as const;
const placeBearing = titled(bearing, ' ');
const placeBearingDistance = titled({ ...bearing, distance: [distance, 'distance $'] }, ' ');
const position = choice({ fix, navaid: text(1, 4), airport, latLon, placeBearingDistance });
const published = titled({ fix: [fix, '$'], 'at?': [latLon, '($)'] }, ' ');
/** Of a position. null = not a place that facts can hold. */
export function placeOf(value: Value | undefined): FactPlace | null {
  const name = memberOf(value, 'fix') ?? memberOf(value, 'navaid') ?? memberOf(value, 'airport');
  if (typeof name === 'string') return { name: sayValue(fix, name) };
  return latLonOf(memberOf(value, 'latLon'));
}

// Routes
const sides: Readonly<Record<string, string>> = { left: 'L', right: 'R', centre: 'C' };
const runway = sequence(
  { direction: integer(1, 36), side: enumeration('left,right,centre,none') },
  (value) =>
    `${padded(2, value.direction)}${sides[String(value.side)] ?? ''}${Number(value.direction) > 36 ? ' (impossible)' : ''}`,
);
const procedure = titled(
  {
    type: [enumeration('arrival,approach,departure'), '$'],
    name: [text(1, 6), '$'],
    'transition?': [text(1, 5), 'transition $'],
  },
  ' ',
);
const bearings = pair(placeBearing);
const latLons = list(latLon, 1, 128);
const routePart = choice({
  published,
  latLon,
  bearings,
  placeBearingDistance,
  airway: text(1, 5),
  track: titled({ name: [text(3, 6), 'track $'], points: [latLons, '($)'] }, ' '),
});
const altitudeLimit = titled(
  { limit: [enumeration('at,at or above,at or below'), '$'], altitude: [altitude, '$'] },
  ' ',
);
const altitudeLimits = list(altitudeLimit, 1, 2);
const reportingArc = (max: number, names: string) =>
  titled({ side: [enumeration(names), '$'], degrees: [integer(0, max), '$°'] }, ' ');
const routeExtras = titled({
  'alongTrack?': [
    list(
      titled(
        {
          position: [position, '$'],
          distance: [titled({ sign: [enumeration('plus,minus'), '$'], distance: [distance, '$'] }, ' '), '$'],
          'speed?': [speed, 'at $'],
          'altitudes?': [altitudeLimits, '$'],
        },
        ' ',
      ),
      1,
      8,
    ),
    'along track: $',
  ],
  'reportingPoints?': [
    titled(
      {
        from: [choice({ latitude: reportingArc(90, 'N,S'), longitude: reportingArc(180, 'E,W') }), '$'],
        'step?': [integer(1, 20), 'every $°'],
      },
      ' ',
    ),
    'reporting points: $',
  ],
  'intercepts?': [
    list(
      titled(
        { from: [choice({ published, latLon, bearings, placeBearingDistance }), '$'], degrees: [degrees, 'course $'] },
        ' ',
      ),
      1,
      4,
    ),
    'intercept course from: $',
  ],
  'holds?': [
    list(
      titled(
        {
          position: [position, '$'],
          'slowest?': [speed, 'from $'],
          'altitude?': [altitudeLimit, '$'],
          'fastest?': [speed, 'up to $'],
          'turns?': [direction, '$ turns'],
          'degrees?': [degrees, 'inbound track $'],
          'further?': [time, 'further clearance $'],
          'leg?': [leg, 'legs $'],
        },
        ' ',
      ),
      1,
      8,
    ),
    'hold at: $',
  ],
  'limits?': [
    list(
      titled({ position: [position, '$'], 'speed?': [speed, 'at $'], 'altitudes?': [altitudeLimits, '$'] }, ' '),
      1,
      32,
    ),
    'limits: $',
  ],
  'arrivalTimes?': [
    list(
      titled(
        {
          position: [position, '$'],
          time: [titled({ time: [time, '$'], limit: [enumeration('exactly,or after,or before'), '$'] }, ' '), '$'],
          'tolerance?': [integer(1, 150, unit('min'), 1, 10), 'tolerance $'],
        },
        ' ',
      ),
      1,
      32,
    ),
    'required times: $',
  ],
});
const route = titled({
  'from?': [airport, 'from $'],
  'to?': [airport, 'to $'],
  'departureRunway?': [runway, 'departure runway $'],
  'departure?': [procedure, '$'],
  'arrivalRunway?': [runway, 'arrival runway $'],
  'approach?': [procedure, '$'],
  'arrival?': [procedure, '$'],
  'intercept?': [text(1, 5), 'intercept airway $'],
  'parts?': [list(routePart, 1, 128), 'route $'],
  'extras?': [routeExtras, '$'],
});

// Units, codes, reports
const vhf = integer(117_000, 138_000, fixed(3, 'MHz'), 1, 1000);
const frequency = choice({
  hf: integer(2850, 28_000, unit('kHz')),
  vhf,
  uhf: integer(225_000, 399_975, fixed(3, 'MHz'), 1, 1000),
  satellite: digits(12, (value) => `satellite channel ${value.trim()}`),
});
const facility = text(4);
const squawk = list(integer(0, 7), 4, 4);
const freeText = text(1, 256, quoted);
const temperature = choice({ celsius: integer(-80, 47, unit('°C')), fahrenheit: integer(-105, 150, unit('°F')) });
const windSpeed = choice({ knots: integer(0, 255, unit('kt')), metric: integer(0, 511, unit('km/h')) });
const persons = integer(1, 1024, grouped);
const code = sequence({ digits: squawk }, ({ digits: found }) => (Array.isArray(found) ? found.join('') : ''));

/** Types by the name of their slot in the phrase of an element. */
export const slotTypes: Readonly<Record<string, Type>> = {
  altitude,
  time,
  position,
  speed,
  offset,
  direction,
  degrees,
  distance,
  route,
  procedure,
  frequency,
  facility,
  verticalRate,
  freeText,
  fuel: duration,
  persons,
  squawk: code,
  unit: titled(
    {
      facility: [choice({ code: facility, name: text(3, 18) }), '$'],
      function: [enumeration('centre,approach,tower,final,ground,clearance delivery,departure,control'), '$'],
    },
    ' ',
  ),
  altimeter: choice({
    inches: integer(2200, 3200, fixed(2, 'inHg'), 1, 100),
    hectopascals: integer(7500, 12_500, fixed(1, 'hPa'), 1, 10),
  }),
  atis: text(1),
  version: integer(0, 15),
  table: enumeration('A,B'),
  toFrom: enumeration('to,from'),
  error: enumeration(
    [
      'application error,duplicate message number,unknown message reference,service ended with open messages',
      'service ended without a valid response,not enough storage for messages,no message number available',
      'commanded termination,insufficient data,unexpected data,invalid data',
      'reserved 1,reserved 2,reserved 3,reserved 4,reserved 5,reserved 6',
    ].join(','),
  ),
  hold: titled({
    position: [position, '$'],
    altitude: [altitude, 'maintain $'],
    degrees: [degrees, 'inbound track $'],
    turns: [direction, '$ turns'],
    'leg?': [leg, 'legs $'],
  }),
  departure: titled({
    flight: [text(2, 7), '$'],
    'aircraftType?': [text(2, 5), 'type $'],
    'equipment?': [
      titled({
        approachAids: [flag, 'approach aids $'],
        'navigation?': [
          list(
            enumeration('Loran A,Loran C,DME,Decca,ADF,GNSS,HF,inertial,ILS,Omega,VOR,Doppler,RNAV,TACAN,UHF,VHF'),
            1,
            16,
          ),
          '$',
        ],
        transponder: [enumeration('none,A,A and C,S,S with altitude,S with identity,S with both'), 'transponder $'],
      }),
      'equipment $',
    ],
    time: [time, 'departure $'],
    route: [route, '$'],
    'altitude?': [altitude, 'altitude restriction $'],
    frequency: [vhf, 'departure frequency $'],
    squawk: [code, 'squawk $'],
    revision: [integer(1, 16), 'revision $'],
  }),
  report: titled({
    position: [position, '$'],
    time: [time, '$'],
    altitude: [altitude, '$'],
    'next?': [position, 'next $'],
    'nextTime?': [time, '$'],
    'ensuing?': [position, 'then $'],
    'destinationTime?': [time, 'destination $'],
    'fuel?': [duration, 'fuel $'],
    'temperature?': [temperature, '$'],
    'wind?': [
      titled({ from: [integer(1, 360, (value) => `${padded(3, value)}°`), '$'], speed: [windSpeed, '$'] }, ' '),
      'wind $',
    ],
    'turbulence?': [enumeration('light,moderate,severe'), '$ turbulence'],
    'icing?': [enumeration('trace,light,moderate,severe'), 'icing $'],
    'speed?': [speed, '$'],
    'groundSpeed?': [groundSpeed, '$'],
    'vertical?': [
      sequence(
        { direction: enumeration('climbing,descending'), rate: verticalRate },
        ({ direction: way, rate = '' }) =>
          memberOf(rate, 'feet') === 0 || memberOf(rate, 'metres') === 0
            ? 'vertical rate 0'
            : `${way} ${sayValue(verticalRate, rate)}`,
      ),
      '$',
    ],
    'track?': [degrees, 'track $'],
    'heading?': [degrees, 'heading $'],
    'distance?': [distance, 'distance $'],
    'remark?': [freeText, '$'],
    'reported?': [position, 'reported $'],
    'reportedTime?': [time, '$'],
    'reportedAltitude?': [altitude, '$'],
  }),
};
