/// <reference types="vite/client" />
/** Functions of every page of the table bench, called from outside. Each page has one candidate. */
export type Candidate = {
  /** The element that scrolls. */
  readonly scroller: () => Element;
  /** Other 100 rows in place of those shown. */
  readonly nextPage: () => void;
  /** The handle that makes the second column wider, brought to the document. */
  readonly resizeHandle: () => Element;
};
type Rectangle = { readonly x: number; readonly y: number };
export type Bench = {
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
  const scroll: Bench['scroll'] = async (frames, step) => {
    const scroller = candidate.scroller();
    for (let count = 0; count < frames; count++) {
      await frame();
      scroller.scrollTop += step;
    }
    await settled();
  };
  const bench: Bench = {
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
