/** Opens the dialog of Ctrl K from a screen, which does not know the frame. */
export const goToEvent = 'downlink:go-to';
export const openGoTo = (): void => void window.dispatchEvent(new CustomEvent(goToEvent));
