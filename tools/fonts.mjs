/**
 * `npm run fonts`: the font files of the app (src/ui/fonts/), cut from IBM Plex to the characters of the ranges in src/ui/fonts.css,
 * and the only font of the machine that browsers under test see (tests/support/fonts/).
 * Their names are changed, because the licence reserves "Plex" for the complete fonts.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root, run } from './steps.mjs';

const packages = ['@ibm/plex-sans@1.1.0', '@ibm/plex-mono@1.1.0', 'subset-font@2.9.0', 'fontverter@2.0.0'];
const faces = [
  { name: 'sans-400', file: 'plex-sans/fonts/complete/woff2/IBMPlexSans-Regular.woff2' },
  { name: 'sans-600', file: 'plex-sans/fonts/complete/woff2/IBMPlexSans-SemiBold.woff2' },
  { name: 'mono-400', file: 'plex-mono/fonts/complete/woff2/IBMPlexMono-Regular.woff2' },
  { name: 'mono-600', file: 'plex-mono/fonts/complete/woff2/IBMPlexMono-SemiBold.woff2' },
];
/** Each new name has the length of the old one, so that no other byte of the file moves. */
const renamed = { 'IBM Plex Sans': 'Downlink Sans', 'IBM Plex Mono': 'Downlink Mono', IBMPlex: 'Dwnlink' };

const folder = join(root, 'src/ui/fonts');
const css = readFileSync(join(root, 'src/ui/fonts.css'), 'utf8');
const aside = mkdtempSync(join(tmpdir(), 'downlink-fonts-'));
try {
  const install = ['install', '--prefix', aside, '--ignore-scripts', '--no-audit', '--no-fund', ...packages];
  if ((await run('npm', install, { quiet: true })) !== 0) throw new Error('The packages of the fonts are not there.');
  const require = createRequire(join(aside, 'package.json'));
  const [subset, { convert }] = [require('subset-font'), require('fontverter')];
  for (const { name, file } of faces)
    for (const part of [name, `${name}-more`]) {
      const from = readFileSync(join(aside, 'node_modules/@ibm', file));
      const options = { targetFormat: 'truetype', noHinting: true, keepFeatures: ['kern', 'mark', 'mkmk', 'ccmp'] };
      const cut = renameFont(await subset(from, charactersOf(part), options));
      // Wider than the text font: a text that is not in a font of the app shows in the layout.
      if (part === 'mono-400') writeFileSync(join(root, 'tests/support/fonts/fallback.ttf'), cut);
      const packed = await convert(cut, 'woff2');
      writeFileSync(join(folder, `${part}.woff2`), packed);
      console.log(`${part}.woff2: ${(packed.length / 1000).toFixed(1)} kB`);
    }
} finally {
  rmSync(aside, { recursive: true, force: true });
}

/** Characters of the `unicode-range` next to the file. */
function charactersOf(part) {
  const range = new RegExp(`${part}\\.woff2[^}]*unicode-range:([^;]*);`).exec(css)?.[1];
  if (!range) throw new Error(`src/ui/fonts.css has no range for ${part}.woff2.`);
  return [...range.matchAll(/U\+([0-9A-F]+)(?:-([0-9A-F]+))?/g)]
    .flatMap(([, first, last = first]) => {
      const from = Number.parseInt(first, 16);
      return Array.from({ length: Number.parseInt(last, 16) - from + 1 }, (_, at) => String.fromCodePoint(from + at));
    })
    .join('');
}

/** In the table of names texts are UTF-16, or single bytes. */
function renameFont(font) {
  const bytes = Buffer.from(font);
  for (const [from, to] of Object.entries(renamed))
    for (const encode of [(text) => Buffer.from(text, 'utf16le').swap16(), (text) => Buffer.from(text, 'latin1')])
      for (let at = bytes.indexOf(encode(from)); at >= 0; at = bytes.indexOf(encode(from), at))
        encode(to).copy(bytes, at);
  return bytes;
}
