#!/usr/bin/env bash
# @airframes/acars-decoder 1.9.1 reads `N47186W011542` as degrees and minutes in one label, and as thousandths of a degree in another.
# Right: 47 degrees 18.6 minutes in both (ARINC 702). In label 4A the difference is 31 km here, and up to 80 km.
# Label 22 has degrees, minutes and seconds: N 472418W0113052 is 47.405 N, 11.514 W. It is read as 47.242 N, 11.305 W.
# In label 4T it takes the minutes of southern and western positions off the degrees: 2315.5S04645.5W is 23.258 S, 46.758 W.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund @airframes/acars-decoder@1.9.1
cat >run.mjs <<'JS'
import { createRequire } from 'node:module';
const require = createRequire(import.meta.url);
const { MessageDecoder } = require('@airframes/acars-decoder');
const decoder = new MessageDecoder();
const place = (label, text) =>
  decoder.decode({ label, text }).formatted.items.find((item) => item.code === 'POS')?.value ?? 'none';
const rows = [
  ['44', 'POS02,N47186W011542,310,LOWI,EDDF,0914,1021,1107,004.2', '47.310 N, 11.903 W'],
  ['4A', 'N47186W011542INN/09 ,102136145KERAX,,P02,271038612,31507742', '47.186 N, 11.542 W'],
  ['22', 'N 472418W0113052,-------,101530,34008, ,      , ,M 54,25312  31, 104,', '47.242 N, 11.305 W'],
  ['4T', 'AGFSR XX0123/28/28/GRUEZE/1725Z/412/2315.5S04645.5W/358/CRUISE/0010/0011/1806/M54/248047/0270/470/N0410/A/B/C', '22.742 S, 45.242 W'],
];
console.log('@airframes/acars-decoder', require('@airframes/acars-decoder/package.json').version);
let changed = 0;
for (const [label, text, seen] of rows) {
  const value = place(label, text);
  console.log(`label ${label}: ${text}\n  ${value}${value === seen ? '' : ` (was ${seen})`}`);
  if (value !== seen) changed++;
}
process.exit(changed === 0 ? 0 : 1);
JS
node run.mjs
