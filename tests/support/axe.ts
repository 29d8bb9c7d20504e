/**
 * Accessibility of what is on the screen now.
 * Must not: leave a rule out without saying here why.
 */
import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from 'playwright/test';

export const colourSchemes = ['light', 'dark'] as const;

/** Fails on any violation, naming rule and element: all rules in light; in dark those that look at colours, the others cannot differ. */
export async function expectAccessible(page: Page, what: string): Promise<void> {
  for (const colorScheme of colourSchemes) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    // Only what fails is worked out in full: selectors of all that passes are most of its work. Within the page itself: we have no frames of another
    // origin, for whose sake it would else open a second page for each look.
    const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).setLegacyMode(true);
    const { violations } = await (colorScheme === 'light'
      ? axe
      : axe.withRules(['color-contrast', 'link-in-text-block'])
    ).analyze();
    const found = violations.flatMap((one) =>
      one.nodes.map(
        (node) => `${one.id}: ${node.target.join(' ')}  ${node.failureSummary?.split('\n')[1]?.trim() ?? ''}`,
      ),
    );
    expect(found, `${what}, ${colorScheme}`).toEqual([]);
  }
}
