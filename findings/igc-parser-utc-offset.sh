#!/usr/bin/env bash
# igc-parser 2.0.0 takes what is after the last colon for the offset from UTC: HPTZNUTCOFFSET:+02:00 is 0 hours, and +05:30 and -03:30 are both 30.
# Loggers write it so, as well as HFTZNTIMEZONE:2, which is right. A blank before the number (HFTZNUTCOFFSET: 1, Brauniger) throws, and the whole
# file is lost without the option `lenient`.
# An altitude of 0 m is null, between -1 and 1: a glider at a coast has none there. In a fix without altitude 0 is written too, and its validity is
# V in place of A (IGC technical specification, B record). Both are null.
# Match the line of the offset yourself, cut it before parsing, and take null for 0 where `valid` is true.
# Exits with 0 while the behaviour is as described.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund igc-parser@2.0.0 >/dev/null
cat >run.cjs <<'JS'
const { readFileSync } = require('node:fs');
const { parse } = require('igc-parser');
const { version } = JSON.parse(readFileSync('node_modules/igc-parser/package.json', 'utf8'));
console.log(`igc-parser ${version}`);
const file = (header, fix = 'B1101355206343N00006198EA0058700558') => `ALXVABC\r\nHFDTE150726\r\n${header}\r\n${fix}\r\n`;
const offset = (header) => {
  try {
    return JSON.stringify(parse(file(header)).timezone);
  } catch (error) {
    return error.message;
  }
};
const heights = (validity, pressure, gnss) => {
  const [{ valid, pressureAltitude, gpsAltitude }] = parse(
    file('HFTZNTIMEZONE:2', `B1101355206343N00006198E${validity}${pressure}${gnss}`),
  ).fixes;
  return JSON.stringify([valid, pressureAltitude, gpsAltitude]);
};
const cases = [
  ['HFTZNTIMEZONE:2', offset('HFTZNTIMEZONE:2'), '2'],
  ['HFTZNTIMEZONE:+5.50', offset('HFTZNTIMEZONE:+5.50'), '5.5'],
  ['HPTZNUTCOFFSET:+02:00', offset('HPTZNUTCOFFSET:+02:00'), '0'],
  ['HPTZNUTCOFFSET:10:00', offset('HPTZNUTCOFFSET:10:00'), '0'],
  ['HPTZNUTCOFFSET:+05:30', offset('HPTZNUTCOFFSET:+05:30'), '30'],
  ['HPTZNUTCOFFSET:-03:30', offset('HPTZNUTCOFFSET:-03:30'), '30'],
  ['HFTZNUTCOFFSET: 1', offset('HFTZNUTCOFFSET: 1'), 'Invalid TZN header at line 3: HFTZNUTCOFFSET: 1'],
  ['heights 1 and 2', heights('A', '00001', '00002'), '[true,1,2]'],
  ['heights 0 and 0', heights('A', '00000', '00000'), '[true,null,null]'],
  ['heights -1 and -2', heights('A', '-0001', '-0002'), '[true,-1,-2]'],
  ['not valid', heights('V', '00000', '00000'), '[false,null,null]'],
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
