/** Media advisory (label SA): a link of the aircraft, and those that are left. Own file: a format of its own. Pure. */
import { itemsOf, type Reading } from '../reading.ts';
import { timeOf } from '../words.ts';

const links: Readonly<Record<string, string>> = {
  V: 'VHF',
  S: 'SATCOM',
  H: 'HF',
  G: 'Globalstar',
  C: 'ICO',
  2: 'VDL2',
  X: 'Inmarsat',
  I: 'Iridium',
};
const advisory = /^0([EL])([VSHGC2XI])(\d{6})([VSHGC2XI]{0,16})(?:\/([^\r\n]{0,500}))?\s*$/;

export function readMediaAdvisory(text: string): Reading | null {
  const [, state = '', code = '', digits = '', codes = '', more = ''] = advisory.exec(text) ?? [];
  const time = timeOf(digits);
  if (time === null || digits.startsWith('24')) return null;
  return mediaReading(
    {
      ...{ link: links[code] ?? code, state: state === 'E' ? 'established' : 'lost', time },
      available: [...codes].map((one) => links[one] ?? one),
    },
    more.trim(),
    'own',
  );
}

export const linkName = (code: string): string | null => links[code] ?? null;

export function mediaReading(
  link: NonNullable<Reading['facts']['link']> & { readonly time: string; readonly state: string },
  text: string,
  by: Reading['by'],
): Reading {
  const available = link.available.join(', ');
  const words = [
    `${link.link} link ${link.state} ${link.time}Z`,
    ...(available === '' ? [] : [`available: ${available}`]),
    ...(text === '' ? [] : [text]),
  ];
  return {
    ...{ kind: 'link', level: 'full', by, description: 'Media advisory', remaining: '', understoodPercent: 100 },
    words: words.join(', '),
    facts: { time: link.time, link },
    // Only the details screen reads them.
    get items() {
      return itemsOf({ Link: `${link.link}, ${link.state}`, Time: `${link.time}Z`, Available: available, Text: text });
    },
  };
}
