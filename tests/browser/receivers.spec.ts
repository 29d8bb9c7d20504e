import { createServer, type Server, type Socket } from 'node:net';
import { asBeast } from '../recordings/mode-s-encoder.ts';
import { flights } from '../recordings/mode-s-flights.ts';
import { expectAccessible } from '../support/axe.ts';
import { App, expect, serverForFile, test } from '../support/browser.ts';
import { excessOf, widenText } from '../support/layout.ts';

const server = serverForFile({
  env: { RECEIVER_PORT: '0', FORWARD: 'acars-tcp://127.0.0.1:1,beast-serve://127.0.0.1:0' },
});

const frames = flights.flatMap((flight) => flight.frames);
const beast = Buffer.from(frames.flatMap(({ bytes }, at) => asBeast(bytes, 90_000_000 + at * 6000, 100)));
const sockets: Socket[] = [];
let readsb: Server;
let port = 0;
test.beforeAll(async () => {
  readsb = createServer((socket) => {
    sockets.push(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.splice(sockets.indexOf(socket), 1));
    socket.write(beast);
  });
  await new Promise<void>((resolve) => readsb.listen(0, '127.0.0.1', resolve));
  port = (readsb.address() as { port: number }).port;
});
test.afterAll(() => {
  readsb.close();
  for (const socket of sockets) socket.destroy();
});

test('an Admin adds a receiver without a restart: tested, connected, paused, removed; command lines for decoders contain the port of this server', async ({
  page,
}) => {
  const app = new App(page, server.current.url);
  await app.logInAs('admin', { from: '/receivers', lands: '/receivers' });
  await widenText(page);
  const table = page.getByRole('table', { name: 'Sources' });
  const rows = table.locator('tbody tr');
  await expect(rows).toHaveText([/acars-listen:\/\/127\.0\.0\.1:\d+[\s\S]*set by RECEIVER_PORT[\s\S]*Listening/]);
  const lines = page.getByRole('list', { name: 'Lines of decoders' });
  await expect(lines).toContainText(/--output json:udp:host=127\.0\.0\.1,port=\d{2,}/);

  const destinations = page.getByRole('table', { name: 'Destinations' }).locator('tbody tr');
  await expect(destinations).toHaveText([
    /acars-tcp:[\s\S]*Failed[\s\S]*Connection refused: no program listens on this port/,
    /beast-serve:[\s\S]*Listening[\s\S]*Nothing is connected/,
  ]);

  await page.getByRole('link', { name: 'Add receiver', exact: true }).click();
  await app.expectPath('/addReceiver');
  const main = page.getByRole('main');
  const test = main.getByRole('button', { name: 'Test connection' });
  const result = main.getByRole('status').filter({ hasText: /:\/\/|Enter/ });
  await expect(main.getByLabel('Path')).toHaveCount(0);
  await main.getByLabel('Kind').selectOption('aircraft.json');
  await expect(main.getByLabel('Path')).toHaveValue('/tar1090/data/aircraft.json');
  await main.getByLabel('Kind').selectOption('acars');
  await expect(main.getByLabel('Station')).toHaveCount(0);
  await main.getByLabel('Kind').selectOption('sbs');
  await expect(main.getByLabel('Port')).toHaveValue('30003');
  await test.click();
  await expect(result).toHaveText('Enter a host.');
  await main.getByLabel('Host').fill('127.0.0.1');
  await main.getByLabel('Port').fill(String(port));
  await test.click();
  await expect(result).toContainText('the format is Beast, not SBS. Select the kind Beast.');
  await main.getByLabel('Kind').selectOption('beast');
  await main.getByLabel('Station').fill('no such station');
  await main.getByRole('button', { name: 'Add receiver' }).click();
  await expect(app.alertDialog).toContainText('No station has this number or receiver name.');
  await page.keyboard.press('Escape');
  await expect(main.getByLabel('Station')).toHaveAttribute('aria-invalid', 'true');
  await expectAccessible(page, 'add a receiver, refused');
  await main.getByLabel('Station').fill('1001');
  await test.click();
  await expect(result).toContainText(/Connected\. Received [\d,]+ frames in Beast format\./);
  await main.getByRole('button', { name: 'Add receiver' }).click();

  await app.expectPath('/receivers');
  const address = `beast://127.0.0.1:${port}`;
  const added = rows.filter({ hasText: address });
  await expect(added).toContainText(/Connected since/);
  await expect(added).toContainText(/[\d,]+ thinned/);
  await expect(added.getByRole('link', { name: '1001' })).toBeVisible();
  await added.locator('summary').click();
  await expect(added).toContainText('thinned: a frame without news, counted only');
  // The whole table is in view.
  await expect(page.getByRole('button', { name: `Remove ${address}` })).toBeInViewport({ ratio: 1 });
  await expectAccessible(page, 'receivers');
  await page.setViewportSize({ width: 360, height: 740 });
  await expect.poll(() => excessOf(page.locator('html'))).toBeLessThanOrEqual(0);

  await page.getByRole('button', { name: `Pause ${address}` }).click();
  await expect(added).toContainText('Paused');
  await expect.poll(() => sockets.length).toBe(0);
  await page.getByRole('button', { name: `Resume ${address}` }).click();
  await expect(added).toContainText(/Connected since/);
  await page.getByRole('button', { name: `Remove ${address}` }).click();
  await app.alertDialog.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(added).toHaveCount(0);
  await expect.poll(() => sockets.length).toBe(0);

  // Without a port for decoders no text refers to lines.
  await page.route(/\/receivers$/, async (route) => {
    if (route.request().resourceType() === 'document') return route.fallback();
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), receivers: [], decoderPorts: [] } });
  });
  await app.go('/receivers');
  await expect(main).toContainText('No port for decoders is open. Add a receiver of the kind Decoder port.');
  await expect(main).not.toContainText(/lines?( below)?\./);
});
