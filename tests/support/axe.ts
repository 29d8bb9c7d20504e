/** Accessibility of the current screen, or of a part of it. An excluded rule needs its reason here. */
import axe, { type Result, type RunOptions } from 'axe-core';
import { expect, type Page } from 'playwright/test';

type ColourScheme = 'light' | 'dark';

/** Fails on any violation, naming rule and element. In light: a pair of colours readable there is readable in dark (tests/colours.test.ts). */
export const expectAccessible = (page: Page, what: string): Promise<void> => analyse(page, what, 'light');

/** The same for what has opened or changed on a screen that a test checks as a whole. `part`: a CSS selector. */
export const expectPartAccessible = (page: Page, part: string, what: string): Promise<void> =>
  analyse(page, what, 'light', { part });

/** The same in both schemes. In dark only the rules for colours run: the others cannot differ. */
export async function expectAccessibleInBoth(page: Page, what: string): Promise<void> {
  await analyse(page, what, 'light');
  await analyse(page, what, 'dark');
}

/** The same in both schemes, like `expectAccessibleInBoth`. */
export async function expectPartAccessibleInBoth(page: Page, part: string, what: string): Promise<void> {
  await analyse(page, what, 'light', { part });
  await analyse(page, what, 'dark', { part });
}

/** No target is covered or crowded (WCAG 2.5.8), a rule that axe runs on request only. */
export const expectFreeTargets = (page: Page, what: string): Promise<void> =>
  analyse(page, what, 'light', { rules: ['target-size'] });

async function analyse(
  page: Page,
  what: string,
  colorScheme: ColourScheme,
  { part, rules }: { part?: string; rules?: string[] } = {},
): Promise<void> {
  const options: RunOptions = {
    // Without the selectors of passed elements, which are most of the work.
    resultTypes: ['violations'],
    ...(colorScheme === 'dark' ? { runOnly: ['color-contrast', 'link-in-text-block'] } : {}),
    ...(rules ? { runOnly: rules } : {}),
  };
  let violations = await run(page, colorScheme, options, part);
  if (!violations) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    // The half megabyte of axe is sent once per document.
    if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
    violations = await run(page, colorScheme, options, part);
  }
  if (!violations) throw new Error(`axe did not run on ${what} in ${colorScheme}`);
  const found = violations.flatMap((one) =>
    one.nodes.map(
      (node) => `${one.id}: ${node.target.join(' ')}  ${node.failureSummary?.split('\n')[1]?.trim() ?? ''}`,
    ),
  );
  expect(found, `${what}, ${colorScheme}`).toEqual([]);
}

/** One call, if the page has axe and is shown in this scheme without motion, as most are; else null. */
const run = (page: Page, scheme: ColourScheme, options: RunOptions, part?: string): Promise<Result[] | null> =>
  page.evaluate(
    async ({ scheme, options, part }) => {
      const isReady = `(prefers-color-scheme: ${scheme}) and (prefers-reduced-motion: reduce)`;
      if (!('axe' in window) || !matchMedia(isReady).matches) return null;
      if (part && ![...document.querySelectorAll(part)].some((one) => one.checkVisibility()))
        throw new Error(`${part} is not shown`);
      return (await (window as unknown as { axe: typeof axe }).axe.run(part ?? document, options)).violations;
    },
    { scheme, options, part },
  );
