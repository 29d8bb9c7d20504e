/** Texts quoted by the specification, copied here. Never take an expected text from the product. */
import { describe, expect, test } from 'vitest';
import { api, endpoints } from '../contract/api.ts';
import { specTexts } from '../src/lib/spec-texts.ts';
import akrxAll from '../src/screens/acars/akrx-all.list.ts';
import { read, sources } from './support/repository.ts';

type Tree = { readonly [key: string]: string | Tree };
const flatten = (tree: Tree): string[] =>
  Object.values(tree).flatMap((value) => (typeof value === 'string' ? [value] : flatten(value)));
const texts = flatten(specTexts as unknown as Tree);

/** Titles of data are declared with their calls. */
const titles = endpoints.flatMap(({ stored }) => stored?.title ?? []);

/** Row or ruling, and its quoted text. */
const quoted: Readonly<Record<string, readonly string[]>> = {
  'AUTH-01': ['LOG IN'],
  'AUTH-05 C48': ['Nice to see you again'],
  'AUTH-10': ['ACCEPT', 'DECLINE'],
  C50: ['You must accept the Terms and Conditions to visit this site. You will be sent to the login page.'],
  'NAV-02': ['Log in'],
  'NAV-03 C104': ['ACARS raw', 'ACARS per Aircraft', 'ADSB messages', 'Airports', 'Map', 'Log out'],
  'NAV-04 C104': [
    'ACARS raw',
    'ACARS per aircraft',
    'ADSB',
    'Airports',
    'Aircraft',
    'Airlines',
    'Map',
    'Statistics',
    'Decoder',
  ],
  'NAV-05': ['Administrator'],
  'NAV-06 C104': ['company ADSB'],
  'NAV-08 ERR-20': ['Data not found administrator'],
  'NAV-09 ERR-20': ['Data not found parser'],
  'NAV-10 ERR-20': ['Data not found customer'],
  'NAV-11 ERR-20': ['Data not found'],
  'NAV-12': ['Please Log In (You cannot access the content because you accidentally logged out)'],
  'NAV-18': ['C.R.U.D. User', 'Manage Overall Bid'],
  'NAV-19 DEC-01': ['ACARS messages decoder', 'Insert message label and text to decode.', 'START'],
  'DEC-02 DEC-03 DEC-04': [
    'ACARS MESSAGE DECODER',
    'Insert Label',
    'Insert Text',
    'DECODE',
    'CLEAR',
    'Double click Please',
    'DECODING RESULTS',
    'Decoded message:',
  ],
  'BID-01 BID-02 BID-03': [
    'Update Bid',
    'Current and Scheduled Overall Bid',
    'Overall Bid History',
    'Bid Value (Glog)',
    'Status',
    'Start Date',
    'Created On',
    'Created By',
    'No data',
  ],
  'BID-05 BID-06': ['New Bid (Glog)', 'New Bid Start Date', 'Submit', 'Cancel'],
  'BID-07 C69': [
    'Overall bid is required.',
    'Overall bid value must be between 0 and 100 Glog.',
    'Start date is required.',
  ],
  'RAW-02 C32': ['FILTER ON', 'FILTER OFF', 'SEARCH', 'RESET'],
  'RAW-06': ['Show columns'],
  'RAW-08': ['Page'],
  'RAW-11 ERR-08 C30': [
    'There are no data for previous day or entered serach term. Please back to previous page or enter new search term in the Filter.',
  ],
  'RAW-12 ERR-05': ['Could not read AKRX messages from the server!'],
  'EXT-07 EXT-08 C31': [
    'Could not read Acars messages from the server!',
    'Could not read Adsb messages from the server!',
  ],
  'RAW-07 XLS-05': ['Export to Excel'],
  'XLS-02 C78': ['AKRX Messages'],
  'PAGE-08 RAW-13': ['Active Only After SEARCH Button Click !'],
  'USR-03 USR-10 USR-17 USR-19': ['UPDATE', 'DELETE', 'REGISTER', 'CLEAR', 'CANCEL'],
  'USR-07': ['There are no results for your search. Please reset Your search or enter new search term.'],
  'USR-08': ['Could not read users from the server!'],
  'USR-12': ['User was created successfully. Confirmation email has been sent to'],
  'STN-04 STN-11 STN-19': ['Create Station', 'Update Station'],
  'STN-05 STN-20 C67 C69': [
    'Station Id is required',
    'Station Id must be a valid integer.',
    'User is required',
    'Latitude must be between -90 and 90.',
    'Longitude must be between -180 and 180.',
    'Feeder start date is required',
    'Location start date is required',
    'Id is required',
    'Start date is required',
  ],
  'STN-08': ['Do Nothing'],
  'STN-10': ['Error message:', 'Error status:'],
  'STN-14': ['N/A'],
  'STN-18 STN-21 ERR-18 C113': [
    'Could not read station details from the server!',
    'Station data is not available.',
    'Failed to load station data.',
  ],
  'STN-23 ERR-13': [
    'Error:',
    'Unknown error occurred.',
    'Status:',
    'No response received from the server. Please check your network connection and try again.',
  ],
  'MAIL-02': ['Your email has been successfully confirmed.', 'Login'],
  'MAIL-03 ERR-15': ['Error', 'Service not available'],
  'REF-14 ERR-06 C41': [
    'Please select an Airline!',
    'Could not read aircraft from the server!',
    'There is no aircraft for the selected Airline!',
    'There is no aircraft!',
    'Could not read airlines from the server!',
    'Could not read airports from the server!',
    'Could not read flights from the server!',
    'There is no flights for the selected Airline!',
    'There is no flights!',
  ],
  'REF-15': ['Loading...'],
  'ERR-10 C33': [
    'Please enter complete date & time or use DatePicker ↑',
    'Please enter complete date & time or use DatePicker',
  ],
  'STAT-02 STAT-03 STAT-04': ['RESULTS', 'POLAR CHART', 'STATISTICS TABLE', 'Double click Please'],
  'STAT-10 C64b': [
    'Please insert search parameters to start search',
    'Please insert search parameters to start search to see directional ranges in Polar Graph',
    'Please insert search parameters to start search to see receivers feeding time',
    'Please insert search parameters to start search to see receivers feeding time per message type',
  ],
  'STAT-11 STAT-12': ['STATION DATA', 'Add Station', 'Inactive'],
  'STAT-14': ['There is no data. Please load the page once again.'],
  'STAT-15': ['ACTIVE STATIONS NUMBER IN LAST 4 HOURS =', '-'],
  'STAT-16': ['STATIONS STATUS', 'STATIONS STATUS FRAME SIZE'],
  'SST-01': ['SHOW COLS.', 'HIDE MENU', 'TOGGLE ALL'],
  'SST-02 XLS-04 C78': ['StationStatus', 'StationStatusFrameSize'],
  'SST-08 FSZ-03 ERR-16': [
    'Could not read StationStation table from the server!',
    'Could not read StationStationFrameSize table from the server!',
  ],
};

describe('quoted texts are verbatim in one module', () => {
  for (const [rows, words] of Object.entries(quoted))
    test(rows, () => {
      expect(words.filter((word) => !texts.includes(word) && !titles.includes(word))).toEqual([]);
    });

  test('C104: text in parentheses names the target and does not belong to the menu label', () => {
    expect(texts.filter((text) => /^(ACARS|ADSB|Map|company ADSB).*\(/.test(text))).toEqual([]);
  });

  test('long quoted sentences occur nowhere else in the product', () => {
    const long = Object.values(quoted)
      .flat()
      .filter((text) => text.length > 25);
    const strays = sources(/^(src|sw|server)\/.*\.tsx?$/)
      .filter(({ file }) => file !== 'src/lib/spec-texts.ts' && !/\.(test|spec)\./.test(file))
      .flatMap(({ file, text }) => long.filter((one) => text.includes(one)).map((one) => `${file}: '${one}'`));
    expect(strays).toEqual([]);
  });
});

/** The list of a requirement after its colon. */
function listedIn(id: string): string[] {
  const line = read('docs/specification.md').lines.find((one) => one.startsWith(`| ${id} |`)) ?? '';
  return (/: (.+)\. \|/.exec(line)?.[1] ?? '').split(', ');
}

test('RAW-03 RAW-04 ADSB-03: columns and fields are those of the specification, in the same order', () => {
  expect(akrxAll.columns.map((column) => column.header)).toEqual(listedIn('RAW-03'));
  expect(akrxAll.columns.map((column) => column.key)).toEqual(listedIn('RAW-04'));
  expect(Object.keys(api.acarsMessage.allUsers.list.entity)).toEqual(listedIn('RAW-04'));
  expect(Object.keys(api.acarsMessage.adsb.list.entity)).toEqual(listedIn('ADSB-03'));
});

test('ADSB-10: the filters of frames are those of the specification', () => {
  const names = listedIn('ADSB-10').flatMap((name) => {
    const ranged = / range$/.test(name) ? name.slice(0, -' range'.length) : null;
    return ranged === null ? [name] : [`${ranged}Min`, `${ranged}Max`];
  });
  const others = ['acarsMessageDateTimeMin', 'acarsMessageDateTimeMax', 'offset', 'limit', 'archive'];
  const params = Object.keys(api.acarsMessage.adsb.query).filter((name) => !others.includes(name) && !/2$/.test(name));
  expect(params.toSorted()).toEqual(names.toSorted());
});

test('OFF-03: a state is worded in src/lib/tense.ts only, on screens that show stored data', () => {
  const screens =
    /^src\/(stations|objects|screens\/(station-status|home|station|airport|tail|map|statistics|server))\/.*(?<!\.test)\.tsx?$/;
  // What a station, an aircraft or the server is or does. That something loads or is stored is true at any time.
  const state =
    /\b(stations?|aircraft|radio|messages|frames|reports|account|backup|disk|database) (is|are|has|have|feeds?|sends?|receives?|arrives?|reach(es)?) (?!(not |never )?(stored|loading|shown|on this device|started))/i;
  const found = sources(screens).flatMap(({ file, lines }) =>
    lines
      .filter((line) => state.test(line.replace(/\/\*.*\*\/|^\s*(\/\/|\/?\*).*/, '')))
      .map((line) => `${file}: ${line.trim()}`),
  );
  expect(found).toEqual([]);
});
