/** Labels and units of what receivers send beyond the columns (decision 7). Unknown keys are in the JSON only. Own file: tested without a screen. */
import { formatNumber } from '../../lib/format.ts';

type ExtraFact = { readonly label: string; readonly value: string };
type Group = Readonly<Record<string, unknown>>;
/** `unit` with its space. A function where the value has a meaning of its own. */
type Known = { readonly label: string; readonly unit?: string; readonly decimals?: number; readonly format?: Format };
type Format = (value: unknown, group: Group) => string | null;

const slots: Readonly<Record<string, string>> = { S: 'single (S)', D: 'double (D)' };
const skewUnit = ({ bps }: Group): string => (bps === undefined ? 'ppm' : 'Hz');

const known: Readonly<Record<string, Readonly<Record<string, Known>>>> = {
  radio: {
    noise: { label: 'Noise level', unit: ' dB', decimals: 1 },
    skew: {
      label: 'Frequency skew',
      format: (value, group) => (typeof value === 'number' ? `${formatNumber(value, 1)} ${skewUnit(group)}` : null),
    },
    bps: { label: 'Bit rate', unit: ' bit/s' },
    slot: { label: 'Slot', format: (value) => slots[String(value)] ?? null },
    octets: { label: 'Burst length', unit: ' octets' },
    fec: { label: 'Corrected octets' },
    hdr: { label: 'Corrected header bits' },
    idx: { label: 'Channel index' },
  },
  link: {
    src: { label: 'Source address' },
    srcType: { label: 'Source' },
    dstType: { label: 'Destination' },
    gs: { label: 'Ground station' },
    ges: { label: 'Ground earth station' },
    acId: { label: 'Aircraft ID' },
    lpdu: { label: 'LPDU' },
    qno: { label: 'Q number' },
    ref: { label: 'Reference number' },
    addressBy: { label: 'Address from' },
  },
  aircraft: {
    reg: { label: 'Registration (receiver)' },
    type: { label: 'Type (receiver)' },
    oper: { label: 'Operator (receiver)' },
    manuf: { label: 'Manufacturer (receiver)' },
    model: { label: 'Model (receiver)' },
    owner: { label: 'Owner (receiver)' },
  },
  ground: {
    airport: { label: 'Ground station airport' },
    location: { label: 'Ground station location' },
    details: { label: 'Ground station details' },
  },
  time: { zone: { label: 'Time zone', format: (value) => (value === 'none' ? 'not stated, read as UTC' : null) } },
  oooi: {
    depa: { label: 'Departure airport' },
    eta: { label: 'Estimated arrival' },
    gtout: { label: 'Gate departure' },
    wloff: { label: 'Takeoff' },
    wlin: { label: 'Landing' },
    gtin: { label: 'Gate arrival' },
  },
  sub: { label: { label: 'Sublabel' }, mfi: { label: 'MFI' } },
};
const decodedNames: Readonly<Record<string, string>> = {
  arinc622: 'ARINC 622',
  miam: 'MIAM',
  'media-adv': 'media advisory',
  ohma: 'OHMA',
  cpdlc: 'CPDLC',
  adsc: 'ADS-C',
};

const isGroup = (value: unknown): value is Group =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** In the order of the table above, then program and decoded part. Values of other kinds are omitted. */
export function extraFacts(extra: Group): ExtraFact[] {
  const facts: ExtraFact[] = [];
  for (const [name, fields] of Object.entries(known)) {
    const group = extra[name];
    if (!isGroup(group)) continue;
    for (const [key, field] of Object.entries(fields)) {
      const value = textOf(group[key], group, field);
      if (value !== null) facts.push({ label: field.label, value });
    }
  }
  const program = programOf(extra);
  if (program !== '') facts.push({ label: 'Decoder', value: program });
  const decoded = decodedOf(extra.decoded);
  if (decoded !== '') facts.push({ label: 'Decoded part', value: decoded });
  return facts;
}

function textOf(value: unknown, group: Group, { unit = '', decimals, format }: Known): string | null {
  const text = format?.(value, group) ?? null;
  if (text !== null) return text;
  if (typeof value === 'number') return formatNumber(value, decimals) + unit;
  return typeof value === 'string' && value !== '' ? value : null;
}

function programOf({ app, via }: Group): string {
  const named = isGroup(app) ? [app.name, app.ver].filter((part) => typeof part === 'string').join(' ') : '';
  return typeof via === 'string' ? `${named} via ${via}`.trim() : named;
}

function decodedOf(decoded: unknown): string {
  if (!isGroup(decoded)) return '';
  if (decoded.cut === true) return 'too large, not stored';
  return Object.keys(decoded)
    .map((key) => decodedNames[key] ?? key)
    .join(', ');
}
