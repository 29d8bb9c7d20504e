import { App, expect, serverForFile, test as watched } from '../support/browser.ts';

/** The reports are tested here. */
const test = watched.extend({ quiet: async ({ browserName: _ }, use) => use(undefined) });

const server = serverForFile();

test('ASVS 1.2.1: text never becomes markup or code in the page, and the server counts attempts', async ({ page }) => {
  const app = new App(page, server.current.url);
  await app.logInAs('parser');
  const refused = await page.evaluate(() => {
    const attempt = (work: () => unknown): string => {
      try {
        work();
        return 'done';
      } catch (error) {
        return (error as Error).name;
      }
    };
    const element = document.createElement('div');
    const script = document.createElement('script');
    return {
      markup: attempt(() => {
        element.innerHTML = '<img src=x onerror="window.__xss=1">';
      }),
      entity: attempt(() => {
        element.innerHTML = '&lt;';
      }),
      css: attempt(() => {
        document.createElement('style').innerHTML = 'a{color:red}';
      }),
      script: attempt(() => {
        script.src = 'https://evil.invalid/x.js';
      }),
      code: attempt(() => {
        script.text = 'window.__xss=1';
      }),
      worker: attempt(() => new Worker('/config.json')),
      policy: attempt(() =>
        (
          globalThis as unknown as { trustedTypes: { createPolicy(name: string, rules: object): object } }
        ).trustedTypes.createPolicy('other', {}),
      ),
      style: attempt(() => {
        element.setAttribute('style', 'color:red');
        if (element.style.color === '') throw new TypeError();
      }),
    };
  });
  expect(refused).toEqual({
    markup: 'TypeError',
    entity: 'TypeError',
    css: 'done',
    script: 'TypeError',
    code: 'TypeError',
    worker: 'TypeError',
    policy: 'TypeError',
    style: 'TypeError',
  });
  await expect
    .poll(() => server.current.log())
    .toMatch(/"rule":"require-trusted-types-for".*a browser reported blocked content/);
});
