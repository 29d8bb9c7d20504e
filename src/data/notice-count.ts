/** New notices of the user, as the menu, the overview and the badge show them. The requests follow later (src/app/NoticesFollower.tsx). */
import type * as z from 'zod/mini';
import type { noticeCount as wire } from '../../contract/entities/notices.ts';
import { sessionScoped } from '../session/session-scoped.ts';
import { useValue } from '../ui/value-store.ts';

type NoticeCount = z.output<typeof wire>;

/** null = not known yet, or a server without notices. */
export const noticeCount = sessionScoped<NoticeCount | null>(() => null);

export const useNoticeCount = (): NoticeCount | null => useValue(noticeCount);
