/** Log-on to air traffic services (AFN of ARINC 622): the aircraft announces itself, a ground unit answers or sends it to the next one. Own file: a format of its own. Pure. */
import type { CpdlcFact, Facts } from '../../contract/entities/meaning.ts';
import { damageOf, itemsOf, type Reading } from '../reading.ts';
import { degreesWords, list, timeOf } from '../words.ts';
import type { Envelope } from './envelope.ts';

const applications: Readonly<Record<string, string>> = { ADS: 'ADS-C', ATC: 'CPDLC' };
const named = (code: string): string => applications[code] ?? code;

/** `/FMH` and its like, each with its values. */
type Field = readonly [name: string, values: readonly string[]];

export function readAfn(envelope: Envelope): Reading | null {
  const { ground, body, isDamaged } = envelope;
  const fields = body
    .split('/')
    .flatMap((part): Field[] => (part === '' ? [] : [[part.slice(0, 3), part.slice(3).split(',')]]));
  const header = fields[0];
  if (header?.[0] !== 'FMH') return null;
  const [flight = '', registration = '', address = '', clock = ''] = header[1].map((value) => value.trim());
  const said = contentOf(fields.slice(1), envelope);
  if (!said) return null;
  const time = timeOf(clock);
  const tail = registration.replace(/^\.+/, '');
  const facts: Facts = {
    ...(/^[A-Z0-9]{2,8}$/.test(flight) && { flight }),
    ...(tail !== '' && { tail }),
    ...(time !== null && { time }),
    ...(said.position && { position: said.position }),
    cpdlc: {
      ...{ direction: said.direction, what: said.what, ground, number: null, reference: null },
      ...{ time, elements: [] },
    },
    ...(isDamaged && { isDamaged: true }),
  };
  return {
    ...{ kind: 'cpdlc', by: 'own', facts, ...damageOf(isDamaged) },
    words: list([
      said.words,
      facts.flight,
      said.position && degreesWords(said.position),
      time !== null && `${time}Z`,
      isDamaged && 'checksum wrong',
    ]),
    description: said.description,
    // Only the details screen reads them.
    get items() {
      return itemsOf({
        'Ground unit': ground,
        'Flight Number': flight,
        Registration: tail,
        'ICAO address': address,
        Time: time !== null && `${time}Z`,
        'Aircraft Position': said.position && degreesWords(said.position),
        ...said.values,
        Checksum: isDamaged && 'Wrong',
      });
    },
  };
}

type Said = Pick<CpdlcFact, 'what' | 'direction'> & {
  readonly words: string;
  readonly description: string;
  readonly position?: { lat: number; lon: number } | null;
  readonly values: Readonly<Record<string, string>>;
};

/** Code 0 = success. The others have no published meaning here: they are shown as numbers. */
function contentOf(fields: readonly Field[], { ground }: Envelope): Said | null {
  const [first] = fields;
  if (!first) return null;
  const [name, [value = '', more = '']] = first;
  const code = /^\d+/.exec(more)?.[0] ?? '';
  switch (name) {
    case 'FPO':
    case 'FCO': {
      const wanted = fields.flatMap(([one, [app = '', version = '']]) =>
        one === 'FCO' ? [`${named(app)}${version === '' ? '' : ` version ${Number.parseInt(version, 10)}`}`] : [],
      );
      return {
        ...{ what: 'logon', direction: 'down', words: `Log-on to ${ground}`, description: 'Log-on (AFN)' },
        position: name === 'FPO' ? positionOf(value) : null,
        values: { Applications: wanted.join(', ') },
      };
    }
    case 'FAK':
      return logonAnswer(fields, ground, value, more.trim());
    case 'FCA':
      return {
        ...{ what: 'contact', direction: 'up', description: 'Contact advisory (AFN)' },
        words: `Contact ${value}, advised by ${ground}`,
        values: { 'Next unit': value },
      };
    case 'FCP':
      return {
        ...{ what: 'contact', direction: 'down', description: 'Contact complete (AFN)' },
        words:
          code === '0'
            ? `Log-on to ${value} complete, reported to ${ground}`
            : `Log-on to ${value}: code ${code}, reported to ${ground}`,
        values: { 'Next unit': value, Code: code },
      };
    case 'FRP':
      return {
        ...{ what: 'contact', direction: 'down', description: 'Response to a contact advisory (AFN)' },
        words: value.startsWith('0')
          ? `Contact advisory of ${ground} accepted`
          : `Contact advisory of ${ground} answered with code ${value}`,
        values: { Code: value },
      };
    default:
      return null;
  }
}

function logonAnswer(fields: readonly Field[], ground: string, code: string, facility: string): Said {
  const unit = facility === '' || facility === ground ? ground : `${ground} (${facility})`;
  const apps = fields.flatMap(([name, [app = '', answer = '']]) =>
    name === 'FAR' ? [{ app, answer: answer.trim() }] : [],
  );
  const refused = apps.flatMap(({ app, answer }) => (answer === '0' ? [] : [`${named(app)} code ${answer}`]));
  const accepted = apps.flatMap(({ app, answer }) => (answer === '0' ? [named(app)] : []));
  return {
    ...{ what: 'logonAnswer', direction: 'up', description: 'Response to a log-on (AFN)' },
    words:
      code === '0'
        ? list([`Log-on accepted by ${unit}`, accepted.length > 0 && `for ${accepted.join(' and ')}`, ...refused])
        : `Log-on refused by ${unit}, code ${code}`,
    values: { Facility: facility, Code: code, Applications: [...accepted, ...refused].join(', ') },
  };
}

/** `N44349W028463`: degrees, minutes and tenths. */
function positionOf(text: string): { lat: number; lon: number } | null {
  const [, ns, latD, latM, ew, lonD, lonM] = /^([NS])(\d\d)(\d{3})([EW])(\d{3})(\d{3})$/.exec(text) ?? [];
  if (Number(latM) >= 600 || Number(lonM) >= 600) return null;
  const lat = Number(latD) + Number(latM) / 600;
  const lon = Number(lonD) + Number(lonM) / 600;
  if (!(lat <= 90 && lon <= 180)) return null;
  return { lat: signedBy(lat, ns === 'S'), lon: signedBy(lon, ew === 'W') };
}
const signedBy = (value: number, isNegative: boolean): number => Math.round((isNegative ? -value : value) * 1e5) / 1e5;
