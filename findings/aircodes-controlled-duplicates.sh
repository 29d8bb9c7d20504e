#!/usr/bin/env bash
# aircodes 1.3.16: 217 of its 1,150 airlines have a * in their IATA code, the mark of a code that IATA gives to two airlines. getAirlineByIata
# compares it as a character, so that Wizz Air (W6), IndiGo (6E), JetBlue (B6), SunExpress (XQ) and Air India Express (IX) are null.
# A code with the mark is an answer of getAirlineByIcao: easyJet Europe is EC*. Ask for W6*, and cut the mark from what comes back.
# Where two airlines share a code without a mark, the first one is found: LH is Lufthansa Cargo.
# Countries of five airports begin with the number of a footnote: Kuala Lumpur is in "1 Malaysia".
# Exits with 0 while the behaviour is as described.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund aircodes@1.3.16 >/dev/null
cat >run.cjs <<'JS'
const { getAirlineByIata, getAirlineByIcao, getAirportByIata } = require('aircodes');
const { version } = require('aircodes/package.json');
const airlines = require('aircodes/data/airlines.json');
const byIata = (code) => getAirlineByIata(code)?.icao ?? null;
const byIcao = (code) => getAirlineByIcao(code)?.iata ?? null;
const country = (code) => getAirportByIata(code)?.country ?? null;
const cases = [
  ['airline', byIata, 'RO', 'ROT'],
  ['airline', byIata, 'W6', null],
  ['airline', byIata, 'W6*', 'WZZ'],
  ['airline', byIata, '6E', null],
  ['airline', byIata, 'B6', null],
  ['airline', byIata, 'XQ', null],
  ['airline', byIata, 'IX', null],
  ['airline', byIata, 'LH', 'GEC'],
  ['code', byIcao, 'DLH', 'LH'],
  ['code', byIcao, 'EJU', 'EC*'],
  ['country', country, 'OTP', 'Romania'],
  ['country', country, 'KUL', '1 Malaysia'],
];
console.log(`aircodes ${version}`);
let isAsDescribed = version === '1.3.16';
for (const [what, read, code, expected] of cases) {
  const found = read(code);
  console.log(`${what} of ${code}: ${found}${found === expected ? '' : ` (was ${expected})`}`);
  isAsDescribed &&= found === expected;
}
const marked = airlines.filter(({ iata }) => iata.endsWith('*')).length;
console.log(`airlines: ${airlines.length}, with a mark: ${marked}`);
if (!isAsDescribed || airlines.length !== 1150 || marked !== 217) {
  console.log('The behaviour is not as described.');
  process.exitCode = 1;
}
JS
node run.cjs
