/// <reference types="vite/client" />
/** Pages of the table bench: the list that they show, and their functions, called from outside. Each page has one candidate. */
import type { ListDefinition } from '../../../src/list/define-list.ts';
import akrxAll from '../../../src/screens/acars/akrx-all.list.ts';
import adsb from '../../../src/screens/adsb/adsb.list.ts';
import { acarsRows, adsbRows, type BenchRow } from '../rows.ts';

type Candidate = {
  /** The element that scrolls. */
  readonly scroller: () => Element;
  /** Other 100 rows in place of those shown. */
  readonly nextPage: () => void;
  /** The handle that makes the second column wider, brought to the document. */
  readonly resizeHandle: () => Element;
};
type Rectangle = { readonly x: number; readonly y: number };
export type TableBench = {
  readonly scroll: (frames: number, step: number) => Promise<void>;
  readonly scrollTo: (top: number) => Promise<void>;
  readonly insertedWhileScrolling: (frames: number, step: number) => Promise<number>;
  readonly nextPages: (pages: number) => Promise<void>;
  readonly handle: () => Rectangle;
  readonly settledWidth: () => Promise<number>;
  readonly elements: () => number;
};

const frame = (): Promise<void> => new Promise((done) => requestAnimationFrame(() => done()));
/** Waits for deferred work of a candidate (frames, observers, messages to itself). */
async function settled(): Promise<void> {
  for (let frames = 0; frames < 6; frames++) await frame();
}

/** Where the candidate draws: 1280 x 800, as in a window of a desktop. */
export function host(): HTMLElement {
  const element = document.createElement('div');
  element.style.cssText = 'display:flex;flex-direction:column;width:1280px;height:800px';
  document.body.style.margin = '0';
  document.body.append(element);
  return element;
}

export function offer(candidate: Candidate): void {
  const scroll: TableBench['scroll'] = async (frames, step) => {
    const scroller = candidate.scroller();
    for (let count = 0; count < frames; count++) {
      await frame();
      scroller.scrollTop += step;
    }
    await settled();
  };
  const bench: TableBench = {
    scroll,
    scrollTo: async (top) => {
      candidate.scroller().scrollTop = top;
      await settled();
    },
    insertedWhileScrolling: async (frames, step) => {
      let inserted = 0;
      const observer = new MutationObserver((records) => {
        for (const { addedNodes } of records)
          for (const node of addedNodes)
            if (node instanceof Element && (node.matches('[role="row"]') || node.querySelector('[role="row"]')))
              inserted += 1;
      });
      observer.observe(candidate.scroller(), { childList: true, subtree: true });
      await scroll(frames, step);
      observer.disconnect();
      return inserted;
    },
    nextPages: async (pages) => {
      for (let count = 0; count < pages; count++) {
        candidate.nextPage();
        await frame();
        await frame();
      }
      await settled();
    },
    handle: () => {
      const { left, top, height } = candidate.resizeHandle().getBoundingClientRect();
      return { x: left + 2, y: top + height / 2 };
    },
    settledWidth: async () => {
      await settled();
      return candidate.resizeHandle().closest('[role="columnheader"], th')?.getBoundingClientRect().width ?? 0;
    },
    elements: () => document.querySelectorAll('*').length,
  };
  Object.assign(window, { bench });
}

export function found(selector: string): Element {
  const element = document.querySelector(selector);
  if (!element) throw new Error(`The candidate has no ${selector}.`);
  return element;
}

/** `?list=akrxAll` (29 columns) or `?list=adsb` (53), the same for every candidate. */
type Subject = { readonly list: ListDefinition; readonly makeRows: (count: number, page?: number) => BenchRow[] };
const subjects: readonly Subject[] = [
  { list: akrxAll, makeRows: (count, page = 0) => acarsRows(count, page * count) },
  { list: adsb, makeRows: adsbRows },
];
const query = new URLSearchParams(location.search);
const subject = subjects.find(({ list }) => list.name === (query.get('list') ?? akrxAll.name));
if (!subject) throw new Error(`There are no figures for the list ${query.get('list')}.`);

export const { list } = subject;
/** As many rows as the address wants. */
export const benchRows = (page = 0): BenchRow[] => subject.makeRows(Number(query.get('rows') ?? 10_000), page);
