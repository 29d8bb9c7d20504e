import type { Page } from 'playwright/test';
import type { Rule, RuleBody } from '../../contract/entities/rules.ts';
import { readyMade, ruleOf } from '../../src/objects/rules/ready-made.ts';
import { callApi, logIn } from '../support/api-client.ts';
import { expectAccessible, expectAccessibleInBoth } from '../support/axe.ts';
import { App, expect, serverForFile, test } from '../support/browser.ts';
import { holdRoute } from '../support/held-route.ts';
import { excessOf } from '../support/layout.ts';
import { acarsdecLine } from '../support/messages.ts';
import type { TestServer } from '../support/server.ts';

const server = serverForFile({
  prepare: (it) =>
    it.import(
      ['ZZ0104', 'ZZ0104', 'ZZ0103', 'ZZ0102'].map((flight, at) =>
        acarsdecLine({
          ...{ tail: at === 3 ? 'N100YY' : 'N900XX', flight, secondsAgo: 60, label: '10', msgno: `M0${at}A` },
          text: `SMOKE IN GALLEY ${at}`,
        }),
      ),
    ),
});
/** As after too many hits in an hour. */
async function pause({ databaseUrl }: TestServer): Promise<void> {
  const { openDatabase } = await import('../../server/database/pool.ts');
  const db = openDatabase({ url: databaseUrl }, { max: 1 });
  await db.query("update watch_rules set paused_at = now(), paused_because = 'It had more than 200 hits in an hour.'");
  await db.close();
}
/** The rules of the parser, as another device reads and changes them. */
async function otherDevice() {
  const { token } = await logIn(server.current, 'parser');
  const call = (method: string, path: string, body?: object) =>
    callApi(server.current, path, { method, token, ...(body ? { body } : {}) });
  const rules = async (): Promise<readonly Rule[]> => (await call('GET', '/Rules')).json as Rule[];
  return { call, rules };
}
const bodyOf = (more: Partial<RuleBody>): RuleBody => ({
  ...{ name: 'Bleed faults', owner: 'user', isEnabled: true, scope: 'leg', quiet: null },
  all: [{ field: 'newFault' }, { field: 'tail', values: ['N900XX'] }],
  not: [],
  ways: { push: false, email: 'none', webhooks: [], mqtt: false },
  ...more,
});

const press = async (page: Page, keys: readonly string[]): Promise<void> => {
  for (const key of keys) await page.keyboard.press(key);
};

test('a rule is written by keyboard alone: conditions, exception, trial, refusal, ways that cannot work here, save; then turned off, changed against another change, duplicated and removed', async ({
  page,
}) => {
  const app = new App(page, server.current.url);
  await app.logInAs('parser');
  await page.getByRole('navigation', { name: 'More' }).getByRole('link', { name: 'Rules' }).click();
  await app.expectPath('/rules');
  const none = page.getByText('No rules. Write one, or choose a ready-made rule below.');
  await expect(none).toBeVisible();
  await expectAccessibleInBoth(page, '/rules');
  await page.getByRole('link', { name: 'New rule' }).press('Enter');
  await app.expectPath('/rules/new');
  await expect(page.getByText('Complete the conditions to try this rule.')).toBeVisible();

  await page.getByLabel('Name').focus();
  await page.keyboard.type('Smoke');
  const save = page.getByRole('button', { name: 'Save rule' });
  const trial = page.getByRole('region', { name: 'Trial' });
  // Without a condition nothing is sent.
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('Add a condition.')).toBeVisible();
  await page.getByRole('button', { name: 'Add condition' }).press('Enter');
  const field = page.getByLabel('Field of condition 1');
  await expect(field).toBeFocused();
  await page.keyboard.type('Altitude');
  await expect(field).toHaveValue('altitude');
  await press(page, ['Tab', 'Tab']);
  await page.keyboard.type('3,000');
  // The count is replaced by the reason.
  await expect(trial.getByRole('heading', { name: /^Altitude alone cannot be a rule\./ })).toBeVisible();
  await expect(page.getByRole('alert').getByText(/^Altitude alone/)).toBeVisible();
  await expect(save).toBeDisabled();
  await page.keyboard.press('Control+Enter');
  await press(page, ['Shift+Tab', 'Shift+Tab']);
  await page.keyboard.type('Tail');
  await press(page, ['Tab']);
  const tails = page.getByLabel('Condition 1, Tail', { exact: true });
  await expect(tails).toBeFocused();
  await page.keyboard.type('n9%*');
  await press(page, ['Enter']);
  await expect(tails).toHaveAccessibleDescription(/^Use letters, digits and hyphens in a tail/);
  await expectAccessible(page, 'a refused rule');
  await press(page, ['Backspace']);
  // A comma ends a code. A value in another case is the same.
  await page.keyboard.type('N9*,n9*,N900XX,');
  await expect(page.getByRole('button', { name: /^Remove N9/ })).toHaveCount(2);
  await page.getByRole('button', { name: 'Add condition' }).press('Enter');
  await page.keyboard.type('Words');
  await press(page, ['Tab']);
  await page.keyboard.type('smoke');
  await press(page, ['Enter']);
  await page.getByRole('button', { name: 'Add exception' }).press('Enter');
  await page.keyboard.type('Flight');
  await press(page, ['Tab']);
  await page.keyboard.type('ZZ0999');
  await press(page, ['Enter']);
  await expect(trial.getByRole('heading', { name: /^Would have notified you 2 times since / })).toBeVisible();
  await page.getByRole('radio', { name: 'Event' }).check();
  await expect(trial.getByRole('heading', { name: /^Would have notified you 3 times since / })).toBeVisible();
  await page.getByRole('radio', { name: 'Leg' }).check();
  await expect(trial.getByRole('heading', { name: /^Would have notified you 2 times since / })).toBeVisible();
  await expect(trial).toContainText(/N900XX ZZ010.*Tried on the newest 4 messages, since/s);
  for (const way of ['Push', 'MQTT']) {
    await expect(page.getByRole('checkbox', { name: way })).toBeDisabled();
    await expect(page.getByRole('checkbox', { name: way })).not.toBeChecked();
  }
  await expect(page.getByText('The owner of this server turned push messages off. Use email')).toBeVisible();
  await page.getByRole('radio', { name: 'Only for this rule' }).check();
  await page.getByLabel('From').fill('20:00');
  await page.getByRole('button', { name: 'Sunday' }).press('Enter');
  await expectAccessibleInBoth(page, 'the editor');
  // A save without an outcome: the reason is in view, and the button retains the focus.
  const cut = await holdRoute(page, /\/Rules$/, (route) =>
    route.request().method() === 'POST' ? route.abort('connectionreset') : route.fallback(),
  );
  await save.press('Enter');
  await expect(save).toHaveAttribute('aria-busy', 'true');
  await cut();
  const unconfirmed = page.getByRole('alert').filter({ hasText: 'The server did not confirm the save.' });
  await expect(unconfirmed).toBeInViewport();
  await expect(save).toBeFocused();
  await page.unrouteAll({ behavior: 'wait' });
  await expect(save).toBeEnabled();
  // What is still typed is saved, too.
  await page.getByLabel('Exception 1, Flight', { exact: true }).focus();
  await page.keyboard.type('ZZ0998');
  await page.keyboard.press('Control+Enter');
  await app.expectPath('/rules');
  const other = await otherDevice();
  expect(await other.rules()).toMatchObject([
    {
      ...{ name: 'Smoke', owner: 'user', isEnabled: true, scope: 'leg', version: 1 },
      all: [
        { field: 'tail', values: ['N9*', 'N900XX'] },
        { field: 'words', values: ['smoke'] },
      ],
      not: [{ field: 'flight', values: ['ZZ0999', 'ZZ0998'] }],
      quiet: { from: 1200, to: 360, days: [1, 2, 3, 4, 5, 6], passEmergencies: true },
      ways: { push: false, email: 'none', webhooks: [], mqtt: false },
    },
  ]);

  // The list, and a change that meets another one.
  const row = page.getByRole('listitem').filter({ hasText: 'No hits in 7 d' });
  await expect(row).toContainText('Tail N9* or N900XX, words smoke, except flight ZZ0999 or ZZ0998.');
  await row.getByRole('switch', { name: 'Rule Smoke' }).click();
  await expect(row).toContainText('Smoke off');
  await row.getByRole('link', { name: 'Smoke', exact: true }).click();
  await page.getByLabel('Name').fill('Smoke and fire');
  const [now] = await other.rules();
  expect(now).toMatchObject({ isEnabled: false, version: 2 });
  await other.call('PUT', `/Rules/${now?.id}`, { ...bodyOf({ name: 'Of the other' }), version: 2 });
  await page.keyboard.press('Control+Enter');
  const conflict = page.getByRole('alert', { name: 'Two versions' });
  await expect(conflict).toContainText(
    /Saved version.*Of the other A new fault, tail N900XX.*Your version.*Smoke and fire Tail N9\* or N900XX/s,
  );
  await expectAccessible(page, 'a conflict');
  await conflict.getByRole('button', { name: 'Keep my version' }).click();
  await expect(page.getByLabel('Name')).toHaveValue('Smoke and fire');

  // Leaving asks while something is not saved.
  await page.getByRole('link', { name: 'All rules' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Stay' }).click();
  // A reload restores what was typed, and meets a change of the other.
  page.on('dialog', (dialog) => void dialog.accept());
  await other.call('PUT', `/Rules/${now?.id}`, { ...bodyOf({ name: 'Of the other again' }), version: 3 });
  await page.reload();
  await expect(page.getByText('Your unsaved changes were restored.')).toBeVisible();
  await expect(page.getByLabel('Name')).toHaveValue('Smoke and fire');
  await expect(conflict).toContainText('Of the other again');
  await conflict.getByRole('button', { name: 'Keep my version' }).click();
  await page.reload();
  await expect(page.getByText('Your unsaved changes were restored.')).toBeVisible();
  await expect(conflict).toHaveCount(0);
  await save.click();
  await app.expectPath('/rules');
  expect(await other.rules()).toMatchObject([{ name: 'Smoke and fire', version: 5 }]);
  await page.getByRole('link', { name: 'Duplicate Smoke and fire' }).click();
  await expect(page.getByLabel('Name')).toHaveValue('Smoke and fire copy');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await app.expectPath('/rules');
  await page.getByRole('button', { name: 'Remove Smoke and fire' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(none).toBeVisible();
});

test('one click from a filter, a ready-made rule and a star; on a phone the trial is a bar above the button; offline the rules are readable and cannot be saved', async ({
  page,
  context,
}) => {
  const other = await otherDevice();
  await other.call('POST', '/Rules', bodyOf({}));
  for (const ready of readyMade) {
    const tried = await other.call('POST', '/Rules/Trial', ruleOf(ready, ['N900XX']));
    expect(tried.json, ready.name).toMatchObject({ faults: [] });
  }
  const app = new App(page, server.current.url);
  await app.logInAs('parser');
  await app.go('/rules/new?ready=7700');
  await expect(page.getByLabel('Name')).toHaveValue('Squawk 7700, emergency');
  await expect(page.getByRole('button', { name: 'Remove 7700' })).toBeVisible();
  await expect(page.getByRole('radio', { name: 'None' })).toBeChecked();

  // The applied filter of a list, without its window of time.
  await app.go('/akrxAll?label=10&mode=2');
  await expect(app.dataRows.first()).toBeVisible();
  await page.getByRole('link', { name: 'Notify me about these' }).click();
  await app.expectPath('/rules/new');
  await expect(page.getByLabel('Field of condition 1')).toHaveValue('label');
  await expect(page.getByText('A rule has no condition for Mode.')).toBeVisible();
  // A star offers to add the aircraft to the rule about new faults.
  await app.go('/tail/N100YY');
  await page.getByRole('button', { name: 'Watch N100YY' }).click();
  await page.getByRole('link', { name: 'Notify me', exact: true }).click();
  await app.expectPath('/rules/new');
  await expect(page.getByLabel('Name')).toHaveValue('New fault of a watched tail');
  await page.getByRole('link', { name: 'Add N100YY to it' }).click();
  await expect(page.getByRole('heading', { name: 'Change rule' })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Remove N/ })).toHaveCount(2);
  await page.getByRole('button', { name: 'Save rule' }).click();
  await app.expectPath('/rules');
  expect((await other.rules())[0]?.all[1]).toEqual({ field: 'tail', values: ['N900XX', 'N100YY'] });

  await page.setViewportSize({ width: 360, height: 740 });
  await app.go('/rules/new?tail=N900XX&text=smoke&mode=2&wrong=1');
  await expect(page.getByText('A rule has no condition for Mode. Ignored from the link: wrong')).toBeVisible();
  const bar = page.getByRole('group', { name: 'Trial' });
  await expect(bar).toContainText(/Would have notified you 2 times since/);
  await expect(bar.getByText('events a day')).toBeHidden();
  await bar.getByText(/Would have notified/).click();
  await expect(bar.getByText('events a day')).toBeVisible();
  await expectAccessible(page, 'the editor on a phone');
  expect(await excessOf(page.locator('html'))).toBeLessThanOrEqual(0);
  // An area by its corners: typed, and added on the map at its centre.
  await page.getByRole('button', { name: 'Add exception' }).click();
  await page.getByLabel('Field of exception 1').selectOption('Area');
  const corners = page.getByLabel('Exception 1, Area, points');
  await corners.fill('46, 23\n47, 23');
  await page.getByRole('application', { name: /^Exception 1, Area, map with 2 corners/ }).press('Enter');
  await expect(corners).toHaveValue(/^46, 23\n47, 23\n-?[\d.]+, -?[\d.]+$/);
  await expect(page.getByRole('application', { name: /map with 3 corners/ })).toBeVisible();
  await expectAccessible(page, 'an area on a phone');
  await pause(server.current);
  await app.go('/rules');
  await expect(page.getByRole('listitem').filter({ hasText: 'A new fault, tail N900XX or N100YY.' })).toBeVisible();
  await expect(page.getByText('It had more than 200 hits in an hour.')).toBeVisible();
  await expectAccessible(page, '/rules on a phone');
  expect(await excessOf(page.locator('html'))).toBeLessThanOrEqual(0);

  await page.getByRole('button', { name: 'Resume Bleed faults' }).click();
  await expect(page.getByText('It had more than 200 hits in an hour.')).toBeHidden();

  await page.getByRole('link', { name: 'Bleed faults', exact: true }).click();
  await page.getByLabel('Name').fill('Typed');
  page.on('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByLabel('Name')).toHaveValue('Bleed faults');
  await expect(page.getByText('Your unsaved changes were restored.')).toHaveCount(0);
  await page.getByLabel('Name').fill('Typed');
  await context.setOffline(true);
  await expect(page.getByText('Saving needs the server. What you typed stays here.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Save rule' })).toBeDisabled();
  await expect(page.getByLabel('Name')).toHaveValue('Typed');
  await page.getByRole('link', { name: 'All rules' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click();
  await expect(page.getByText('Changes need the server.')).toBeVisible();
  await expect(page.getByRole('switch', { name: 'Rule Bleed faults' })).toBeDisabled();
  await expect(page.getByText('A new fault, tail N900XX or N100YY.')).toBeVisible();
});

test('a rule offers the webhooks of its owner only', async ({ page }) => {
  const { token } = await logIn(server.current, 'company');
  for (const [name, owner] of [
    ['Own', 'user'],
    ['Shared', 'company'],
  ])
    await callApi(server.current, '/Webhooks', {
      ...{ method: 'POST', token },
      body: { name, owner, url: 'https://hooks.example.org/x', template: 'json' },
    });
  const app = new App(page, server.current.url);
  await app.logInAs('company', { from: '/rules/new?text=SMOKE', lands: '/rules/new' });
  const [own, shared] = ['Own', 'Shared'].map((name) => page.getByRole('checkbox', { name: `Webhook ${name}` }));
  if (!own || !shared) throw new Error('There are two.');
  await own.check();
  await expect(shared).toHaveCount(0);
  await page.getByRole('radio', { name: 'Company' }).check({ force: true });
  await expect(own).toHaveCount(0);
  await shared.check();
  await page.getByRole('button', { name: 'Remove it from the rule' }).click();
  await page.getByRole('button', { name: 'Save rule' }).click();
  await expect(page.getByText('Rule “Words SMOKE” was added')).toBeVisible();
});
