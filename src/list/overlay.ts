import type { ListDefinition } from './define-list.ts';

/** Container for menus of a list inside its screen, so that they are within the page's landmarks. */
export const overlayId = (list: ListDefinition): string => `overlays-of-${list.name.replace(/\W/g, '-')}`;
export const inOverlay = (list: ListDefinition): { readonly target: string } => ({ target: `#${overlayId(list)}` });
