/** `linkTo` = the address of a link, null = only its words are shown. */
export function toHtml(markdown: string, linkTo: (target: string) => string | null): string;
/** The id of a heading. */
export function idOf(title: string): string;
