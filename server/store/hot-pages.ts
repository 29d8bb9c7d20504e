/**
 * The same question within a second, or until something comes in, is answered from the text made for the first asker.
 * Must not: know who asks (the guard has decided before), so the key must hold everything that changes the answer.
 */
import { clock } from '../clock.ts';
import { dataVersion } from './data-version.ts';

type Page = { readonly json: Promise<string>; readonly version: number; readonly madeAt: number };

const maxAgeMs = 1000;
const maxPages = 300;
/** Longer answers are not kept: one of 50,000 rows is 20 MB. */
const maxLength = 1_000_000;

export class HotPages {
  private readonly pages = new Map<string, Page>();

  /** The answer for `key`, made at most once for all who ask at the same time. A failure is not kept. */
  answer(key: string, make: () => Promise<string>): Promise<string> {
    const now = clock.now();
    const found = this.pages.get(key);
    if (found && found.version === dataVersion.get() && Math.abs(now - found.madeAt) < maxAgeMs) return found.json;
    const page = { json: make(), version: dataVersion.get(), madeAt: now };
    this.pages.delete(key);
    this.pages.set(key, page);
    this.dropOldest();
    const forget = () => {
      if (this.pages.get(key) === page) this.pages.delete(key);
    };
    page.json.then((json) => (json.length > maxLength ? forget() : void setTimeout(forget, maxAgeMs).unref()), forget);
    return page.json;
  }

  /** So many answers are held. */
  get size(): number {
    return this.pages.size;
  }

  private dropOldest(): void {
    for (const key of this.pages.keys()) {
      if (this.pages.size <= maxPages) return;
      this.pages.delete(key);
    }
  }
}
