import type { BrowserContext } from 'playwright/test';

/** Text on the clipboard, pasted in a separate page: the app's pages may not read it (Permissions-Policy). */
export async function copiedText(context: BrowserContext): Promise<string> {
  const page = await context.newPage();
  const pasted = await page.evaluateHandle(() => {
    const result = { text: '' };
    // A field would normalise the line breaks.
    addEventListener('paste', (event) => {
      result.text = event.clipboardData?.getData('text/plain') ?? '';
    });
    return result;
  });
  await page.keyboard.press('ControlOrMeta+V');
  const { text } = await pasted.jsonValue();
  await page.close();
  return text;
}
