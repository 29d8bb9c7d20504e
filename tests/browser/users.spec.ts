import type { Page } from 'playwright/test';
import { openDatabase } from '../../server/database/pool.ts';
import { logIn } from '../support/api-client.ts';
import { expectAccessible } from '../support/axe.ts';
import { App, expect, serverForFile, stub, test } from '../support/browser.ts';
import { button, field } from '../support/form-page.ts';
import { boxOf, excessOf, layoutFaults } from '../support/layout.ts';
import { TemporaryFolder } from '../support/temporary-folder.ts';
import { register, usersOf } from '../support/user-accounts.ts';

const dataDir = new TemporaryFolder('outbox');
const seeded = 25;
const demoUsers = 7;

const server = serverForFile({
  get env() {
    return { DATA_DIR: dataDir.path };
  },
  prepare: async (it) => {
    // Not registered: the hash of a new password is as slow as in the product.
    const db = openDatabase({ url: it.databaseUrl }, { max: 1 });
    await db.query(
      `insert into users (user_name, name, surname, email, password_hash)
       select 'person.' || lpad(n::text, 2, '0'), 'Name' || n, 'Pop', 'person.' || n || '@example.org', ''
       from generate_series(${demoUsers}, ${seeded - 1}) n`,
    );
    await db.close();
  },
});
test.afterAll(() => dataDir.remove());

const asAdmin = async (page: Page, path: string): Promise<App> => {
  const app = new App(page, server.current.url);
  await app.logInAs('admin', { from: path, lands: path });
  return app;
};
const pageOf = (page: Page, text: string) =>
  expect(page.getByRole('navigation', { name: 'Pages' })).toContainText(text);

test('S37 USR-01 USR-03 USR-04 USR-05 USR-06 USR-07 USR-08 PAGE-09 C22b ERR-03 RESP-01: /user is paged with the number of pages, All shows the count; an empty and a failed list show their specified texts; on a phone users are cards with their links, and the form is one column @clock', async ({
  page,
  context,
}) => {
  await page.setViewportSize({ width: 1920, height: 860 });
  const requested: URL[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (/\/account\/users$/i.test(url.pathname) && url.searchParams.get('limit') !== '1000') requested.push(url);
  });
  const app = await asAdmin(page, '/user');
  await expect(app.dataRows).toHaveCount(10);
  expect(await app.headers().evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')))).toEqual([
    'Name',
    'Surname',
    'Username',
    'Company',
    'Email',
    'Role',
    'Terms',
    'Ethereum account',
    'Email confirmed',
    'Change',
  ]);
  await pageOf(page, 'Page 1 of 3');
  await expect(button(page, 'First page')).toBeDisabled();
  await expect(button(page, 'Previous')).toBeDisabled();
  await button(page, 'Last page').click();
  await pageOf(page, 'Page 3 of 3');
  await expect(app.dataRows).toHaveCount(5);
  await expect(button(page, 'Last page')).toBeDisabled();
  await expect(button(page, 'Next')).toBeDisabled();
  await page.getByRole('combobox', { name: 'Rows per page' }).click();
  await expect(page.getByRole('option')).toHaveText(['10', '25', '50', '100', '1000', 'All (25)', 'Fill the window']);
  await page.getByRole('option', { name: 'All (25)' }).click();
  await pageOf(page, 'Page 1 of 1');
  await expect(app.grid).toHaveAttribute('aria-rowcount', '26');
  expect(requested.at(-1)?.searchParams.get('limit')).toBe('25');

  await app.headers().nth(2).click();
  await app.headers().nth(2).click();
  await expect(app.headers().nth(2)).toHaveAttribute('aria-sort', 'descending');
  await expect(app.dataRows.first()).toContainText('person.24');
  const email = app.headers().nth(4);
  const widthOf = async (): Promise<number> => (await boxOf(email)).width;
  const before = await widthOf();
  const edge = await boxOf(email.locator('[data-handle]'));
  await page.mouse.move(edge.x + edge.width / 2, edge.y + 10);
  await page.mouse.down();
  await page.mouse.move(edge.x + edge.width / 2 + 60, edge.y + 10);
  await page.mouse.up();
  await expect.poll(widthOf).toBe(before + 60);
  await page.getByRole('link', { name: 'UPDATE person.24' }).click();
  await app.expectPath(new URL(page.url()).pathname);
  await expect(page.getByRole('heading', { name: 'person.24' })).toBeVisible();
  expect(app.path()).toMatch(/^\/updateUser\//);

  await test.step('empty, failed, and on a phone', async () => {
    await app.go('/user?size=50');
    await page.setViewportSize({ width: 1280, height: 860 });
    for (const name of ['UPDATE admin', 'DELETE admin'])
      await expect(
        page.getByRole('link', { name, exact: true }),
        'in view beside the columns that scroll',
      ).toBeInViewport({
        ratio: 1,
      });
    await stub(context, '/Account/Users', { json: { users: [], usersCount: 0 } });
    await app.go('/user?size=100');
    await app.settle();
    await expect(
      page.getByText('There are no results for your search. Please reset Your search or enter new search term.'),
    ).toBeVisible();
    await stub(context, '/Account/Users', { status: 500, json: { message: 'Broken shelf.' } });
    await app.go('/user?size=25');
    await expect(app.alertDialog).toContainText('Broken shelf.');
    await expect(page.getByRole('main').getByText('Could not read users from the server!')).toBeVisible();
    await page.keyboard.press('Escape');
    await context.unrouteAll({ behavior: 'wait' });

    await page.setViewportSize({ width: 360, height: 740 });
    await app.go('/user?size=10&sort=userName');
    await expect(page.getByRole('link', { name: 'UPDATE company' })).toBeVisible();
    await expectAccessible(page, 'users on a phone');
    await page.getByRole('link', { name: 'UPDATE company' }).click();
    await expect(page.getByRole('heading', { name: 'company' })).toBeVisible();
    await expectAccessible(page, 'update on a phone');
    expect(await excessOf(page.locator('html'))).toBeLessThanOrEqual(0);
    expect(await layoutFaults(page, 'main footer')).toEqual([]);
    expect(app.path()).toMatch(/^\/updateUser\//);
  });
});

test('S10 S38 USR-09 USR-10 USR-11 USR-12 USR-13 USR-14 USR-15 USR-16 USR-17 USR-18 USR-19 USR-20 USR-21 USR-24 API-07 API-09 API-10 C19 C51 C51c: a user is registered with eight fields, notified and listed; changed with five fields, and deleted; a refused registration is shown in an alert with the text of the server, then at its fields, and loses nothing; typed text survives a reload, a password does not, and nothing remains after the logout; after a refused change all typed text stays; DELETE closes the account, CANCEL does not; users cannot delete their own account; an unknown user leads to a link back without an endless spinner', async ({
  page,
  context,
}) => {
  await page.setViewportSize({ width: 1920, height: 860 });
  const app = await asAdmin(page, '/addUser');
  await expect(field(page, 'Role')).toHaveValue('User');
  await expect(field(page, 'Terms')).toHaveValue('0');
  await field(page, 'Name').fill('Ioana');
  await button(page, 'CLEAR').click();
  await expect(field(page, 'Name')).toHaveValue('');
  const typed = {
    Name: 'Ioana',
    Surname: 'Stan',
    Company: 'Tarom',
    Email: 'ioana@example.org',
    Username: 'ioana.stan',
    Password: 'secret-1',
    Role: 'Night shift',
  };
  await field(page, 'Role').click();
  await expect(page.getByRole('option')).toHaveText([/^Admin/, /^Parser/, /^Customer/, /^User/]);
  await page.getByRole('option', { name: /^Parser/ }).click();
  await expect(field(page, 'Role')).toHaveValue('Parser');
  for (const [label, text] of Object.entries(typed)) await field(page, label).fill(text);
  const sent = page.waitForRequest(/\/account\/register$/);
  await button(page, 'REGISTER').click();
  expect((await sent).postDataJSON()).toEqual({
    name: 'Ioana',
    surname: 'Stan',
    company: 'Tarom',
    email: 'ioana@example.org',
    username: 'ioana.stan',
    password: 'secret-1',
    role: 'Night shift',
    terms: 0,
  });
  await expect(
    page.getByText('User was created successfully. Confirmation email has been sent to ioana@example.org'),
  ).toBeVisible();
  await app.expectPath('/user');
  const row = app.dataRows.filter({ hasText: 'ioana.stan' });
  await expect(row).toContainText('Night shift');

  await page.getByRole('link', { name: 'UPDATE ioana.stan' }).click();
  await expect(page).toHaveTitle('Update user ioana.stan - Downlink');
  await expect(page.getByRole('heading', { name: 'ioana.stan' })).toBeVisible();
  const change = { Phone: '0740', Company: 'Blue Air', Role: 'Parser' };
  for (const [label, text] of Object.entries(change)) await field(page, label).fill(text);
  await field(page, 'Email confirmed').selectOption('true');
  const put = page.waitForRequest((request) => request.method() === 'PUT');
  await button(page, 'UPDATE').click();
  expect(new URL((await put).url()).pathname).toMatch(/\/Account\/UpdateRoleCompany$/);
  expect((await put).postDataJSON()).toEqual({
    userName: 'ioana.stan',
    role: 'Parser',
    company: 'Blue Air',
    emailConfirmed: true,
    phoneNumber: '0740',
  });
  await app.expectPath('/user');
  await expect(row).toContainText('Blue Air');
  await expect(row).toContainText('Parser');
  await expect(row.getByRole('img', { name: 'Email confirmed' })).toBeVisible();

  await page.getByRole('link', { name: 'DELETE ioana.stan' }).click();
  await expect(page.getByRole('heading', { name: 'ioana.stan' })).toBeVisible();
  await button(page, 'DELETE').click();
  await app.expectPath('/user');
  await expect(app.dataRows).toHaveCount(10);
  await expect(row).toHaveCount(0);
  expect((await usersOf(server.current)).some(({ userName }) => userName === 'ioana.stan')).toBe(false);

  await test.step('a refused registration, and typed text', async () => {
    await app.go('/addUser');
    await button(page, 'REGISTER').click();
    await expect(app.alertDialog).toContainText('Enter a username.');
    await page.keyboard.press('Escape');
    await expect(field(page, 'Email')).toBeFocused();
    await expect(page.getByText('3 fields need a change')).toBeVisible();
    await expectAccessible(page, 'add user, refused');
    await field(page, 'Email').fill('another@example.org');
    await field(page, 'Username').fill('ADMIN');
    await field(page, 'Password').fill('secret-1');
    await button(page, 'REGISTER').click();
    await expect(app.alertDialog).toContainText('The username ADMIN is already in use.');
    const atField = page.getByRole('main').getByText('The username ADMIN is already in use.');
    await expect(atField, 'in the dialog only, while it is open').toBeHidden();
    await page.keyboard.press('Escape');
    await expect(atField).toBeVisible();
    await expect(field(page, 'Username')).toBeFocused();
    await expect(field(page, 'Username')).toHaveValue('ADMIN');
    await expect(field(page, 'Email')).toHaveValue('another@example.org');
    expect(app.path()).toBe('/addUser');

    await page.getByRole('link', { name: 'Back to users' }).click();
    const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });
    await question.getByRole('button', { name: 'Stay' }).click();
    await expect(field(page, 'Username')).toHaveValue('ADMIN');
    await page.getByRole('link', { name: 'Back to users' }).click();
    await question.getByRole('button', { name: 'Leave' }).click();
    await app.expectPath('/user');

    page.on('dialog', (dialog) => void dialog.accept());
    await app.go('/addUser');
    await field(page, 'Surname').fill('Half typed');
    await field(page, 'Password').fill('secret-1');
    await page.reload();
    await expect(field(page, 'Surname')).toHaveValue('Half typed');
    await expect(field(page, 'Password')).toHaveValue('');
    await expect(page.getByText('Your unsaved changes were restored')).toBeVisible();
    expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('secret-1');
    await button(page, 'CLEAR').click();
    await expect(field(page, 'Surname')).toHaveValue('');
    await field(page, 'Surname').fill('Half typed');
    // By a load: leaving the screen also drops the draft, and would hide that the logout does.
    await app.logOut();
    expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('Half typed');
    await app.go('/addUser');
    await app.expectPath('/auth');
    await app.fillLogIn('admin');
    await app.logInButton.click();
    await app.expectPath('/addUser');
    await expect(field(page, 'Surname')).toHaveValue('');
  });

  await test.step('a change, and deletions', async () => {
    const id = await register(server.current, 'to.change');
    await app.go(`/updateUser/${id}`);
    await expect(page.getByRole('heading', { name: 'to.change' })).toBeVisible();
    for (const label of ['Name', 'Surname', 'Email', 'Username', 'Terms', 'Ethereum account'])
      await expect(field(page, label), label).not.toBeEditable();
    await expect(field(page, 'Email confirmed')).toHaveValue('false');
    await field(page, 'Role').fill('Parser');
    await field(page, 'Phone').fill('0740');
    await field(page, 'Email confirmed').selectOption('true');
    await stub(context, '/Account/UpdateRoleCompany', { status: 500, json: { message: 'Broken shelf.' } });
    await button(page, 'UPDATE').click();
    await expect(app.alertDialog).toContainText('Broken shelf.');
    await page.keyboard.press('Escape');
    expect(app.path()).toBe(`/updateUser/${id}`);
    await expect(field(page, 'Role')).toHaveValue('Parser');
    await expect(button(page, 'UPDATE')).toHaveAttribute('aria-busy', 'false');
    await context.unrouteAll({ behavior: 'wait' });
    await button(page, 'UPDATE').click();
    await app.expectPath('/user');
    const changed = (await usersOf(server.current)).find(({ userName }) => userName === 'to.change');
    expect(changed).toMatchObject({ role: 'Parser', emailConfirmed: true, phoneNumber: '0740' });

    await app.go(`/updateUser/${id}`);
    await expect(page.getByRole('heading', { name: 'to.change' })).toBeVisible();
    await field(page, 'Company').fill('Nobody');
    let isSent = false;
    page.on('request', (request) => {
      isSent ||= /UpdateRoleCompany/i.test(request.url());
    });
    await button(page, 'CANCEL').click();
    await app.expectPath('/user');
    expect(isSent).toBe(false);

    const other = await register(server.current, 'to.delete');
    await app.go(`/deleteUser/${other}`);
    await expect(page.getByRole('heading', { name: 'to.delete' })).toBeVisible();
    const inputs = page.getByRole('main').locator('input, select, textarea');
    await expect(inputs).toHaveCount(10);
    await expect(page.getByRole('main').locator('input:read-write, select:enabled, textarea:read-write')).toHaveCount(
      0,
    );
    await expectAccessible(page, 'delete user');
    await button(page, 'CANCEL').click();
    await app.expectPath('/user');
    expect((await usersOf(server.current)).some(({ userName }) => userName === 'to.delete')).toBe(true);

    const { userId } = await logIn(server.current, 'admin');
    await app.go(`/deleteUser/${userId}`);
    await expect(page.getByRole('heading', { name: 'admin' })).toBeVisible();
    await button(page, 'DELETE').click();
    await expect(app.alertDialog).toContainText('You cannot delete your own account.');
    await page.keyboard.press('Escape');

    await app.go('/updateUser/nobody-at-all');
    await expect(app.alertDialog).toContainText('There is no such user.');
    await page.keyboard.press('Escape');
    await expect(page.getByText('Loading the user')).toHaveCount(0);
    await button(page, 'CANCEL').click();
    await app.expectPath('/user');
  });
});
