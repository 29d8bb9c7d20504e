/** `now` = epoch ms by the server's clock; `dataAt` = time of the response. */
export type ReportTime = { readonly now: number; readonly dataAt: number; readonly isNow: boolean };
