/** Reports when the server serves another build of the app. The first response is the baseline. */
import { listenerSet } from '../lib/listeners.ts';

/** Of the page. */
let known: string | null = null;
const listeners = listenerSet();

export const serverBuild = {
  /** False with another server of this API, and before the first response. */
  isKnown: (): boolean => known !== null,
  /** null = this response does not contain it. */
  learn(build: string | null | undefined): void {
    if (!build || build === known) return;
    const isChange = known !== null;
    known = build;
    if (isChange) listeners.notify();
  },
  subscribe: listeners.add,
};
