/** A saved view of a list that a company shares (decision 35). */
import * as z from 'zod/mini';
import { shortText } from '../kinds.ts';

export const sharedViewLimits = { name: 60, search: 8000, perCompany: 100 } as const;

/** `list` = name of the list, `search` = its address as query text. */
export const sharedViewBody = z.object({
  list: shortText(80),
  name: shortText(sharedViewLimits.name),
  search: z.string().check(z.maxLength(sharedViewLimits.search)),
});

export const sharedView = z.object({
  id: z.number(),
  list: z.string(),
  name: z.string(),
  search: z.string(),
  /** Username of the owner. */
  by: z.string(),
  /** The caller may delete it. */
  isOwn: z.boolean(),
});
export type SharedView = z.output<typeof sharedView>;
