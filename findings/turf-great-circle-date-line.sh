#!/usr/bin/env bash
# @turf/great-circle 7.4.0 (with arc 0.2.0) ends both parts of a route over the date line at its own points, not at 180 degrees: 122 km are missing
# of Sydney - Los Angeles, and 635 km with npoints 20.
# A route whose step over the line is longer than `offset` (10 degrees) is not split: Santiago - Perth, New York - Hong Kong and Anchorage - Moscow are
# one line that runs back over all longitudes in one step, and with npoints 10 Sydney - Los Angeles too. Its page says that routes over the line
# are split, and that a higher offset makes it likelier.
# Right: arc 1.0.0 ends the parts at 180 and -180 at one latitude, also near a pole. Or let longitudes continue beyond 180, as maps accept.
# Exits with 0 while the behaviour is as described.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund @turf/great-circle@7.4.0 arc@1.0.0 >/dev/null
cat >run.mjs <<'JS'
import { readFileSync } from 'node:fs';
import { greatCircle } from '@turf/great-circle';
import { GreatCircle } from 'arc';
const versionOf = (name) => JSON.parse(readFileSync(`node_modules/${name}/package.json`, 'utf8')).version;
console.log(`@turf/great-circle ${versionOf('@turf/great-circle')}, arc ${versionOf('arc')}`);
const airports = {
  SYD: [151.18, -33.95],
  LAX: [-118.41, 33.94],
  NRT: [140.39, 35.76],
  SCL: [-70.79, -33.39],
  PER: [115.97, -31.94],
  JFK: [-73.78, 40.64],
  HKG: [113.91, 22.31],
  ANC: [-150, 61.17],
  SVO: [37.41, 55.97],
};
const radians = Math.PI / 180;
const km = ([lonA, latA], [lonB, latB]) => {
  const across = Math.cos(latA * radians) * Math.cos(latB * radians) * Math.sin(((lonB - lonA) * radians) / 2) ** 2;
  return 2 * 6371 * Math.asin(Math.sqrt(Math.sin(((latB - latA) * radians) / 2) ** 2 + across));
};
const ofTurf = (from, to, npoints) => greatCircle(airports[from], airports[to], { npoints }).geometry;
const ofArc = (from, to, npoints) => {
  const [[x, y], [toX, toY]] = [airports[from], airports[to]];
  return new GreatCircle({ x, y }, { x: toX, y: toY }).Arc(npoints).json().geometry;
};
/** Number of parts, longest step in degrees of longitude, and km between the parts. */
const seen = ({ type, coordinates }) => {
  const parts = type === 'LineString' ? [coordinates] : coordinates;
  const steps = parts.flatMap((part) => part.slice(1).map((point, i) => Math.abs(point[0] - part[i][0])));
  const gaps = parts.slice(1).map((part, i) => km(parts[i].at(-1), part[0]));
  return JSON.stringify([parts.length, Math.round(Math.max(...steps)), Math.round(Math.max(0, ...gaps))]);
};
const cases = [
  ['turf', ofTurf, 'SYD', 'LAX', 100, '[2,1,122]'],
  ['turf', ofTurf, 'SYD', 'LAX', 20, '[2,6,635]'],
  ['turf', ofTurf, 'SYD', 'LAX', 10, '[1,350,0]'],
  ['turf', ofTurf, 'NRT', 'LAX', 100, '[2,1,88]'],
  ['turf', ofTurf, 'SCL', 'PER', 100, '[1,349,0]'],
  ['turf', ofTurf, 'JFK', 'HKG', 100, '[1,350,0]'],
  ['turf', ofTurf, 'ANC', 'SVO', 100, '[1,354,0]'],
  ['arc', ofArc, 'SYD', 'LAX', 100, '[2,1,0]'],
  ['arc', ofArc, 'NRT', 'LAX', 100, '[2,1,0]'],
  ['arc', ofArc, 'SCL', 'PER', 100, '[2,12,0]'],
  ['arc', ofArc, 'JFK', 'HKG', 100, '[2,11,0]'],
];
let isAsDescribed = true;
for (const [name, routeOf, from, to, npoints, expected] of cases) {
  const found = seen(routeOf(from, to, npoints));
  isAsDescribed &&= found === expected;
  console.log(`${name} ${from}-${to} in ${npoints} points: parts, longest step, gap ${found}, expected ${expected}`);
}
if (!isAsDescribed) {
  console.log('The behaviour is not as described.');
  process.exitCode = 1;
}
JS
node run.mjs
