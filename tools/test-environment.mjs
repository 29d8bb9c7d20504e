/**
 * Nothing that a machine has by chance decides a test: fonts, time zone, language, settings of Downlink or PostgreSQL.
 * Imported first by `npm test` and by the configuration of each test runner.
 */
import { readFileSync } from 'node:fs';
import { delimiter } from 'node:path';
import { fileURLToPath } from 'node:url';

const pathOf = (file) => fileURLToPath(new URL(`../${file}`, import.meta.url));

/** Settings are in docs/settings.md, all of them (tests/settings.test.ts). */
const settings = new Set(
  [...readFileSync(pathOf('docs/settings.md'), 'utf8').matchAll(/^\|([^|]+)\|/gm)].flatMap(([, cell]) =>
    [...cell.matchAll(/`([A-Z][A-Z0-9_]+)`/g)].map(([, name]) => name),
  ),
);
const ofMachine = /^(LANG|LANGUAGE|LC_\w+|PG[A-Z]+|NODE_OPTIONS|FONTCONFIG_\w+|XDG_(CONFIG|DATA|CACHE)_\w+|GTK_\w+)$/;

for (const name of Object.keys(process.env)) if (settings.has(name) || ofMachine.test(name)) delete process.env[name];
// Half an hour of daylight saving time, and another day than UTC for 11 of 24 hours.
process.env.TZ = 'Australia/Lord_Howe';
process.env.FONTCONFIG_FILE = pathOf('tests/support/fonts/fonts.conf');
// Debian's nginx is where only the path of root leads.
if (process.platform !== 'win32')
  process.env.PATH = [...new Set([...(process.env.PATH ?? '').split(delimiter), '/usr/sbin'])].join(delimiter);
