import type { Webhook } from '../../contract/entities/notices.ts';
import { expectAccessible } from '../support/axe.ts';
import { App, expect, sharedServer, stub, test } from '../support/browser.ts';
import { holdRoute } from '../support/held-route.ts';

const server = sharedServer();

test('C160: a webhook is added on the device screen, its secret can be copied once, a test states its result, and it is removed', async ({
  page,
  context,
}) => {
  let webhooks: Webhook[] = [];
  await stub(context, '/Webhooks', () => ({ json: webhooks }));
  await context.route(/\/Webhooks$/, async (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    const body = route.request().postDataJSON() as { name: string; owner: 'user'; template: 'json' };
    const webhook: Webhook = {
      ...{ id: '7', ...body, address: 'https://hooks.example/…', lastAt: null, lastResult: null },
      pausedBecause: '20 failures in a row.',
    };
    webhooks = [webhook];
    await route.fulfill({ status: 201, json: { webhook, secret: 'secret-of-the-signature' } });
  });
  await context.route(/\/Webhooks\/7\/Test$/, (route) =>
    route.fulfill({ json: { isSent: false, result: 'The service has failed (503).' } }),
  );
  await context.route(/\/Webhooks\/7$/, async (route) => {
    webhooks = [];
    await route.fulfill({ status: 204 });
  });
  const app = new App(page, server.current.url);
  await app.logInAs('admin');
  await app.go('/device');
  const section = page.getByRole('region', { name: 'Webhooks' });
  const form = section.getByRole('form', { name: 'Add a webhook' });
  await form.getByLabel('Name').fill('Ops room');
  await form.getByLabel('Address').fill('https://hooks.example/token');
  await form.getByLabel('For').selectOption('Rules for everyone');
  await form.getByRole('button', { name: 'Add webhook' }).click();
  await expect(section.getByRole('status')).toContainText('Added: Ops room.');
  await expect(section.getByRole('button', { name: 'Copy secret' })).toBeVisible();
  await expect(section).toContainText('Paused. 20 failures in a row.');
  await expectAccessible(page, 'device with webhooks');
  await section.getByRole('button', { name: 'Send test to Ops room' }).click();
  await expect(section.getByRole('status')).toHaveText('The test was not sent: The service has failed (503).');
  await expect(section.getByRole('button', { name: 'Copy secret' })).toBeHidden();
  await section.getByRole('button', { name: 'Remove Ops room' }).click();
  await expect(section.getByRole('listitem')).toHaveCount(0);
});

test('C160: a webhook that the server refuses is explained at its field, which has the focus; one whose request fails may exist; nothing typed is lost, and the buttons retain the focus', async ({
  page,
  context,
}) => {
  const app = new App(page, server.current.url);
  await app.logInAs('admin');
  await app.go('/device');
  const section = page.getByRole('region', { name: 'Webhooks' });
  const form = section.getByRole('form', { name: 'Add a webhook' });
  const add = form.getByRole('button', { name: 'Add webhook' });
  await form.getByLabel('Name').fill('Ops room');
  // A service that takes HTTPS only.
  await form.getByLabel('Service').selectOption('Discord');
  await form.getByLabel('Address').fill('http://hooks.example/token');
  await add.press('Enter');
  await expect(form.getByLabel('Address')).toBeFocused();
  await expect(form.getByLabel('Address')).toHaveAttribute('aria-invalid', 'true');
  await expect(form.getByLabel('Address')).toHaveAccessibleDescription(/\S/);
  await expectAccessible(page, 'a refused webhook');
  await form.getByLabel('Address').fill('https://hooks.example/token');
  await expect(form.getByLabel('Address')).not.toHaveAttribute('aria-invalid');

  const cut = await holdRoute(context, /\/Webhooks$/, (route) =>
    route.request().method() === 'POST' ? route.abort('connectionreset') : route.fallback(),
  );
  await add.press('Enter');
  await expect(add).toHaveAttribute('aria-disabled', 'true');
  await add.press('Enter');
  await cut();
  await expect(section.getByRole('status')).toContainText('The server did not confirm the change.');
  await expect(add).toBeFocused();
  await expect(form.getByLabel('Name')).toHaveValue('Ops room');
  await expect(form.getByLabel('Address')).toHaveValue('https://hooks.example/token');
});
