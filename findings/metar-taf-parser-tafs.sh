#!/usr/bin/env bash
# metar-taf-parser 9.1.3 marks a TAF as amended that says that no amendments are scheduled (AMD NOT SKED) or which (AMD LTD TO ...).
# It throws on the missing forecast as ICAO writes it (TAF YUDO 151800Z NIL), and accepts it only with a period of validity before NIL.
# Of two maximum temperatures it keeps the later, which may be the lower, and of two minimum ones too.
# A change to CAVOK keeps the clouds below 5,000 ft of the group before it, beside cavok: true.
# All forms are valid (ICAO Annex 3 table A5-1: up to two maxima and minima; NWSI 10-813: AMD NOT SKED, AMD LTD TO).
# Read AMD only between TAF and the station, NIL before parsing, and TX and TN as lists; empty the clouds where cavok is set.
# Exits with 0 while the behaviour is as described.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund metar-taf-parser@9.1.3 >/dev/null
cat >read.mjs <<'JS'
import { readFileSync } from 'node:fs';
import { parseTAF, parseTAFAsForecast } from 'metar-taf-parser';
const { version } = JSON.parse(readFileSync('node_modules/metar-taf-parser/package.json', 'utf8'));
console.log(`metar-taf-parser ${version}`);
const issued = new Date('2026-11-30T17:40:00Z');
const start = 'TAF LROP 301740Z 3018/0124 24010KT 9999 BKN030';
const isAmended = (raw) => parseTAF(raw, { issued }).amendment ?? false;
const missing = (raw) => {
  try {
    return parseTAF(raw, { issued }).nil ?? false;
  } catch (error) {
    return error.constructor.name;
  }
};
const extremes = (raw) => {
  const { maxTemperature, minTemperature } = parseTAF(raw, { issued });
  return [maxTemperature.temperature, minTemperature.temperature];
};
const changed = (raw) => {
  const last = parseTAFAsForecast(raw, { issued }).forecast.at(-1);
  return [last.cavok, last.clouds.map((cloud) => `${cloud.quantity} ${cloud.height}`)];
};
const cases = [
  [isAmended, start, false],
  [isAmended, start.replace('TAF', 'TAF AMD'), true],
  [isAmended, `${start} AMD NOT SKED`, true],
  [isAmended, `${start} AMD LTD TO CLD VIS AND WIND`, true],
  [missing, 'TAF LROP 301740Z NIL', 'InvalidWeatherStatementError'],
  [missing, 'TAF LROP 301740Z 3018/0124 NIL', true],
  [extremes, `${start} TX12/3020Z TX09/0113Z TN05/0104Z TN07/0123Z`, [9, 7]],
  [changed, `${start} BECMG 3022/3024 CAVOK`, [true, ['BKN 3000']]],
];
let isAsDescribed = version === '9.1.3';
for (const [read, raw, expected] of cases) {
  const found = JSON.stringify(read(raw));
  console.log(`${raw}\n  ${read.name}: ${found}`);
  isAsDescribed &&= found === JSON.stringify(expected);
}
if (!isAsDescribed) {
  console.log('The behaviour is not as described.');
  process.exitCode = 1;
}
JS
node read.mjs
