/** Text of CSV files (RFC 4180), safe to open in a spreadsheet. Pure. */

export const csvLine = (texts: readonly string[]): string => `${texts.map(quoted).join(',')}\r\n`;
const quoted = (text: string): string => (/[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** CSV has no mark for text: a spreadsheet would execute a received text that starts like a formula. */
const formulaStart = /^[\s\u00a0\u3000]*[=+\-@\u2212＝＋－＠]|^[\t\r\n]/;
export const csvSafe = (text: string): string => (formulaStart.test(text) ? `'${text}` : text);
