import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { shortcutOf } from '../src/app/route-guard.ts';
import { read } from './support/repository.ts';

type Picture = { readonly src: string; readonly sizes: string; readonly form_factor: string; readonly label: string };
type Manifest = {
  readonly display: string;
  readonly display_override: readonly string[];
  readonly screenshots: readonly Picture[];
  readonly shortcuts: readonly { readonly name: string; readonly url: string }[];
};
const manifest = JSON.parse(readFileSync('manifest.webmanifest', 'utf8')) as Manifest;

test('OFF-01: the shortcuts of the manifest are known to the app', () => {
  expect(manifest.shortcuts.map(({ name }) => name)).toEqual(['Overview', 'Map', 'ACARS raw', 'Station status']);
  for (const { name, url } of manifest.shortcuts) expect(shortcutOf(url), name).not.toBeNull();
});

test('OFF-01: the screenshots of the manifest have the stated sizes, for wide and narrow windows', () => {
  for (const { src, sizes } of manifest.screenshots) {
    const png = readFileSync(`public${src}`);
    expect(`${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`, src).toBe(sizes);
    expect(png.length, src).toBeLessThan(350_000);
  }
  expect(new Set(manifest.screenshots.map((picture) => picture.form_factor))).toEqual(new Set(['wide', 'narrow']));
});

test('the header of an installed app is its title bar, where the browser supports it', () => {
  expect([...manifest.display_override, manifest.display]).toEqual([
    'window-controls-overlay',
    'standalone',
    'standalone',
  ]);
});

test('OFF-05: the required packages and folders are used', () => {
  const packages = JSON.parse(read('package.json').text) as {
    dependencies: Record<string, string>;
    devDependencies: Record<string, string>;
  };
  const named = Object.keys({ ...packages.dependencies, ...packages.devDependencies });
  const card = [
    'react',
    'react-dom',
    '@tanstack/react-router',
    '@tanstack/react-query',
    '@tanstack/query-sync-storage-persister',
    'dexie',
    'workbox-window',
    'vite-plugin-pwa',
    'ofetch',
    '@mantine/core',
    'mantine-react-table',
    'maplibre-gl',
    'react-map-gl',
    'uplot',
    'write-excel-file',
    'temporal-polyfill',
    'vitest',
    'playwright',
  ];
  expect(card.filter((name) => !named.includes(name))).toEqual([]);
  for (const file of ['vite.config.ts', 'tsconfig.json', 'manifest.webmanifest'])
    expect(read(file).text.length, file).toBeGreaterThan(0);
});
