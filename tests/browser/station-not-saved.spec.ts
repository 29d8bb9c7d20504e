/** Stations that cannot be saved or read, and two Admins who change one station at the same time. */
import { stationsForFile } from '../support/admin-stations.ts';
import { expect, stub, test } from '../support/browser.ts';
import { button, field, note } from '../support/form-page.ts';
import { holdRoute } from '../support/held-route.ts';

const { payload, call, made, asAdmin } = stationsForFile();

test('S13 STN-10 STN-18 STN-21 STN-23 C113 ERR-13 ERR-18: a refused save is a verbatim alert, and typed text stays; of two Admins the second is refused; a station that fails to load is reported in the alert and on the screen', async ({
  page,
  context,
}) => {
  const app = await asAdmin(page, '/statistics');

  await test.step('a station that fails to load is reported in the alert and on the screen', async () => {
    const path = '/Station/77';
    let response: { status?: number; json?: unknown } = {
      status: 400,
      json: { title: 'Bad', errors: { latitude: ['Too far.'], city: ['Too long.'] } },
    };
    await stub(context, path, () => response);
    await app.go('/stationDetails/77');
    await expect(app.alertDialog).toContainText(/Error: latitude: Too far\.\s+city: Too long\.\s+Status: 400/);
    await page.keyboard.press('Escape');
    await expect(page.getByText('Could not read station details from the server!')).toBeVisible();
    response = { status: 404, json: { title: 'Gone away' } };
    await button(page, 'Try again').click();
    await expect(app.alertDialog).toContainText(/Error: Gone away\s+Status: 404/);

    await page.keyboard.press('Escape');

    response = { status: 500, json: {} };
    await app.go('/updateStation/77');
    await expect(app.alertDialog).toContainText(/Error: Unknown error occurred\.\s+Status: 500/);
    await page.keyboard.press('Escape');
    await expect(page.getByText('Failed to load station data.')).toBeVisible();
    await context.unrouteAll({ behavior: 'wait' });
    await context.route(/\/api\/v1\/Station\/77$/i, (route) => route.fulfill({ status: 200, body: '' }));
    await button(page, 'Try again').click();
    await expect(page.getByText('Station data is not available.')).toBeVisible();

    await context.unrouteAll({ behavior: 'wait' });
    const release = await holdRoute(context, /\/api\/v1\/Station\/78$/i, (route) => route.abort());
    // A station without stored data.
    await app.go('/updateStation/78');
    await expect(page.getByText('Loading...')).toBeVisible();
    await release();
    await expect(app.alertDialog).toContainText(
      'No response received from the server. Please check your network connection and try again.',
    );
    await page.keyboard.press('Escape');
    await context.unrouteAll({ behavior: 'wait' });
  });

  const id = await made('4001');
  await app.go(`/updateStation/${id}`);
  await field(page, 'City').fill('Turda');
  await stub(context, `/Station/${id}`, { status: 400, json: 'Station is frozen' });
  await button(page, 'Update Station').click();
  await expect(app.alertDialog).toContainText('Error message: Station is frozen. Error status: 400 Bad Request.');
  await page.keyboard.press('Escape');
  await expect(field(page, 'City')).toHaveValue('Turda');
  await expect(page.getByText('Nothing was saved.')).toBeInViewport();
  await context.unrouteAll({ behavior: 'wait' });
  // The connection fails after the request has left: the server may have saved.
  await context.route(new RegExp(`/Station/${id}$`), (route) => route.abort('connectionreset'));
  await button(page, 'Update Station').press('Enter');
  await expect(page.getByRole('alert').filter({ hasText: 'The server did not confirm the save.' })).toContainText(
    'What you typed is still here.',
  );
  await expect(button(page, 'Update Station')).toBeFocused();
  await context.unrouteAll({ behavior: 'wait' });
  await call('PUT', `/Station/${id}`, payload('4001', { city: 'Dej', country: 'RO', description: 'Second mast' }));
  await button(page, 'Update Station').click();
  await expect(app.alertDialog).toContainText('Someone else changed this station.');
  await page.keyboard.press('Escape');
  await expect(field(page, 'City')).toHaveValue('Turda');
  expect(await call('GET', `/Station/${id}`)).toMatchObject({ city: 'Dej' });
  // A field changed by both retains the typed text and shows the value stored by the other; all other fields show the stored values.
  const respond = await holdRoute(context, new RegExp(`/Station/${id}$`));
  const requested = page.waitForRequest(new RegExp(`/Station/${id}$`));
  await button(page, 'Load the saved version').click();
  await requested;
  // Input during the read is retained, and a conflict in that field is also reported.
  await field(page, 'Country').fill('Roum');
  await respond();
  await field(page, 'Country').pressSequentially('anie');
  await expect(field(page, 'Note')).toHaveValue('Second mast');
  await context.unrouteAll({ behavior: 'wait' });
  await expect(field(page, 'City')).toHaveValue('Turda');
  await expect(field(page, 'Country')).toHaveValue('Roumanie');
  await expect.poll(() => note(page, 'City')).toBe('Saved version: Dej');
  await expect.poll(() => note(page, 'Country')).toBe('Saved version: RO');
  await button(page, 'Update Station').click();
  await app.expectPath(`/stationDetails/${id}`);
  await expect(page.getByRole('definition').filter({ hasText: 'Turda' })).toBeVisible();
  expect(await call('GET', `/Station/${id}`)).toMatchObject({ city: 'Turda', description: 'Second mast' });

  await page.getByRole('link', { name: 'Back to statistics' }).click();
  await app.expectPath('/statistics');
  await app.go('/addStation');
  await field(page, 'City').fill('Half typed');
  page.once('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await expect(field(page, 'City')).toHaveValue('Half typed');
  await page.getByRole('link', { name: 'Back to statistics' }).click();
  await page.getByRole('alertdialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Stay' }).click();
  await expect(field(page, 'City')).toHaveValue('Half typed');
});
