/** A form as a user sees it. */
import type { Locator, Page } from 'playwright/test';

export const button = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true });
export const field = (page: Page, label: string): Locator =>
  page.getByRole('main').getByLabel(new RegExp(`^${label}( \\*)?$`));
/** The sentence under a field. */
export const note = async (page: Page, label: string): Promise<string> =>
  page.locator(`[id="${await field(page, label).getAttribute('id')}-note"]`).innerText();
