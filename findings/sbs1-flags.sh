#!/usr/bin/env bash
# sbs1 0.2.5 makes true of each flag that is not exactly 0.
# - Lines of port 30003 end with CR LF. Split at LF, the last field is "0" and CR: each aircraft in flight is on the ground. Its own client splits right.
# - readsb 3.14.1642 writes the number of receivers and the uncertainty of an MLAT result in place of alert and emergency (net_io.c,
#   receiverCountMlat and mlatEPU): each such aircraft has an alert and an emergency.
# With --gnss, readsb and dump1090 write 22850H for a height above the ellipsoid. It becomes an altitude like any other, hundreds of feet off.
# Trim lines, take only 0, 1 and -1 for a flag, and look for the H before the number is parsed.
# Exits with 0 while the behaviour is as described.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund sbs1@0.2.5 >/dev/null
cat >run.cjs <<'JS'
const { parseSbs1Message } = require('sbs1');
const { version } = require('sbs1/package.json');
console.log(`sbs1 ${version}: altitude, alert, emergency, is_on_ground`);
const seen = (line) => {
  const { altitude, alert, emergency, is_on_ground: isOnGround } = parseSbs1Message(line);
  return JSON.stringify([altitude, alert, emergency, isOnGround]);
};
const line = (altitude, flags) =>
  `MSG,3,1,1,4B1234,1,2026/11/30,12:00:00.000,2026/11/30,12:00:00.000,,${altitude},,,46.00000,25.00000,,,${flags}`;
const cases = [
  [line('10000', '0,0,0,0'), '[10000,false,false,false]'],
  [`${line('10000', '0,0,0,0')}\r\n`.split('\n')[0], '[10000,false,false,true]'],
  [line('10000', '5,120,,'), '[10000,true,true,null]'],
  [line('22850H', ',,,0'), '[22850,null,null,false]'],
];
let isAsDescribed = version === '0.2.5';
for (const [text, expected] of cases) {
  const found = seen(text);
  console.log(`${JSON.stringify(text)}\n  ${found}${found === expected ? '' : ` (was ${expected})`}`);
  isAsDescribed &&= found === expected;
}
if (!isAsDescribed) {
  console.log('The behaviour is not as described.');
  process.exitCode = 1;
}
JS
node run.cjs
