import { describe, expect, test } from 'vitest';
import { altitudeBands, isTextBand } from '../src/charts/altitude-bands.ts';
import { read, sources } from './support/repository.ts';

type Colours = Readonly<Record<string, readonly [light: string, dark: string]>>;

const tokens = 'src/ui/tokens.css';
const css = read(tokens).text;
const [usualCss = '', moreCss = ''] = css.split(':root[data-contrast="more"] {');
const coloursOf = (block: string): Colours =>
  Object.fromEntries(
    [...block.matchAll(/--dl-([\w-]+): (?:light-dark\((#\w{6}), (#\w{6})\)|(#\w{6}));/g)].map(
      ([, name = '', light, dark, same]) => [name, [light ?? same ?? '', dark ?? same ?? '']],
    ),
  );
const usual = coloursOf(usualCss);
const looks: readonly (readonly [string, Colours])[] = [
  ['usual contrast', usual],
  ['high contrast', { ...usual, ...coloursOf(moreCss.split('}')[0] ?? '') }],
];

/** As WCAG 2 defines it. */
function luminance(colour: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

const backgrounds = ['surface', 'frame', 'raised', 'hover', 'accent-tint', 'accent-fill', 'accent-hover'];
const states = ['live', 'stored', 'stale', 'failed', 'warn'];

test('style files take their colours from tokens.css', () => {
  const found = sources(/^src\/.*\.css$/)
    .filter(({ file }) => file !== tokens)
    .flatMap(({ file, lines }) =>
      lines.filter((line) => /#[\da-f]{3,8}\b|hsla?\(|rgba?\(/i.test(line)).map((line) => `${file}  ${line.trim()}`),
    )
    // The same shade behind every dialog.
    .filter((line) => !line.endsWith('background: rgb(9 13 15 / 0.45);'));
  expect(found).toEqual([]);
});

test('colours of lines are not used for text', () => {
  const found = sources(/^src\/.*\.css$/).flatMap(({ file, lines }) =>
    lines
      .filter((line) => /(^|[\s;])color: var\(--dl-(\w+-)?line\)/.test(line))
      .map((line) => `${file}  ${line.trim()}`),
  );
  expect(found).toEqual([]);
});

describe('colours of altitude bands', () => {
  const look = (name: string, at: 0 | 1): string => usual[name]?.[at] ?? '';
  const schemes = [
    ['light', 0],
    ['dark', 1],
  ] as const;
  test.each(schemes)('%s: 3:1 on land and water, 4.5:1 on land where they are used for text', (_name, at) => {
    const least = altitudeBands.map(({ token }) =>
      Math.min(...['land', 'water'].map((ground) => contrast(look(token, at), look(ground, at)))),
    );
    expect(least.filter((ratio) => ratio < 3)).toEqual([]);
    const isText = altitudeBands.map(({ token }) => contrast(look(token, at), look('land', at)) >= 4.5);
    expect(altitudeBands.filter((_, band) => isTextBand(band) && !isText[band])).toEqual([]);
  });
  test.each(schemes)(
    '%s: each higher band contrasts more with the map, so the order is visible in grey',
    (_name, at) => {
      const onLand = altitudeBands.slice(1).map(({ token }) => contrast(look(token, at), look('land', at)));
      expect(onLand).toEqual(onLand.toSorted((a, b) => a - b));
      const steps = onLand.slice(1).map((ratio, band) => ratio / (onLand[band] ?? 1));
      expect(Math.min(...steps)).toBeGreaterThan(1.15);
    },
  );
  test('high contrast has no altitude colours', () => {
    const more = coloursOf(moreCss.split('}')[0] ?? '');
    expect(new Set(altitudeBands.map(({ token }) => more[token]?.join(' ')))).toEqual(new Set(['#000000 #ffffff']));
  });
});

describe.each(looks)('%s', (_name, colours) => {
  const onBackgrounds = [...backgrounds, ...states.map((state) => `${state}-bg`)];
  const pairs = Object.keys(colours)
    .filter((name) => !onBackgrounds.includes(name))
    .flatMap((name) => onBackgrounds.map((background) => [name, background] as const))
    .map(([name, background]) => {
      const [front, back] = [colours[name] ?? ['', ''], colours[background] ?? ['', '']];
      return {
        pair: `${name} on ${background}`,
        light: contrast(front[0], back[0]),
        dark: contrast(front[1], back[1]),
      };
    });

  // Screens are analysed with axe in light: this proves that colours readable there are readable in dark.
  const failing = (least: number, isMeant: (pair: string) => boolean) => {
    const meant = pairs.filter(({ pair, light }) => light >= least && isMeant(pair));
    expect(meant.length).toBeGreaterThan(50);
    return meant.filter(({ dark }) => dark < least);
  };
  test('every pair of a text colour and a background with 4.5:1 in light has it in dark', () => {
    expect(failing(4.5, (pair) => !/line on/.test(pair))).toEqual([]);
  });
  test('every pair of a colour and a background with 3:1 in light has it in dark', () => {
    expect(failing(3, () => true)).toEqual([]);
  });

  test('a bar of a strip is visible on its track', () => {
    const strip = read('src/charts/StripChart.module.css').text;
    const [, track = '', bar = ''] =
      /\.cell \{[^}]*background: var\(--dl-([\w-]+)\);[^}]*\}\s*\.cell > i \{[^}]*background: var\(--dl-([\w-]+)\);/.exec(
        strip,
      ) ?? [];
    const ratios = ([0, 1] as const).map((at) => contrast(colours[bar]?.[at] ?? '', colours[track]?.[at] ?? ''));
    expect(Math.min(...ratios)).toBeGreaterThan(3);
  });

  test('series of stored data have four greys that are visible on a surface', () => {
    const old = coloursOf(/\n\[data-old\] \{([^}]*)\}/.exec(css)?.[1] ?? '');
    const series = Object.entries(old).filter(([name]) => name.startsWith('series-'));
    expect(series.map(([name]) => name)).toEqual(['series-a', 'series-b', 'series-c', 'series-d']);
    for (const at of [0, 1] as const) {
      const greys = series.map(([, pair]) => pair[at]);
      expect(new Set(greys).size).toBe(4);
      expect(greys.filter((grey) => contrast(grey, colours.surface?.[at] ?? '') < 3)).toEqual([]);
    }
  });

  test('texts of states are readable on their own background and on a surface', () => {
    const texts = states.flatMap((state) => [`${state}-fg on ${state}-bg`, `${state}-fg on surface`]);
    const expected = [...texts, 'text on frame', 'dim on frame', 'accent on surface', 'on-accent on accent-fill'];
    const found = pairs.filter(({ pair }) => expected.includes(pair));
    expect(found).toHaveLength(expected.length);
    expect(found.filter(({ light, dark }) => Math.min(light, dark) < 4.5)).toEqual([]);
  });
});
