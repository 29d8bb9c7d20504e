import type { Page } from 'playwright/test';
import { App, expect, serverForFile, test } from '../support/browser.ts';
import { series } from '../support/messages.ts';

const server = serverForFile({ prepare: (it) => it.import(series(12)) });
type Record_ = { readonly name: string; readonly ms: number };
type Recorded = { motions?: Record_[] };

/** Records each animation and transition that starts, except spinners. With reduced motion an animation of 0 s starts and ends at once. */
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
async function showAll(app: App): Promise<void> {
  const { page } = app;
  await page.getByRole('button', { name: 'Table', exact: true }).click();
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

test('with no-preference a change is shown within 200 ms; with reduce nothing moves', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  const motions = await recordMotion(page);
  const app = new App(page, server.current.url);
  await app.logInAs('parser', { from: '/akrxAll', lands: '/akrxAll' });
  await showAll(app);
  const names = async (): Promise<string[]> => [...new Set((await motions()).map(({ name }) => name))];
  await expect
    .poll(names)
    .toEqual(expect.arrayContaining([/opens/, /appears/, /appear/].map((name) => expect.stringMatching(name))));
  expect((await motions()).filter(({ ms }) => ms > 200)).toEqual([]);

  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.reload();
  await showAll(app);
  expect((await motions()).filter(({ ms }) => ms > 0)).toEqual([]);
});
