/** Choices of a user that follow the account from device to device (decision 35). */
import * as z from 'zod/mini';

/** Columns and look of lists, units, saved views, watched objects. What belongs to a device, such as the last view of its map, stays there. */
export const accountKinds = ['list', 'list-look', 'units', 'views', 'watched'] as const;

export const preferenceLimits = { value: 40_000, perUser: 200 } as const;

/** `kind`, or `kind:part`, such as the name of a list. */
const name = z.string().check(z.regex(new RegExp(`^(?:${accountKinds.join('|')})(?::[\\w-]{1,60})?$`)));

/** `version` grows with each change. `value` is read by the app only, which checks it. */
export const preference = z.object({ name: z.string(), value: z.string(), version: z.number() });
export type Preference = z.output<typeof preference>;

/** `version` = that on which the change is based, 0 for a new preference. */
export const preferenceChanges = z.object({
  preferences: z
    .array(
      z.strictObject({
        name,
        value: z.string().check(z.maxLength(preferenceLimits.value)),
        version: z.int().check(z.minimum(0)),
      }),
    )
    .check(z.maxLength(preferenceLimits.perUser)),
});
