#!/usr/bin/env bash
# @airframes/acars-decoder 1.9.1 makes midnight of a time that is not in the text, and calls the result fully decoded.
# In summaries (SM) the days are one too late: 30 becomes 31, and 31 becomes the 1st of February 1970.
# Right: no time, and the days of the text.
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
/** CRC-16 with polynomial 1021 from FFFF, inverted: summaries end with it. */
function crc(text) {
  let value = 0xffff;
  for (const char of text) {
    value ^= char.charCodeAt(0) << 8;
    for (let bit = 0; bit < 8; bit++) value = ((value << 1) ^ (value & 0x8000 ? 0x1021 : 0)) & 0xffff;
  }
  return (value ^ 0xffff).toString(16).toUpperCase().padStart(4, '0');
}
const summary = 'SUM/SM300612,420,302139,310623,416,310631,413,312130,212,312139,209';
const rows = [
  ['QQ', 'LOWIEDDF', 'OFF', '00:00:00'],
  ['2A', summary + crc(summary), 'ENG_START', 'YYYY-MM-31T06:12:00'],
  ['2A', summary + crc(summary), 'OUT', '1970-02-01T06:23:00Z'],
];
console.log('@airframes/acars-decoder', require('@airframes/acars-decoder/package.json').version);
let changed = 0;
for (const [label, text, code, seen] of rows) {
  const result = decoder.decode({ label, text });
  const value = result.formatted.items.find((item) => item.code === code)?.value ?? 'none';
  console.log(`label ${label}: ${text}\n  ${result.decoder.decodeLevel}, ${code} ${value}${value === seen ? '' : ` (was ${seen})`}`);
  if (value !== seen) changed++;
}
process.exit(changed === 0 ? 0 : 1);
JS
node run.mjs
