/** Where menus of a list open: an element of its own screen, so that they stand within the page's landmarks. */
export const overlayId = 'list-overlays';
export const inOverlay = { target: `#${overlayId}` } as const;
