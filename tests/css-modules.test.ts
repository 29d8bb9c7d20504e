/** Types do not contain the classes of a CSS module: a class that no longer exists would be missed on the screen only. */
import { posix } from 'node:path';
import { expect, test } from 'vitest';
import { read, sources } from './support/repository.ts';

const modules = new Map(
  sources(/^src\/.*\.module\.css$/).map(({ file }) => {
    const css = read(file).text.replace(/\/\*.*?\*\//gs, '');
    return [file, new Set([...css.matchAll(/\.([a-zA-Z][\w-]*)/g)].map(([, name]) => name))];
  }),
);

test('each class that a component takes from a CSS module exists there', () => {
  const missing = sources(/^src\/.*\.tsx?$/).flatMap(({ file, text }) =>
    [...text.matchAll(/^import (\w+) from '(\.[^']+\.module\.css)';$/gm)].flatMap(([, name = '', path = '']) => {
      const classes = modules.get(posix.join(posix.dirname(file), path));
      return [...text.matchAll(new RegExp(`(?<![\\w'/.])${name}\\.(\\w+)`, 'g'))]
        .filter(([, used]) => !classes?.has(used ?? ''))
        .map(([use]) => `${file}: ${use}`);
    }),
  );
  expect(modules.size).toBeGreaterThan(50);
  expect(missing).toEqual([]);
});

/** Its component positions it. */
const positioned = ['src/list/top/ListTop.module.css: .menu'];

test('a part that scrolls is positioned: otherwise texts that are hidden in it make the whole screen scroll into nothing', () => {
  const places = sources(/^src\/.*\.css$/).flatMap(({ file }) => {
    const css = read(file).text.replace(/\/\*.*?\*\//gs, '');
    return [...css.matchAll(/([^{}]+)\{([^{}]*)\}/g)]
      .filter(([, , rules = '']) => /\boverflow(-y)?:\s*(hidden )?(auto|scroll)/.test(rules))
      .filter(([, , rules = '']) => !/\b(position|contain|container-type|transform):/.test(rules))
      .map(([, selector = '']) => `${file}: ${selector.trim()}`);
  });
  expect(places).toEqual(positioned);
});

test.each([
  ['src/ui/LegStrip.module.css', '.strip i'],
  ['src/charts/AltitudeMark.module.css', '.mark'],
  ['src/screens/map/controls/MapControls.module.css', '.strip i'],
  ['src/screens/map/controls/MapControls.module.css', '.coverageSteps i'],
])('%s: %s, whose background is its meaning, keeps it with forced colours', (file, selector) => {
  const rules = read(file)
    .text.replace(/\/\*.*?\*\//gs, '')
    .split('}');
  const own = rules.find((rule) => rule.split('{')[0]?.trim() === selector);
  expect(own).toContain('forced-color-adjust: none');
});
