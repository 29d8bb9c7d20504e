#!/usr/bin/env bash
# node-geo-distance 1.2.0 gives distances as texts: OTP-LHR and LHR-JFK added are "2109204.6855554542.718", and sorted as texts a flight of
# 20,000 km is shorter than one of 300 km. The same place is the number 0, and a pair that its formula does not solve the number NaN.
# The formula of Vincenty has no solution for some pairs on opposite sides of the earth: Palembang (WIPP) and Neiva (SKNV) are NaN in it and
# in node-vincenty 0.0.6, which gives NaN in place of an object with distance and bearings. GeographicLib 2.2.0 has 19,998,189 m.
# The example of node-vincenty passes the distance for the bearing: destVincenty takes the bearing first.
# Convert with Number, and take geographiclib-geodesic for distances between any two airports.
# Exits with 0 while the behaviour is as described.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund node-geo-distance@1.2.0 node-vincenty@0.0.6 geographiclib-geodesic@2.2.0 >/dev/null
cat >run.cjs <<'JS'
const { readFileSync } = require('node:fs');
const { haversineSync, vincentySync } = require('node-geo-distance');
const { destVincenty, distVincenty } = require('node-vincenty');
const { Geodesic } = require('geographiclib-geodesic');
const versionOf = (name) => JSON.parse(readFileSync(`node_modules/${name}/package.json`, 'utf8')).version;
const versions = ['node-geo-distance', 'node-vincenty', 'geographiclib-geodesic'].map(versionOf).join(' ');
const place = (latitude, longitude) => ({ latitude, longitude });
const [otp, lhr, jfk] = [place(44.5711, 26.085), place(51.4706, -0.4619), place(40.6398, -73.7789)];
const [palembang, neiva] = [place(-2.8983, 104.6999), place(2.9502, -75.294)];
const four = (from, to) => [from.latitude, from.longitude, to.latitude, to.longitude];
const shown = (value) => (typeof value === 'object' ? value.distance : Number.isNaN(value) ? 'NaN' : value);
const cases = [
  ['node-geo-distance, OTP-LHR', vincentySync(otp, lhr), '2109204.685'],
  ['  by haversine', haversineSync(otp, lhr), '2103793.297'],
  ['  OTP-LHR + LHR-JFK', vincentySync(otp, lhr) + vincentySync(lhr, jfk), '2109204.6855554542.718'],
  ['  OTP-OTP', vincentySync(otp, otp), 0],
  ['  WIPP-SKNV', vincentySync(palembang, neiva), 'NaN'],
  ['node-vincenty, OTP-LHR', distVincenty(...four(otp, lhr)), 2109204.685],
  ['  WIPP-SKNV', distVincenty(...four(palembang, neiva)), 'NaN'],
  ['  100 km to the east of OTP, longitude', Math.round(destVincenty(44.5711, 26.085, 90, 100_000).lon * 100) / 100, 27.34],
  ['GeographicLib, WIPP-SKNV', Math.round(Geodesic.WGS84.Inverse(...four(palembang, neiva)).s12), 19998189],
];
console.log(`node-geo-distance, node-vincenty, geographiclib-geodesic ${versions}`);
let isAsDescribed = versions === '1.2.0 0.0.6 2.2.0';
for (const [what, value, expected] of cases) {
  const found = shown(value);
  console.log(`${what}: ${JSON.stringify(found)}${found === expected ? '' : ` (was ${JSON.stringify(expected)})`}`);
  isAsDescribed &&= found === expected;
}
if (!isAsDescribed) {
  console.log('The behaviour is not as described.');
  process.exitCode = 1;
}
JS
node run.cjs
