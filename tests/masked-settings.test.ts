import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import { maskedSetting } from '../server/base/settings.ts';
import { readConfig } from '../server/config.ts';
import { read } from './support/repository.ts';

const secret = 'Hu5h-9z';
/** A password with every character that separates parts of an address or of a list. */
const passwords = [
  ',',
  '/',
  '?',
  '#',
  '@',
  ':',
  ' ',
  ';',
  '%',
  '\\',
  '"',
  '://',
  ',x://',
  '/@',
  '?@',
  '#@',
  ',1001=',
].flatMap((part) => [`${secret}${part}1`, `1${part}${secret}`]);
const addresses = passwords.flatMap((password) =>
  ['smtp', 'https', 'postgres', 'acars-tcp', 'beast'].flatMap((scheme) => [
    `${scheme}://me:${password}@mail.lan:587`,
    `${scheme}://${password}@mail.lan:587/path`,
    `1001=${scheme}://me:${password}@mail.lan:587,${scheme}://h:1`,
    `${scheme}://mail.lan:587/${password}`,
    `${scheme}://mail.lan:587/{icao}/{z}/{x}/{y}?key=${password}`,
  ]),
);
const documented = read('docs/settings.md')
  .lines.filter((line) => line.startsWith('| `'))
  .flatMap((line) => [...(line.split('|')[1] ?? '').matchAll(/`([A-Z][A-Z_]+)`/g)].map((found) => found[1] ?? ''))
  .filter((name) => !name.startsWith('_'))
  .concat(
    'TILES_MAIN_URL',
    'TILES_MAIN_KEY',
    'TILES_MAIN_ATTRIBUTION',
    'TILES_MAIN_ZOOMS',
    'TILES_MAIN_STORING',
    'OTEL_EXPORTER_OTLP_HEADERS',
  );

test('C122: no part of a password is in the stored form of any setting, whatever characters it has', () => {
  expect(documented.length).toBeGreaterThan(60);
  for (const name of documented)
    for (const value of addresses) expect(maskedSetting(name, value), `${name}=${value}`).not.toContain(secret);
});

test('C122: settings without a secret are stored as they are, addresses without user, path and query', () => {
  const shown = (name: string, value: string): string => maskedSetting(name, value);
  expect(shown('PORT', '8080')).toBe('8080');
  expect(shown('COMPANY_SCOPE', 'all')).toBe('all');
  expect(shown('DATA_DIR', '/srv/down link')).toBe('/srv/down link');
  expect(shown('OIDC_ROLES', 'radio-admins=Admin,pilots=Customer')).toBe('radio-admins=Admin,pilots=Customer');
  expect(shown('METRICS_KEY', '12345')).toBe('set');
  expect(shown('OTEL_EXPORTER_OTLP_HEADERS', 'authorization=abc')).toBe('set');
  expect(shown('SMTP_URL', 'smtp://me:pa,ss@mail.lan:587?key=1')).toBe('smtp://…@mail.lan:587/…');
  expect(shown('SMTP_URL', 'smtp://mail.lan')).toBe('smtp://mail.lan');
  expect(shown('SMTP_URL', 'smtp://me:12/ab@mail.lan')).toBe('set');
  expect(shown('RADIO', '1001=beast://10.0.0.9:30005, sbs://host:30003')).toBe(
    '1001=beast://10.0.0.9:30005,sbs://host:30003',
  );
});

test('C122: no error about a setting contains its value, unless that is a short number or word', () => {
  const errors: string[] = [];
  for (const name of documented)
    for (const value of addresses.filter((_, at) => at % 34 === 0)) {
      const needs = name.startsWith('OIDC_')
        ? { OIDC_ISSUER: 'https://id.lan', OIDC_CLIENT_ID: 'a', OIDC_CLIENT_SECRET: 'b', OIDC_ROLES: '*=User' }
        : {};
      try {
        readConfig({ DATABASE_URL: 'postgres://db.lan', ...needs, [name]: value });
      } catch (error) {
        errors.push(name);
        const { stack: _, ...rest } = error as Error;
        const text = inspect([(error as Error).message, rest]);
        expect(text, `${name}=${value}`).not.toContain(secret);
      }
    }
  expect(new Set(errors).size).toBeGreaterThan(30);
  for (const name of ['SMTP_URL', 'DATABASE_URL'])
    expect(() => readConfig({ DATABASE_URL: '', [name]: `smtp://me:12/${secret}@mail.lan` })).toThrow('%2F');
  expect(() => readConfig({ PORT: 'eighty' })).toThrow(
    "PORT must be a whole number from 0 to 65535, but it is 'eighty'.",
  );
});
