/** The range is part of every address: a shared link contains it, and navigation keeps it. Once, in the frame. */
import { useLocation, useRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { readRange, writeRange } from './range.ts';
import { setRange, useRange } from './range-store.ts';

export function useRangeAddress(): void {
  const router = useRouter();
  const { range } = useRange();
  const text = range && writeRange(range);
  const href = useLocation({ select: ({ href }) => href });
  const written = useLocation({ select: ({ search }) => (search as { range?: unknown }).range });
  const seen = useRef<{ readonly href: string; readonly text: string | null } | null>(null);
  useEffect(() => {
    const before = seen.current;
    seen.current = { href, text };
    const inAddress = readRange(written);
    const asWritten = inAddress && writeRange(inAddress);
    if (asWritten === text) return;
    // Another address (a link, back) contains its own range. One without a range gets that of the session.
    if (asWritten !== null && (before === null || before.text === text)) setRange(inAddress);
    else
      void router.navigate({
        to: '.',
        search: ((now: Record<string, unknown>) => ({ ...now, range: text ?? undefined })) as never,
        replace: true,
      });
  }, [router, href, written, text]);
}
