#!/usr/bin/env bash
# sunrise-sunset-js 3.3.1 states +-30 seconds and proper times at high latitudes. Around the first and last days of the midnight sun and of the
# polar night its times are up to 71 minutes off: sunset at Tromso on 26 July 2026 with the whole sun above the horizon, 42 minutes early. On days
# without one it gives a sunrise and a sunset, also seconds apart (Ivalo, 4 December). When sunset passes midnight UTC it is 10 minutes late.
# suncalc3 2.0.5 gives Dates in polar day and night, marked valid: false. Times that it marks as valid are up to 31 minutes off there, and all July
# 3 minutes late at Reykjavik, which has a sunset each day.
# Right: astronomy-engine 2.1.19, and suncalc 2.0.2 within a minute of it (upper rim, 34 minutes of arc of refraction). In doubt
# compare the altitude of the sun at the time with -0.833 degrees.
# Exits with 0 while the behaviour is as described.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund sunrise-sunset-js@3.3.1 suncalc3@2.0.5 suncalc@2.0.2 astronomy-engine@2.1.19 >/dev/null
cat >run.mjs <<'JS'
import { readFileSync } from 'node:fs';
import { AstroTime, Equator, Horizon, Observer, SearchRiseSet } from 'astronomy-engine';
import * as suncalc from 'suncalc';
import suncalc3 from 'suncalc3';
import { getSunrise, getSunset } from 'sunrise-sunset-js';
const versionOf = (name) => JSON.parse(readFileSync(`node_modules/${name}/package.json`, 'utf8')).version;
console.log(['sunrise-sunset-js', 'suncalc3', 'suncalc', 'astronomy-engine'].map((name) => `${name} ${versionOf(name)}`).join(', '));
const places = {
  Tromso: [69.68, 18.92],
  Rovaniemi: [66.56, 25.83],
  Ivalo: [68.6, 27.4],
  Utqiagvik: [71.29, -156.77],
  Svalbard: [78.25, 15.47],
  Reykjavik: [64.13, -21.94],
};
const dayMs = 86_400_000;
/** The sunset or sunrise of astronomy-engine next to a time, within half a day. */
function nearest(place, isRise, time) {
  const observer = new Observer(...places[place], 0);
  const found = [0, 1].flatMap((half) => {
    const start = new AstroTime(new Date(time - dayMs / 2 + (half * dayMs) / 2));
    const event = SearchRiseSet('Sun', observer, isRise ? 1 : -1, start, 0.5);
    return event ? [event.date.getTime()] : [];
  });
  return found.sort((a, b) => Math.abs(a - time) - Math.abs(b - time))[0] ?? null;
}
function altitudeAt(place, time) {
  const [at, observer] = [new AstroTime(new Date(time)), new Observer(...places[place], 0)];
  const { ra, dec } = Equator('Sun', at, observer, true, true);
  return Horizon(at, observer, ra, dec, '').altitude;
}
const libraries = {
  'sunrise-sunset-js': (noon, [lat, lon]) => [getSunrise(lat, lon, noon), getSunset(lat, lon, noon)],
  suncalc3: (noon, [lat, lon]) => {
    const { sunriseStart, sunsetEnd } = suncalc3.getSunTimes(noon, lat, lon);
    return [sunriseStart, sunsetEnd].map(({ value, valid }) => (valid ? value : null));
  },
  'suncalc3, not valid': (noon, [lat, lon]) => {
    const { sunriseStart, sunsetEnd } = suncalc3.getSunTimes(noon, lat, lon);
    return [sunriseStart, sunsetEnd].map(({ value, valid }) => (valid ? null : value));
  },
  suncalc: (noon, [lat, lon]) => {
    const { sunrise, sunset } = suncalc.getTimes(noon, lat, lon);
    return [sunrise, sunset];
  },
};
/** Time, altitude of the sun then, and minutes from the real event. */
function seen(library, place, day, isRise) {
  const time = libraries[library](new Date(`${day}T12:00Z`), places[place])[isRise ? 0 : 1];
  if (!time || Number.isNaN(+time)) return 'none';
  const event = nearest(place, isRise, +time);
  const error = event === null ? 'there is none' : `${Math.round((time - event) / 60_000) + 0} min`;
  return `${new Date(+time).toISOString().slice(5, 16)}, sun at ${altitudeAt(place, +time).toFixed(1)}, ${error}`;
}
const cases = [
  ['sunrise-sunset-js', 'Tromso', '2026-07-26', true, '07-26T00:09, sun at 0.2, 71 min'],
  ['sunrise-sunset-js', 'Tromso', '2026-07-26', false, '07-26T21:32, sun at 0.0, -42 min'],
  ['sunrise-sunset-js', 'Rovaniemi', '2026-07-07', false, '07-07T21:20, sun at -0.2, -38 min'],
  ['sunrise-sunset-js', 'Ivalo', '2026-12-04', true, '12-04T10:00, sun at -0.9, there is none'],
  ['sunrise-sunset-js', 'Ivalo', '2026-12-04', false, '12-04T10:00, sun at -0.9, there is none'],
  ['sunrise-sunset-js', 'Utqiagvik', '2026-01-27', false, '01-27T00:09, sun at -1.1, 10 min'],
  ['suncalc3', 'Tromso', '2026-07-26', false, '07-26T22:46, sun at -1.1, 31 min'],
  ['suncalc3', 'Svalbard', '2026-02-16', true, '02-16T10:32, sun at -0.7, 15 min'],
  ['suncalc3', 'Reykjavik', '2026-07-15', false, '07-15T23:27, sun at -1.0, 4 min'],
  ['suncalc3, not valid', 'Tromso', '2026-01-01', true, '12-31T22:48, sun at -43.3, there is none'],
  ['suncalc', 'Tromso', '2026-07-26', false, '07-26T22:15, sun at -0.8, 0 min'],
  ['suncalc', 'Rovaniemi', '2026-07-07', false, '07-07T21:58, sun at -0.8, 1 min'],
  ['suncalc', 'Ivalo', '2026-12-04', true, 'none'],
  ['suncalc', 'Svalbard', '2026-02-16', true, '02-16T10:16, sun at -0.8, 0 min'],
  ['suncalc', 'Reykjavik', '2026-07-15', false, '07-15T23:23, sun at -0.8, 0 min'],
];
let isAsDescribed = true;
for (const [library, place, day, isRise, expected] of cases) {
  const found = seen(library, place, day, isRise);
  isAsDescribed &&= found === expected;
  console.log(`${library}: ${isRise ? 'sunrise' : 'sunset'} ${place} ${day}: ${found}, expected ${expected}`);
}
if (!isAsDescribed) {
  console.log('The behaviour is not as described.');
  process.exitCode = 1;
}
JS
# sunrise-sunset-js takes the day from the time zone of the process.
TZ=UTC node run.mjs
