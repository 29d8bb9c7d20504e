/** A bar below a day of the calendar. `share` = 0 to 1. */
type DayBar = { readonly share: number; readonly isGap: boolean; readonly text: string };
/** By `YYYY-MM-DD`, and what the bars are. */
export type DayBars = { readonly byDay: ReadonlyMap<string, DayBar>; readonly note: string };
export type InstantPickerProps = {
  readonly label: string;
  /** Epoch ms of the input. null = incomplete. */
  readonly ms: number | null;
  /** Epoch ms of the current moment, for today's mark and the presets. */
  readonly now: () => number;
  /** Minutes, unless whole hours or days are chosen. A day is one that has begun. */
  readonly step?: 'hour' | 'day';
  /** Presets, in hours before now. */
  readonly presetHours?: readonly number[];
  readonly bars?: DayBars | null;
  readonly onOpen?: () => void;
  /** `YYYY-MM-DD HH:mm`, a day `YYYY-MM-DD` */
  readonly onPick: (text: string) => void;
};
