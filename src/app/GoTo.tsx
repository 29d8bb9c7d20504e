/** Loads the go-to dialog and its index in idle time after login, so that it opens at once, also offline. */
import { type ComponentType, type ReactElement, useEffect, useState } from 'react';
import type { Audience } from '../../contract/audience.ts';
import { idle } from '../lib/idle.ts';

type DialogProps = { readonly audience: Audience; readonly onClose: () => void; readonly onKeys: () => void };
type Code = { readonly Dialog: ComponentType<DialogProps>; readonly follow: () => () => void };

async function load(): Promise<Code> {
  const [dialog, { followDeviceEntries }] = await Promise.all([
    import('./GoToDialog.tsx'),
    import('../find/device-entries.ts'),
  ]);
  return { Dialog: dialog.default, follow: followDeviceEntries };
}
/** The screen loads first. */
const loadAfterMs = 2000;

export function GoTo({ isOpen, ...props }: DialogProps & { isOpen: boolean }): ReactElement | null {
  const [code, setCode] = useState<Code | null>(null);
  const [hasFailed, setFailed] = useState(false);
  useEffect(() => {
    // Without a network before the code is on the device: the next Ctrl K tries again.
    const start = (): void =>
      void load().then(
        (loaded) => setCode((known) => known ?? loaded),
        () => setFailed(true),
      );
    setFailed(false);
    if (isOpen) return start();
    const timer = setTimeout(() => void idle().then(start), loadAfterMs);
    return () => clearTimeout(timer);
  }, [isOpen]);
  useEffect(() => code?.follow(), [code]);
  const { onClose } = props;
  useEffect(() => {
    if (isOpen && hasFailed) onClose();
  });
  return isOpen && code ? <code.Dialog {...props} /> : null;
}
