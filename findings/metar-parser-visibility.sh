#!/usr/bin/env bash
# metar-parser 1.0.1 reads the fraction of a visibility alone: 1 1/2SM is 805 m, half a mile, and M1/4SM is none.
# It takes the first group of four digits, also of a forecast: CAVOK, then TEMPO 0800 FG, is a visibility of 800 m and cavok at once.
# Without an error a missing dew point (12/) loses the temperature.
# All groups are valid (WMO FM 15, FMH-1). Cut the report at TEMPO, BECMG and RMK, and compare the visibility with its group.
# Exits with 0 while the behaviour is as described.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund metar-parser@1.0.1 >/dev/null
cat >run.cjs <<'JS'
const parse = require('metar-parser');
const { version } = require('metar-parser/package.json');
const seen = (report) => {
  const { visibility, temperature, cavok } = parse(report);
  return JSON.stringify([visibility?.meters ?? null, temperature?.celsius ?? null, cavok]);
};
const cases = [
  ['KXYZ 170556Z 24010KT 1/2SM BR OVC005 12/11 A3015', '[805,12,false]'],
  ['KXYZ 170556Z 24010KT 1 1/2SM BR OVC005 12/11 A3015', '[805,12,false]'],
  ['KXYZ 170556Z 24010KT M1/4SM FG VV002 12/12 A3015', '[null,12,false]'],
  ['LXYZ 170556Z 24010KT CAVOK 12/03 Q1013 TEMPO 0800 FG', '[800,12,true]'],
  ['LXYZ 170556Z 24010KT 9999 SCT020 12/ Q1013', '[9999,null,false]'],
];
console.log(`metar-parser ${version}: metres, degrees, CAVOK`);
let isAsDescribed = version === '1.0.1';
for (const [report, expected] of cases) {
  const found = seen(report);
  console.log(`${report}\n  ${found}${found === expected ? '' : ` (was ${expected})`}`);
  isAsDescribed &&= found === expected;
}
if (!isAsDescribed) {
  console.log('The behaviour is not as described.');
  process.exitCode = 1;
}
JS
node run.cjs
