/** Users. Wire names and their order are specified, typos included (C76). */
import * as z from 'zod/mini';
import { code, codeOrNull, flagOrNull, nullableText, number, text, textOrNull } from '../kinds.ts';

export const userSchema = z.object({
  id: z.string(),
  userName: z.string(),
  role: z.string(),
  company: nullableText,
  /** 1 = accepted */
  terms: z.number(),
  token: z.optional(z.string()),
  refreshToken: z.optional(z.string()),
  name: z.string(),
  surname: z.string(),
  email: z.string(),
  emailConfirmed: z.boolean(),
  loginProvider: nullableText,
  ethereumAccountAddress: nullableText,
  phoneNumber: nullableText,
});
export type User = z.output<typeof userSchema>;

/** A row of /user. Lists never contain tokens. */
export const user = {
  name: text,
  surname: text,
  userName: code,
  company: textOrNull,
  email: text,
  role: text,
  terms: number,
  ethereumAccountAddress: codeOrNull,
  emailConfirmed: flagOrNull,
  id: code,
  loginProvider: textOrNull,
  phoneNumber: textOrNull,
};

/** STN-24, result of a search for feeders. */
export const userHit = z.object({
  id: z.string(),
  userName: z.string(),
  email: z.string(),
  name: z.string(),
  surname: z.string(),
});
