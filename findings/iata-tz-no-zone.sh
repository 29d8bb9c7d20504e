#!/usr/bin/env bash
# iata-tz 1.0.3 has no zone for 557 of its 6,072 airports, among them Istanbul (IST) and Doha (DOH): its list has \N, which is null in
# OpenFlights. It throws for codes that it lacks, but not for these: local time is returned as UTC, 3 hours off, with offset 0. moment-timezone
# writes one line to the console.
# Zones are those of before they were divided: clocks of Chihuahua (CUU) and Whitehorse (YXY) have had UTC-6 and UTC-7 all year since 2022
# and 2020, and those of Punta Arenas (PUQ) UTC-3 since 2017. Airports that opened since about 2018 are missing (BER).
# Compare getTimezoneOffset(code).timezone with Intl.supportedValuesOf('timeZone') before a conversion.
# Exits with 0 while the behaviour is as described.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund iata-tz@1.0.3 >/dev/null
cat >run.cjs <<'JS'
console.error = () => {};
const { convertToUTC, getTimezoneOffset } = require('iata-tz');
const { version } = require('iata-tz/package.json');
const zones = Object.values(require('iata-tz/src/airports.json'));
const seen = (code, local) => {
  try {
    const { timezone, offsetHours } = getTimezoneOffset(code, local);
    return JSON.stringify([convertToUTC(code, local), timezone, offsetHours]);
  } catch (error) {
    return error.message;
  }
};
const cases = [
  ['OTP', '2026-07-01 12:00:00', '["2026-07-01 09:00:00","Europe/Bucharest",3]'],
  ['IST', '2026-07-01 12:00:00', '["2026-07-01 12:00:00","\\\\N",0]'],
  ['DOH', '2026-07-01 12:00:00', '["2026-07-01 12:00:00","\\\\N",0]'],
  ['CUU', '2026-01-01 12:00:00', '["2026-01-01 19:00:00","America/Mazatlan",-7]'],
  ['YXY', '2026-01-01 12:00:00', '["2026-01-01 20:00:00","America/Vancouver",-8]'],
  ['PUQ', '2026-07-01 12:00:00', '["2026-07-01 16:00:00","America/Santiago",-4]'],
  ['BER', '2026-07-01 12:00:00', 'Invalid IATA code: BER'],
];
console.log(`iata-tz ${version}: UTC, zone, offset`);
let isAsDescribed = version === '1.0.3';
for (const [code, local, expected] of cases) {
  const found = seen(code, local);
  console.log(`${code} ${local}  ${found}${found === expected ? '' : ` (was ${expected})`}`);
  isAsDescribed &&= found === expected;
}
const missing = zones.filter((zone) => zone === '\\N').length;
console.log(`airports: ${zones.length}, without a zone: ${missing}`);
if (!isAsDescribed || zones.length !== 6072 || missing !== 557) {
  console.log('The behaviour is not as described.');
  process.exitCode = 1;
}
JS
node run.cjs
