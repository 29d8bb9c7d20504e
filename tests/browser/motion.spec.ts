import type { Page } from 'playwright/test';
import { App, expect, serverForFile, test } from '../support/browser.ts';
import { series } from '../support/messages.ts';

const server = serverForFile({ prepare: (it) => it.import(series(12)) });
type Record_ = { readonly name: string; readonly ms: number };
type Recorded = { motions?: Record_[] };

/** Notes each animation and transition that begins, spinners excepted. With reduced motion an animation of 0 s begins and ends at once. */
async function recordMotion(page: Page): Promise<() => Promise<readonly Record_[]>> {
  await page.addInitScript(() => {
    const motions: Record_[] = [];
    (window as Recorded).motions = motions;
    const note = (event: AnimationEvent | TransitionEvent): void => {
      if (!(event.target instanceof Element)) return;
      const style = getComputedStyle(event.target, event.pseudoElement || undefined);
      if ('animationName' in event && style.animationIterationCount === 'infinite') return;
      const length = 'animationName' in event ? style.animationDuration : style.transitionDuration;
      const name = 'animationName' in event ? event.animationName : event.propertyName;
      motions.push({ name, ms: Math.max(...length.split(',').map((one) => Number.parseFloat(one) * 1000)) });
    };
    addEventListener('animationstart', note, true);
    addEventListener('transitionrun', note, true);
  });
  return () => page.evaluate(() => (window as Recorded).motions ?? []);
}

/** A row expands, the view changes, a dialog and a drawer open. */
async function showAll(page: Page): Promise<void> {
  const app = new App(page, server.current.url);
  await app.logInAs('parser', { from: '/akrxAll', lands: '/akrxAll' });
  await app.dataRows.first().click();
  await expect(page.getByRole('grid').getByRole('button', { name: 'Copy text' })).toBeVisible();
  await page.getByRole('button', { name: 'Read', exact: true }).click();
  await expect(page.getByRole('listbox')).toBeVisible();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await page.keyboard.press('Escape');
  await app.filter.open();
  await expect(app.filter.panel).toBeVisible();
}

for (const reducedMotion of ['no-preference', 'reduce'] as const)
  test(`with ${reducedMotion} ${reducedMotion === 'reduce' ? 'nothing moves' : 'a change is shown in at most 200 ms'}`, async ({
    page,
  }) => {
    await page.emulateMedia({ reducedMotion });
    const motions = await recordMotion(page);
    await showAll(page);
    const names = async (): Promise<string[]> => [...new Set((await motions()).map(({ name }) => name))];
    if (reducedMotion === 'reduce') {
      expect((await motions()).filter(({ ms }) => ms > 0)).toEqual([]);
      return;
    }
    await expect
      .poll(names)
      .toEqual(expect.arrayContaining([/opens/, /appears/, /appear/].map((name) => expect.stringMatching(name))));
    expect((await motions()).filter(({ ms }) => ms > 200)).toEqual([]);
  });
