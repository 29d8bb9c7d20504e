/** Actions of a user in a page of any engine, by roles and names only. */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type Engine, waitFor } from './engine.ts';

/** The centre of a visible element at rest that no other element covers. Runs in the page. */
async function centerOf(css: string, name: string): Promise<{ x: number; y: number } | null> {
  const nameOf = (element: Element): string => {
    const labels = element instanceof HTMLInputElement ? [...(element.labels ?? [])] : [];
    const text = labels.length > 0 ? labels.map((label) => label.textContent).join(' ') : element.textContent;
    return (element.getAttribute('aria-label') ?? text ?? '').trim();
  };
  const isTarget = (element: Element): boolean => element.checkVisibility() && nameOf(element) === name;
  const centerNow = (element: Element): { x: number; y: number } => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return { x: Math.round(x + width / 2), y: Math.round(y + height / 2) };
  };
  for (const element of [...document.querySelectorAll(css)].filter(isTarget)) {
    element.scrollIntoView({ block: 'nearest' });
    const before = centerNow(element);
    await new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(next)));
    const center = centerNow(element);
    const top = document.elementFromPoint(center.x, center.y);
    const isFree = top !== null && (element.contains(top) || top.contains(element));
    if (isFree && before.x === center.x && before.y === center.y) return center;
  }
  return null;
}

/** Runs in the page. */
function isFocused(label: string): boolean {
  const { activeElement } = document;
  if (!(activeElement instanceof HTMLInputElement)) return false;
  const labels = [...(activeElement.labels ?? [])].map((one) => (one.textContent ?? '').trim());
  return activeElement.getAttribute('aria-label') === label || labels.includes(label);
}

export class User {
  readonly engine: Engine;
  readonly origin: string;
  constructor(engine: Engine, origin: string) {
    this.engine = engine;
    this.origin = origin;
  }

  /** Runs a function in the page; it contains all that it uses. */
  async run<A extends readonly unknown[], T>(work: (...args: A) => T | Promise<T>, ...args: A): Promise<T> {
    return (await this.engine.evaluate(`(${work})(...${JSON.stringify(args)})`)) as T;
  }
  /** Waits until `see` returns the expected value; on failure the page is described. */
  async sees<T>(what: string, see: () => Promise<T | null>): Promise<T> {
    try {
      // Between two documents there is no page to query.
      return await waitFor(what, () => see().catch(() => null));
    } catch (error) {
      const page = await this.text().catch(String);
      throw new Error(
        `${error instanceof Error ? error.message : error}\nat ${await this.path()}:\n${page.slice(0, 1500)}`,
      );
    }
  }

  // ---- pages

  /** A navigation as from the address bar: a new document. */
  async open(path: string): Promise<void> {
    await this.leaves(() => this.engine.navigate(this.origin + path));
  }
  async reload(): Promise<void> {
    await this.leaves(() => this.run(() => setTimeout(() => location.reload())));
  }
  private async leaves(way: () => Promise<unknown>): Promise<void> {
    await this.sees('a document', () =>
      this.run(() => {
        if (!document.body) return null;
        document.documentElement.setAttribute('data-test-left', '');
        return true;
      }),
    );
    await way();
    await this.sees('a new document', () =>
      this.run(() => (document.body && !document.documentElement.hasAttribute('data-test-left') ? true : null)),
    );
  }
  path(): Promise<string> {
    return this.run(() => location.pathname + location.search);
  }
  async arrivesAt(path: RegExp): Promise<void> {
    await this.sees(`the path ${path}`, async () => (path.test(await this.path()) ? true : null));
  }
  /** All readable text of the page. */
  text(): Promise<string> {
    return this.run(() => document.body.innerText);
  }
  async reads(text: RegExp): Promise<string> {
    return this.sees(`the text ${text}`, async () => text.exec(await this.text())?.[0] ?? null);
  }
  async readsNo(text: RegExp): Promise<void> {
    await this.sees(`no text ${text}`, async () => (text.test(await this.text()) ? null : true));
  }

  // ---- input

  async click(css: string, name: string): Promise<void> {
    const { x, y } = await this.sees(`${css} '${name}'`, () => this.run(centerOf, css, name));
    const actions = [
      { type: 'pointerMove', x, y, duration: 0 },
      { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 },
    ];
    await this.engine.perform([{ type: 'pointer', id: 'mouse', actions }]);
  }
  async fill(label: string, value: string): Promise<void> {
    // While the page replaces its static form, a click may reach no field.
    await this.sees(`the focus in ${label}`, async () => {
      await this.click('input', label);
      return (await this.run(isFocused, label)) ? true : null;
    });
    const actions = [...value].flatMap((key) => [
      { type: 'keyDown', value: key },
      { type: 'keyUp', value: key },
    ]);
    await this.engine.perform([{ type: 'key', id: 'keyboard', actions }]);
  }
  /** Runs `press` and waits for the saved file. */
  async downloads(press: () => Promise<void>): Promise<string> {
    const list = (): string[] => (existsSync(this.engine.downloads) ? readdirSync(this.engine.downloads) : []);
    const before = list();
    await press();
    return this.sees('a saved file', async () => {
      // During a download there is a second file, or the file is empty.
      const [file, ...others] = list()
        .filter((name) => !before.includes(name))
        .map((name) => join(this.engine.downloads, name));
      return file && others.length === 0 && statSync(file).size > 0 ? file : null;
    });
  }

  // ---- app

  async logIn(userName: string, password: string): Promise<void> {
    await this.fill('Username', userName);
    await this.fill('Password', password);
    await this.click('button', 'LOG IN');
  }
  /** Tails of the rows on the screen. */
  tails(): Promise<string[]> {
    return this.run(() =>
      [...document.querySelectorAll('[role=grid] [role=row]')].flatMap(
        (row) => /N\d{4}T/.exec(row.textContent ?? '') ?? [],
      ),
    );
  }
  async seesTails(expected: readonly string[]): Promise<void> {
    const text = expected.join();
    await this.sees(`the rows ${text}`, async () => ((await this.tails()).join() === text ? true : null));
  }
}
