/** Firefox without a window, over WebDriver BiDi, with its own profile. */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Engine, startProgram, viewport } from './engine.ts';

/** Firefox sends no requests to its vendor, saves files without a dialog, and prepares no page that no test opens. */
const preferences = (downloads: string): Readonly<Record<string, string | number | boolean>> => ({
  'app.update.enabled': false,
  'app.normandy.enabled': false,
  'browser.download.dir': downloads,
  'browser.download.folderList': 2,
  'browser.newtab.preload': false,
  'browser.newtabpage.enabled': false,
  'browser.safebrowsing.downloads.enabled': false,
  'browser.safebrowsing.malware.enabled': false,
  'browser.safebrowsing.phishing.enabled': false,
  'browser.shell.checkDefaultBrowser': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'dom.ipc.processPrelaunch.enabled': false,
  'extensions.update.enabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'services.settings.server': 'data:,#remote-settings-dummy/v1',
  'toolkit.telemetry.enabled': false,
});

type Reply = { readonly id: number | null; readonly result?: unknown; readonly message?: string };

export async function startFirefox(): Promise<Engine> {
  const profile = mkdtempSync(join(tmpdir(), 'downlink-firefox-'));
  const downloads = join(profile, 'downloads');
  const lines = Object.entries(preferences(downloads)).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`,
  );
  writeFileSync(join(profile, 'user.js'), lines.join('\n'));
  const binary = existsSync('/usr/bin/firefox-esr') ? '/usr/bin/firefox-esr' : 'firefox';
  const args = ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0', 'about:blank'];
  const program = startProgram(binary, args, { HOME: profile, MOZ_CRASHREPORTER_DISABLE: '1' });
  const socket = new WebSocket(`${await program.find(/WebDriver BiDi listening on (ws:\S+)/)}/session`);
  await new Promise((opened, failed) => {
    socket.onopen = opened;
    socket.onerror = () => failed(new Error('Firefox refused the connection.'));
  });

  let lastId = 0;
  const waiting = new Map<number, (reply: Reply) => void>();
  socket.onmessage = ({ data }) => {
    const reply = JSON.parse(String(data)) as Reply;
    if (reply.id === null || reply.id === undefined) return;
    waiting.get(reply.id)?.(reply);
    waiting.delete(reply.id);
  };
  async function call(method: string, params: object): Promise<unknown> {
    lastId += 1;
    const id = lastId;
    const reply = await new Promise<Reply>((done) => {
      waiting.set(id, done);
      socket.send(JSON.stringify({ id, method, params }));
    });
    if (reply.result === undefined) throw new Error(`WebDriver BiDi ${method}: ${reply.message}`);
    return reply.result;
  }
  await call('session.new', { capabilities: {} });
  const tree = (await call('browsingContext.getTree', {})) as { contexts: { context: string }[] };
  const context = tree.contexts[0]?.context;
  await call('browsingContext.setViewport', { context, viewport });

  return {
    downloads,
    navigate: async (url) => void (await call('browsingContext.navigate', { context, url, wait: 'none' })),
    async evaluate(expression) {
      const { result, exceptionDetails } = (await call('script.evaluate', {
        expression: `Promise.resolve(${expression}).then((value) => JSON.stringify(value ?? null))`,
        target: { context },
        awaitPromise: true,
      })) as { result?: { value: string }; exceptionDetails?: { text: string } };
      if (!result) throw new Error(`In the page: ${exceptionDetails?.text}`);
      return JSON.parse(result.value);
    },
    perform: async (actions) => void (await call('input.performActions', { context, actions })),
    screenshot: async () => ((await call('browsingContext.captureScreenshot', { context })) as { data: string }).data,
    async close() {
      await call('browser.close', {}).catch(() => undefined);
      socket.close();
      await program.end();
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
