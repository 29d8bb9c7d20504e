/** Node has no IndexedDB: stand-ins raise the events of a database. */
import { expect, test, vi } from 'vitest';

class Transaction extends EventTarget {
  isActive = true;
  abort(): void {
    if (!this.isActive) throw new DOMException('It has ended.', 'InvalidStateError');
    this.isActive = false;
  }
}
class Opening extends EventTarget {
  readonly transaction = new Transaction();
  readonly result = { transaction: () => new Transaction() };
}

test.each([
  [true, false],
  [false, true],
])(
  'OFF-03: a page that is left (cached: %s) aborts the open transactions of its databases, also that of an upgrade, and no ended one',
  async (persisted, isActive) => {
    vi.stubGlobal('window', new EventTarget());
    vi.resetModules();
    const { leavable } = await import('./leavable-factory.ts');
    const opening = new Opening();
    const factory = leavable({ open: () => opening } as unknown as IDBFactory);
    expect(factory.open('copies', 1)).toBe(opening);
    opening.dispatchEvent(new Event('upgradeneeded'));
    opening.dispatchEvent(new Event('success'));
    const [open, ended] = [opening.result.transaction(), opening.result.transaction()];
    ended.dispatchEvent(new Event('complete'));

    window.dispatchEvent(Object.assign(new Event('pagehide'), { persisted }));
    expect([opening.transaction.isActive, open.isActive, ended.isActive]).toEqual([isActive, isActive, true]);
    vi.unstubAllGlobals();
  },
);
