#!/usr/bin/env bash
# aewx-metar-parser 3.0.2 states a visibility of 9,999 m or 10 miles where it does not know the form of the group: 0300NDV and M1/4SM. In fog it
# says so and calls the flight category VFR. Without a cloud group it takes the temperature for the visibility: 12/12 is 1 m. A report that is
# missing (NIL) is VFR as well.
# It takes the sixteenths of 1 5/16SM for 1 m too, has no ceiling in VV002 (sky obscured), and reads neither temperature nor pressure if the dew
# point is missing (12/). The station of SPECI KXYZ is SPECI.
# All groups are valid (WMO FM 15 and FM 16, FMH-1). Nothing is thrown. Compare visibility and ceiling with the groups before you use the category.
# Exits with 0 while the behaviour is as described.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund aewx-metar-parser@3.0.2 >/dev/null
cat >read.mjs <<'JS'
import { readFileSync } from 'node:fs';
import { metarParser } from 'aewx-metar-parser';
const { version } = JSON.parse(readFileSync('node_modules/aewx-metar-parser/package.json', 'utf8'));
console.log(`aewx-metar-parser ${version}: station, metres, ceiling in feet, temperature, hPa, category`);
const seen = (raw) => {
  const { icao, visibility, ceiling, temperature, barometer, flight_category: category } = metarParser(raw);
  const pressure = barometer.mb === null ? null : Math.round(barometer.mb);
  return JSON.stringify([icao, Math.round(visibility.meters), ceiling.feet, temperature.celsius, pressure, category]);
};
const cases = [
  ['METAR LXYZ 170550Z 00000KT 0300 FG FEW001 12/12 Q1013', '["LXYZ",300,null,12,1013,"LIFR"]'],
  ['METAR LXYZ 170550Z AUTO 00000KT 0300NDV FG FEW001 12/12 Q1013', '["LXYZ",9999,null,12,1013,"VFR"]'],
  ['METAR KXYZ 170556Z 00000KT 1/4SM FG FEW001 12/12 A2992', '["KXYZ",402,null,12,1013,"LIFR"]'],
  ['METAR KXYZ 170556Z 00000KT M1/4SM FG FEW001 12/12 A2992', '["KXYZ",9999,null,12,1013,"VFR"]'],
  ['METAR KXYZ 170556Z 00000KT M1/4SM FG VV001 12/12 A2992', '["KXYZ",1,null,null,null,"LIFR"]'],
  ['METAR KXYZ 170556Z 00000KT 1 5/16SM BR OVC008 12/12 A2992', '["KXYZ",1,800,12,1013,"LIFR"]'],
  ['METAR KXYZ 170556Z 00000KT 2SM BR VV002 12/12 A2992', '["KXYZ",3219,null,12,1013,"IFR"]'],
  ['METAR KXYZ 170556Z 24010KT 10SM CLR 12/ A2992', '["KXYZ",16093,null,null,null,"VFR"]'],
  ['METAR LXYZ 170550Z NIL', '["LXYZ",9999,null,null,null,"VFR"]'],
  ['SPECI KXYZ 170556Z 24010KT 10SM CLR 12/03 A2992', '["SPECI",16093,null,12,1013,"VFR"]'],
];
let isAsDescribed = version === '3.0.2';
for (const [raw, expected] of cases) {
  const found = seen(raw);
  console.log(`${raw}\n  ${found}${found === expected ? '' : ` (was ${expected})`}`);
  isAsDescribed &&= found === expected;
}
if (!isAsDescribed) {
  console.log('The behaviour is not as described.');
  process.exitCode = 1;
}
JS
node read.mjs
