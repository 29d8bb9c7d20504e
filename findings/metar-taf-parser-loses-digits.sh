#!/usr/bin/env bash
# metar-taf-parser 9.1.3 reads a wind of three digits as its first two, and drops the gust: 090105G140KT becomes 10 kt without a gust.
# It reads 12/ as no temperature, and leaves out a visibility in sixteenths of a mile (3/16SM, 1 5/16SM).
# Winds of 100 kt and more, a missing dew point and sixteenths of a mile are valid (WMO FM 15, FMH-1).
# Nothing is thrown and no field marks the loss: compare each value with the digits of its group, or read the groups that you need.
# Exits with 0 while the behaviour is as described.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund metar-taf-parser@9.1.3 >/dev/null
cat >read.mjs <<'JS'
import { readFileSync } from 'node:fs';
import { parseMetar } from 'metar-taf-parser';
const { version } = JSON.parse(readFileSync('node_modules/metar-taf-parser/package.json', 'utf8'));
console.log(`metar-taf-parser ${version}`);
const seen = (raw) => {
  const { wind, visibility, temperature } = parseMetar(raw);
  return JSON.stringify([wind?.speed ?? null, wind?.gust ?? null, visibility?.value ?? null, temperature ?? null]);
};
const cases = [
  ['KXYZ 170556Z 09045G60KT 2SM 12/03 A2992', '[45,60,2,12]'],
  ['KXYZ 170556Z 090105G140KT 2SM 12/03 A2992', '[10,null,2,12]'],
  ['KXYZ 170556Z 09010KT 2SM 12/ A2992', '[10,null,2,null]'],
  ['KXYZ 170556Z 09010KT 3/16SM 12/03 A2992', '[10,null,null,12]'],
];
let isAsDescribed = version === '9.1.3';
for (const [raw, expected] of cases) {
  const found = seen(raw);
  console.log(`${raw}\n  speed, gust, visibility, temperature: ${found}`);
  isAsDescribed &&= found === expected;
}
if (!isAsDescribed) {
  console.log('The behaviour is not as described.');
  process.exitCode = 1;
}
JS
node read.mjs
