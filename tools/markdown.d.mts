/** `linkTo` = the address of a link, null = only its words are shown. */
export function toHtml(markdown: string, linkTo: (target: string) => string | null): string;
