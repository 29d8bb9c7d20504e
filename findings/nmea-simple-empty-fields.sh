#!/usr/bin/env bash
# nmea-simple 3.3.0 makes 0 of each empty field, as nmea 0.1.2 does for most. NMEA 0183 leaves a field empty whose value is not known.
# - A receiver that stands still writes an RMC without a course: it moves to the north (track 0), and the status is valid.
# - Without a fix the place is 0 N 0 E at 0 m. GGA and RMC have fixType none and status warning beside it, GNS only the letters N of its mode.
# - The undulation is 0 where the receiver does not know it, so heights above mean sea level and above the ellipsoid are equal.
# - The variation of RMC has no sign: 5 W is 5, and its letter is in another field. gps 0.9.0 has -5.
# Right: gps 0.9.0 gives null. Otherwise look at the fields of the sentence before you use a 0.
# Exits with 0 while the behaviour is as described.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund nmea-simple@3.3.0 nmea@0.1.2 gps@0.9.0 >/dev/null
cat >run.cjs <<'JS'
const { readFileSync } = require('node:fs');
const GPS = require('gps');
const nmea = require('nmea');
const { parseNmeaSentence } = require('nmea-simple');
const versionOf = (name) => JSON.parse(readFileSync(`node_modules/${name}/package.json`, 'utf8')).version;
console.log(['nmea-simple', 'nmea', 'gps'].map((name) => `${name} ${versionOf(name)}`).join(', '));
const sentence = (body) => {
  const sum = [...body].reduce((so, character) => so ^ character.charCodeAt(0), 0);
  return `$${body}*${sum.toString(16).toUpperCase().padStart(2, '0')}`;
};
const still = sentence('GPRMC,120000.00,A,4434.2600,N,02605.1000,E,0.004,,301126,,,A');
const west = sentence('GPRMC,120000.00,A,4434.2600,N,02605.1000,E,120.5,359.9,301126,5.0,W,A');
const noFix = sentence('GPGGA,120000.00,,,,,0,00,99.99,,,,,,');
const noFixGns = sentence('GNGNS,120000.00,,,,,NN,00,99.99,,,,');
const noUndulation = sentence('GPGGA,120000.00,4434.2600,N,02605.1000,E,1,08,0.9,91.0,M,,M,,');
const simple = (line, ...names) => JSON.stringify(names.map((name) => parseNmeaSentence(line)[name]));
const older = (line, ...names) => JSON.stringify(names.map((name) => nmea.parse(line)[name]));
const gps = (line, ...names) => JSON.stringify(names.map((name) => GPS.Parse(line)[name]));
const cases = [
  ['nmea-simple, RMC standing still', simple(still, 'status', 'speedKnots', 'trackTrue'), '["valid",0.004,0]'],
  ['nmea, RMC standing still', older(still, 'status', 'speedKnots', 'trackTrue'), '["valid",0.004,0]'],
  ['gps, RMC standing still', gps(still, 'status', 'track'), '["active",null]'],
  ['nmea-simple, GGA without a fix', simple(noFix, 'fixType', 'latitude', 'longitude', 'altitudeMeters'), '["none",0,0,0]'],
  ['nmea, GGA without a fix', older(noFix, 'fixType', 'lat', 'lon', 'alt'), '["none","","",0]'],
  ['gps, GGA without a fix', gps(noFix, 'quality', 'lat', 'lon', 'alt'), '[null,null,null,null]'],
  ['nmea-simple, GNS without a fix', simple(noFixGns, 'modeIndicator', 'latitude', 'longitude', 'altitudeMeters'), '["NN",0,0,0]'],
  ['nmea-simple, GGA without undulation', simple(noUndulation, 'altitudeMeters', 'geoidalSeperation'), '[91,0]'],
  ['gps, GGA without undulation', gps(noUndulation, 'alt', 'geoidal'), '[91,null]'],
  ['nmea-simple, RMC 5 W', simple(west, 'variation', 'variationPole'), '[5,"W"]'],
  ['gps, RMC 5 W', gps(west, 'variation'), '[-5]'],
];
let isAsDescribed = true;
for (const [what, found, expected] of cases) {
  isAsDescribed &&= found === expected;
  console.log(`${what}: ${found}, expected ${expected}`);
}
if (!isAsDescribed) {
  console.log('The behaviour is not as described.');
  process.exitCode = 1;
}
JS
node run.cjs
