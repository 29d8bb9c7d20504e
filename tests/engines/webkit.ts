/** WebKitGTK, Safari's engine on Debian, over WebDriver, on its own display. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { programHost, reservePort } from '../support/reserved-ports.ts';
import { type Engine, startProgram, viewport, waitFor } from './engine.ts';

export async function startWebKit(): Promise<Engine> {
  const home = mkdtempSync(join(tmpdir(), 'downlink-webkit-'));
  const downloads = join(home, 'downloads');
  mkdirSync(downloads);
  writeFileSync(join(home, 'user-dirs.dirs'), `XDG_DOWNLOAD_DIR="${downloads}"\n`);
  const display = startProgram('Xvfb', ['-displayfd', '1', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'], {});
  const port = await reservePort();
  const driver = startProgram('WebKitWebDriver', [`--host=${programHost}`, `--port=${port}`], {
    DISPLAY: `:${await display.find(/^(\d+)\n/m)}`,
    HOME: home,
    XDG_CONFIG_HOME: home,
    XDG_DATA_HOME: home,
    XDG_CACHE_HOME: home,
    // A test machine has no graphics card. Only the map needs OpenGL: WebKit paints the rest without it.
    LIBGL_ALWAYS_SOFTWARE: '1',
    WEBKIT_SKIA_ENABLE_CPU_RENDERING: '1',
    WEBKIT_DISABLE_DMABUF_RENDERER: '1',
  });

  async function call(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object): Promise<unknown> {
    const response = await fetch(`http://${programHost}:${port}${path}`, {
      method,
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const { value } = (await response.json()) as { value: unknown };
    if (!response.ok) throw new Error(`WebDriver ${path}: ${JSON.stringify(value)}`);
    return value;
  }
  await waitFor('WebKitWebDriver answers', () => call('GET', '/status').catch(() => null));
  const created = (await call('POST', '/session', { capabilities: {} })) as { sessionId: string };
  const session = `/session/${created.sessionId}`;
  const evaluate = async (expression: string): Promise<unknown> => {
    const script = `const done = arguments[0]; Promise.resolve(${expression}).then((value) => done([value]), (error) => done([null, String(error)]))`;
    const [value, error] = (await call('POST', `${session}/execute/async`, { script, args: [] })) as unknown[];
    if (error !== undefined) throw new Error(`In the page: ${error}`);
    return value;
  };
  // The window has its own bars above the page.
  await call('POST', `${session}/window/rect`, { x: 0, y: 0, ...viewport });
  const outer = (await evaluate('({ width: innerWidth, height: innerHeight })')) as typeof viewport;
  await call('POST', `${session}/window/rect`, {
    width: 2 * viewport.width - outer.width,
    height: 2 * viewport.height - outer.height,
  });

  return {
    downloads,
    navigate: async (url) => void (await call('POST', `${session}/url`, { url })),
    evaluate,
    perform: async (actions) => void (await call('POST', `${session}/actions`, { actions })),
    screenshot: async () => String(await call('GET', `${session}/screenshot`)),
    async close() {
      await call('DELETE', session).catch(() => undefined);
      await driver.end();
      await display.end();
      rmSync(home, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
