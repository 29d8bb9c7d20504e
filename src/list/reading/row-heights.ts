/** Heights of rows in the views for reading, pixels. All rows of a view are equally high (decision 34). */
export const readRowHeight = 52;
/** With a sentence of two lines. */
export const narrowRowHeight = 76;
export const lineHeight = 52;
export const lineHeadHeight = 34;
