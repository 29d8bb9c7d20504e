/** The text font where the browser draws into a picture: by its name in fonts.css, and only with a file that has loaded. */
export const textFont = 'Downlink Sans';

/** Loads the file with the letters of names such as Łódź. Without it they are drawn in another font. */
export async function loadLettersOfNames(): Promise<void> {
  await document.fonts.load(`16px "${textFont}"`, 'Łź').catch(() => []);
}
