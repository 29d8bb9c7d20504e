/** Opens the dialog of Ctrl K from a screen, which cannot import the frame. */
export const goToEvent = 'downlink:go-to';
export const openGoTo = (): void => void window.dispatchEvent(new CustomEvent(goToEvent));
