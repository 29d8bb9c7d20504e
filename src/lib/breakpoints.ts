/**
 * The widths at which screens change (RESP-01), in CSS pixels.
 * Must not: look at the window; a component asks with its own means.
 */

/** Each is the last pixel of its class: a window of 600 is extra small, of 601 small (C44). */
export const breakpoints = { xs: 600, sm: 960, md: 1280, lg: 1919 } as const;
export type WidthClass = keyof typeof breakpoints | 'xl';

/** The class of a width; above `lg` it is `xl`. */
export function widthClass(width: number): WidthClass {
  if (width <= breakpoints.xs) return 'xs';
  if (width <= breakpoints.sm) return 'sm';
  if (width <= breakpoints.md) return 'md';
  return width <= breakpoints.lg ? 'lg' : 'xl';
}

/** Media query that holds up to and including a breakpoint. */
export const upTo = (name: keyof typeof breakpoints): string => `(max-width: ${breakpoints[name]}px)`;
