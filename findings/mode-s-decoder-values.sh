#!/usr/bin/env bash
# mode-s-decoder 1.0.1 (with mode-s-aircraft-store 1.0.1) gives the raw codes of a velocity, which count from 1 (ICAO Doc 9871, table A-2-9):
# - each component is 1 kt too fast: 400 kt is 401, and an aircraft that stands still flies 1.4 kt to the north-east. A rate of 1,024 ft/min is 17;
# - a velocity that is not available is 0 kt, track 0, as if it stood still;
# - of a supersonic aircraft it gives a quarter: 1,200 kt is 301.
# Altitudes in 100 ft steps, which all aircraft above 50,175 ft send, are null in a position, and 0 ft in a reply to a radar.
# The store begins with latitude, longitude and altitude 0, and never says that none is known.
# Take 1 off each component unless it is 0, which is none, and times 4 for mesub 2. Do not use an altitude of 0 of a reply.
# Exits with 0 while the behaviour is as described.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund mode-s-decoder@1.0.1 mode-s-aircraft-store@1.0.1 >/dev/null
cat >run.cjs <<'JS'
const Decoder = require('mode-s-decoder');
const Store = require('mode-s-aircraft-store');
const versions = ['mode-s-decoder', 'mode-s-aircraft-store'].map((name) => require(`${name}/package.json`).version);
console.log(`mode-s-decoder ${versions[0]}, mode-s-aircraft-store ${versions[1]}`);
const decoder = new Decoder();
const read = (frame) => decoder.parse(Buffer.from(frame, 'hex'));
const velocity = (frame) => {
  const { crcOk, speed, heading, vertRate } = read(frame);
  return [crcOk, Math.round(speed * 10) / 10, Math.round(heading), vertRate];
};
const altitude = (frame) => [read(frame).crcOk, read(frame).altitude];
const stored = (frame) => {
  const store = new Store();
  store.addMessage(read(frame));
  const [{ altitude: feet, lat, lng }] = store.getAircrafts();
  return [feet, lat, lng];
};
const cases = [
  ['400 kt west, down 1,024 ft/min', velocity, '8D48401299059100284400B31F3A', [true, 401, 270, 17]],
  ['0 kt, 0 ft/min', velocity, '8D48401299000100200400355C81', [true, 1.4, 45, 1]],
  ['nothing available', velocity, '8D484012990000000000004B1C66', [true, 0, 0, 0]],
  ['1,200 kt west', velocity, '8D4840129A052D00200400055551', [true, 301, 270, 1]],
  ['position at 51,000 ft', altitude, '8D48401258361186A0EA60CF8502', [true, null]],
  ['DF 4 at 51,000 ft', altitude, '200006A1153834', [true, 0]],
  ['store, after a velocity', stored, '8D48401299059100284400B31F3A', [0, 0, 0]],
];
let isAsDescribed = versions.every((version) => version === '1.0.1');
for (const [what, see, frame, expected] of cases) {
  const found = JSON.stringify(see(frame));
  console.log(`${what}, ${frame}\n  ${found}${found === JSON.stringify(expected) ? '' : ` (was ${JSON.stringify(expected)})`}`);
  isAsDescribed &&= found === JSON.stringify(expected);
}
if (!isAsDescribed) {
  console.log('The behaviour is not as described.');
  process.exitCode = 1;
}
JS
node run.cjs
