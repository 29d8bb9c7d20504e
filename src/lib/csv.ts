/** Text of CSV files (RFC 4180), safe to open in a spreadsheet. Pure. */

export const csvLine = (texts: readonly string[]): string => `${texts.map(quoted).join(',')}\r\n`;
const quoted = (text: string): string => (/[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** CSV has no mark for text: a spreadsheet would execute a received text that starts like a formula. */
const formulaStart = /^[\s\u00a0\u3000]*[=+\-@\u2212＝＋－＠]|^[\t\r\n]/;
/**
 * The same behind what another program takes for the end of a cell: a semicolon, as in the spreadsheets of half of Europe, a tab, or a line
 * break, because quotes within a line count for the separator of its own only.
 */
const innerFormula = /([;\t\r\n])(?=["' \u00a0\u3000]*[=+\-@\u2212＝＋－＠])/g;
export const csvSafe = (text: string): string => {
  const inner = text.replace(innerFormula, "$1'");
  return formulaStart.test(text) ? `'${inner}` : inner;
};
