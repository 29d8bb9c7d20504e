/** Screen widths at which layouts change, in CSS pixels (RESP-01). */

/** The last pixel of each class: a window of 600 is extra small, of 601 small (C44). */
export const breakpoints = { xs: 600, sm: 960, md: 1280, lg: 1919 } as const;
/** Above `lg` the class is `xl`. */
export type WidthClass = keyof typeof breakpoints | 'xl';

/** Media query up to and including a breakpoint. */
export const upTo = (name: keyof typeof breakpoints): string => `(max-width: ${breakpoints[name]}px)`;
