/**
 * Companies, their property, rows of every kind and callers, for company-scope.test.ts.
 * The rule of decision 12 is written here a second time: importing it from the server would prove nothing.
 */
import fc from 'fast-check';
import type { AcarsMessage, AdsbMessage } from '../../contract/entities/messages.ts';
import { adsbMessage } from '../../contract/entities/messages.ts';
import { writeInstant } from '../../contract/params.ts';
import { writeCompanyCodes } from '../../server/messages/company-sql.ts';
import type { Messages } from '../../server/messages/messages.ts';
import { storeAcars } from '../../server/messages/store-acars.ts';
import { storeAdsb } from '../../server/messages/store-adsb.ts';
import { messageAt } from './fresh-database.ts';

// ---- ownership, defined by the test

const companies = ['Alpha Air', 'Beta Wings'] as const;
export type Company = (typeof companies)[number];
const receiverOf: Readonly<Record<string, Company | null>> = {
  'RX-ALPHA': 'Alpha Air',
  'rx-beta': 'Beta Wings',
  '9001': 'Alpha Air',
  '9002': 'Beta Wings',
  'RX-NOBODY': null,
};
type Airline = 'Alpha Air' | 'Beta Wings' | 'Gamma';
/** Airlines by the codes before a flight's number; the second with the same code no longer operates. */
export const airlines: readonly { name: Airline; iata: string | null; icao: string | null; isActive: boolean }[] = [
  { name: 'Alpha Air', iata: 'A9', icao: 'ALW', isActive: true },
  { name: 'Beta Wings', iata: 'B4', icao: 'BTW', isActive: true },
  // In ACARS no airline.
  { name: 'Beta Wings', iata: 'GS', icao: 'BTW', isActive: true },
  { name: 'Gamma', iata: 'G9', icao: null, isActive: true },
  { name: 'Beta Wings', iata: 'G9', icao: null, isActive: false },
];
/** Three letters, which callsigns begin with, too. */
const airlineOfCallsign: Readonly<Record<string, Airline>> = { ALW123: 'Alpha Air', BTW77: 'Beta Wings' };
/** Two letters: null = of two airlines, or of none. */
const airlineOfFlight: Readonly<Record<string, Airline | null>> = {
  a9777: 'Alpha Air',
  B4100: 'Beta Wings',
  G9100: null,
  GS100: null,
  XX100: null,
};
/** COMPANY_CODES. */
export const ruledCode = { code: 'q7', company: 'Beta Wings' } as const;
const ruledFlight = 'Q7100';
/** By address and by registration: the operator, and the airline. */
const fleet: readonly { modeS: string; tail: string; operator: string | null; airline: Airline | null }[] = [
  { modeS: 'A00001', tail: 'D-ALPA', operator: 'ALPHA AIR', airline: null },
  { modeS: 'A00002', tail: 'D-ALPB', operator: 'Some Leasing', airline: 'Alpha Air' },
  { modeS: 'B00001', tail: 'D-BETA', operator: 'Beta Wings', airline: 'Gamma' },
  { modeS: 'B00002', tail: 'D-BETB', operator: 'Some Leasing', airline: 'Beta Wings' },
  { modeS: 'C00001', tail: 'D-NONE', operator: 'Third Party', airline: null },
  // Two with one registration: the newer one applies.
  { modeS: 'C00002', tail: 'D-TWIN', operator: 'Beta Wings', airline: null },
  { modeS: 'C00003', tail: 'D-TWIN', operator: 'Alpha Air', airline: null },
  { modeS: 'C00004', tail: 'D-FREE', operator: null, airline: null },
];
export type Row = Seen & { readonly id: string; readonly text?: string | null };
type Seen = {
  readonly stationId: string | null;
  readonly icao: string | null;
  readonly tail?: string | null;
  readonly flight?: string | null;
  /** Only ADS-B frames have it. */
  readonly identification?: string | null;
};

/** C38b with decision 12, implemented by the test. */
export function isOf(company: Company | 'nobody', seen: Seen): boolean {
  const receivers = Object.entries(receiverOf).filter(([, owner]) => owner === company);
  if (receivers.some(([name]) => name.toLowerCase() === seen.stationId?.toLowerCase())) return true;
  const plain = (tail: string | null | undefined) => tail?.toLowerCase().replace(/[-.]/g, '');
  const byAddress = fleet.find(({ modeS }) => modeS.toLowerCase() === seen.icao?.toLowerCase());
  const craft = byAddress ?? fleet.filter(({ tail }) => plain(tail) === plain(seen.tail)).at(-1);
  if (craft?.operator?.toLowerCase() === company.toLowerCase()) return true;
  // An aircraft that flies under its registration has no airline by it.
  const flight = plain(seen.flight) === plain(seen.tail) ? '' : (seen.flight ?? '');
  if (flight === ruledFlight && company === ruledCode.company) return true;
  const byLetters = airlineOfCallsign[flight || (seen.identification ?? '')];
  if (byLetters) return byLetters === company;
  if (craft?.operator || craft?.airline) return craft.airline === company;
  return airlineOfFlight[flight] === company;
}

// ---- rows that match these in every way

const base = Date.UTC(2026, 10, 20, 12);
const stationNames = fc.constantFrom('RX-ALPHA', 'rx-alpha', 'RX-BETA', '9001', 'RX-NOBODY', null);
const addresses = fc.constantFrom(...fleet.map(({ modeS }) => modeS), 'a00001', 'D00009', null);
const tails = fc.constantFrom(...fleet.map(({ tail }) => tail), 'd-beta', 'DALPB', 'D-UNKN', 'B4-100', '.BTW77', null);
export const flights = fc.constantFrom(
  ...Object.keys(airlineOfCallsign),
  ...Object.keys(airlineOfFlight),
  ruledFlight,
  null,
  null,
  null,
);
const labels = ['H1', 'Q0', '_d'];
/** What the scope is decided by. */
export const seenFields = { stationId: stationNames, icao: addresses, tail: tails, flight: flights };
const acarsRow = fc
  .record({
    ...seenFields,
    label: fc.constantFrom(...labels),
    text: fc.constantFrom('ABC', 'POS', ''),
  })
  .chain((fields) => fc.integer({ min: 0, max: 600 }).map((s) => messageAt(base + s * 1000, fields)));
const adsbRow = fc
  .record({
    stationId: stationNames,
    icao: addresses,
    identification: flights,
    msgType: fc.constantFrom('DF17', 'DF11'),
  })
  .chain((fields) => fc.integer({ min: 0, max: 600 }).map((s) => frameAt(base + s * 1000, fields)));

function frameAt(ms: number, fields: Partial<AdsbMessage>): AdsbMessage {
  const empty = Object.fromEntries(Object.keys(adsbMessage).map((field) => [field, null])) as unknown as AdsbMessage;
  return { ...empty, adsbDateTime: writeInstant(ms), timestamp: ms / 1000, ...fields };
}

/** Rows that Beta Wings sees, and rows that it does not. */
export const cases: readonly [what: string, fields: Partial<AcarsMessage>, isBeta: boolean][] = [
  ['its receiver', { stationId: 'RX-BETA' }, true],
  ['the number of its station', { stationId: '9002' }, true],
  ['a receiver of nobody', { stationId: 'RX-NOBODY' }, false],
  ['its aircraft by address', { icao: 'b00001' }, true],
  ['its aircraft by tail', { tail: '..DBETA' }, true],
  ['its tail, and an address that nobody knows', { tail: 'D-BETA', icao: 'D00009' }, true],
  ["its tail, and another one's address", { tail: 'D-BETA', icao: 'C00001' }, false],
  ["a registration that is another one's by now", { tail: 'D-TWIN' }, false],
  ['its flight', { flight: 'BTW77' }, true],
  ['its aircraft, flying for Alpha', { icao: 'B00001', flight: 'ALW123' }, true],
  ["an aircraft of its airline, somebody else's to operate", { icao: 'B00002' }, true],
  ['such an aircraft on a flight of nobody known', { icao: 'B00002', flight: 'XX100' }, true],
  ['such an aircraft, flying for Alpha', { icao: 'B00002', flight: 'ALW123' }, false],
  ['the code of an airline that stopped flying', { flight: 'G9100' }, false],
  ['two letters that no other airline has', { flight: 'B4100' }, true],
  ['two such letters with an aircraft of an unknown operator', { icao: 'c00004', flight: 'B4100' }, true],
  ['two such letters with the tail of such an aircraft', { tail: '.DFREE', flight: 'B4100' }, true],
  ['two such letters with an aircraft that Alpha operates', { icao: 'A00001', flight: 'B4100' }, false],
  ['two such letters with the tail of an aircraft that Alpha operates', { tail: 'D-ALPA', flight: 'B4100' }, false],
  [
    "the same with that tail and an unknown operator's address",
    { tail: 'D-ALPA', icao: 'C00004', flight: 'B4100' },
    true,
  ],
  ['two letters of business aviation', { flight: 'GS100' }, false],
  ['a code of COMPANY_CODES', { flight: ruledFlight }, true],
  ['a code of COMPANY_CODES with an aircraft that Alpha operates', { icao: 'A00001', flight: ruledFlight }, true],
  ['a registration in place of a flight', { tail: 'B4-100', flight: 'B4100' }, false],
  ['the same of three letters', { tail: '.BTW77', flight: 'BTW77' }, false],
  ['a registration that a code of COMPANY_CODES begins', { tail: 'Q7-100', flight: ruledFlight }, false],
  ['nothing at all', {}, false],
];

export async function fill(db: Messages): Promise<void> {
  await db.query('truncate aircraft, airlines');
  await writeCompanyCodes(db, [ruledCode]);
  for (const { name, iata, icao, isActive } of airlines)
    await db.query(
      `insert into airlines (airline_name, iata, icao, is_active, source) values ($1, $2, $3, $4, 'import')`,
      [name, iata, icao, isActive],
    );
  for (const { modeS, tail, operator, airline } of fleet)
    await db.query(
      `insert into aircraft (registration, mode_s, operator_name, airline_id, source)
       values ($1, $2, $3, (select min(airline_id) from airlines where airline_name = $4), 'import')`,
      [tail, modeS, operator, airline],
    );
  const scopedMessages = cases.map(([text, fields], n) =>
    messageAt(base + (700 + n) * 1000, { text, label: 'C1', ...fields }),
  );
  const random = fc.sample(acarsRow, { numRuns: 150, seed: 5 });
  await storeAcars(
    db,
    [...scopedMessages, ...random].map((row) => ({ row })),
  );
  await storeAdsb(
    db,
    fc.sample(adsbRow, { numRuns: 100, seed: 6 }).map((row) => ({ row })),
  );
}

// ---- callers

export const secret = 'secret-1';
export const people = {
  admin: { role: 'Admin', company: null },
  parser: { role: 'Parser', company: null },
  customer: { role: 'Customer', company: null },
  /** C11: a user with a company who is neither Admin nor Parser is a company user. */
  companyCustomer: { role: 'Customer', company: 'Alpha Air' },
  companyUser: { role: 'User', company: ' beta wings ' },
  companyParser: { role: 'Parser', company: 'Beta Wings' },
} as const;
export type Person = keyof typeof people;

/** The calls of messages: permitted users, and whether C38 scopes them. */
export const calls = [
  {
    path: '/AcarsMessage',
    rows: 'acarsMessages',
    isScoped: true,
    who: ['admin', 'parser', 'customer', 'companyParser'],
  },
  {
    path: '/AcarsMessage/allUsers',
    rows: 'acarsMessages',
    isScoped: false,
    who: ['admin', 'parser', 'companyCustomer', 'companyUser', 'companyParser'],
  },
  {
    path: '/AcarsMessage/acarsWithExtData',
    rows: 'acarsPerAircraftMessages',
    isScoped: false,
    who: ['admin', 'parser', 'companyCustomer', 'companyUser', 'companyParser'],
  },
  {
    path: '/AcarsMessage/acarsWithExtDataCompany',
    rows: 'acarsPerAircraftMessages',
    isScoped: true,
    who: ['admin', 'parser', 'customer', 'companyParser'],
  },
  { path: '/AcarsMessage/adsb', rows: 'adsbMessages', isScoped: false, who: ['admin', 'parser', 'companyParser'] },
  {
    path: '/AcarsMessage/adsbCompany',
    rows: 'adsbMessages',
    isScoped: true,
    who: ['admin', 'parser', 'customer', 'companyCustomer', 'companyUser', 'companyParser'],
  },
] as const satisfies readonly { path: string; rows: string; isScoped: boolean; who: readonly Person[] }[];
export type Call = (typeof calls)[number];
export const adsbCompany = calls[5];

export const window = {
  acarsMessageDateTimeMin: fc.constantFrom(writeInstant(base), writeInstant(base + 300_000)),
  acarsMessageDateTimeMax: fc.constantFrom(writeInstant(base + 600_000), writeInstant(base + 250_000)),
};
const received = {
  stationId: fc.constantFrom('RX-BETA', 'rx-alpha', '9001', 'RX-NOBODY', ''),
  icao: fc.constantFrom('B00001', 'a00001', 'D00009'),
};
const messageFilters = {
  tail: fc.constantFrom('D-BETA', 'd-alpa'),
  label: fc.constantFrom(...labels),
  text: fc.constantFrom('b', 'POS', '%'),
};
const filtersOf: Readonly<Record<Call['rows'], Readonly<Record<string, fc.Arbitrary<string>>>>> = {
  acarsMessages: { ...window, ...received, ...messageFilters },
  acarsPerAircraftMessages: {
    ...window,
    ...messageFilters,
    operatorName: fc.constantFrom('beta', 'a'),
    airlineIcao: fc.constantFrom('BTW', 'alw'),
    modeS: fc.constantFrom('B00001', 'a00001'),
  },
  adsbMessages: {
    ...window,
    ...received,
    msgType: fc.constantFrom('DF17', 'df11'),
    icao2: fc.constantFrom('true'),
  },
};
/** At most two at once: more would find nothing. */
const filterOf = ({ rows }: Call) => {
  const all = Object.entries(filtersOf[rows]);
  return fc.subarray(all, { maxLength: 2 }).chain((chosen) => fc.record(Object.fromEntries(chosen)));
};
export const paging = fc.record(
  {
    offset: fc.constantFrom('0', '1', '7', '40'),
    limit: fc.constantFrom('-1', '5', '100', '50000', '0'),
  },
  { requiredKeys: [] },
);
const companyAsked = fc.option(
  fc.constantFrom('Alpha Air', 'alpha air', ' Beta Wings ', 'Beta%', '', '   ', "' or 1=1 --", 'Nobody'),
  { nil: undefined },
);
export const requests = fc.constantFrom(...calls).chain((call) =>
  fc.record({
    call: fc.constant<Call>(call),
    person: fc.constantFrom(...(call.who as readonly Person[])),
    filter: filterOf(call),
    paging,
    company: call.isScoped ? companyAsked : fc.constant(undefined),
  }),
);

export const companyNamed = (text: string | null | undefined): Company | 'nobody' | null => {
  const name = text?.trim().toLowerCase();
  if (!name) return null;
  return companies.find((one) => one.toLowerCase() === name) ?? 'nobody';
};
