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
  /** 60 = whole hours only. */
  readonly stepMinutes?: 60;
  /** Presets, in hours before now. */
  readonly presetHours?: readonly number[];
  readonly bars?: DayBars | null;
  readonly onOpen?: () => void;
  /** `YYYY-MM-DD HH:mm` */
  readonly onPick: (text: string) => void;
};
