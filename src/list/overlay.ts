import type { ListDefinition } from './define-list.ts';

/** Where menus of a list open: an element of its own screen, so that they stand within the page's landmarks. */
export const overlayId = (list: ListDefinition): string => `overlays-of-${list.name.replace(/\W/g, '-')}`;
export const inOverlay = (list: ListDefinition): { readonly target: string } => ({ target: `#${overlayId(list)}` });
