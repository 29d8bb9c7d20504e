/** An event of a radio link: a received line without a message (decision 61). */

/** `ready` and `empty` = frames without content, counted by ten minutes. The others have a row each, or one per day and content. */
export type LinkEventKind =
  | 'handoff'
  | 'link'
  | 'gsif'
  | 'logon'
  | 'logoff'
  | 'spdu'
  | 'frequency'
  | 'performance'
  | 'atn'
  | 'route'
  | 'airframe'
  | 'ready'
  | 'empty';

export type LinkEvent = {
  /** Instant of the whole second. */
  readonly at: string;
  /** Epoch seconds with the receiver's fraction. */
  readonly timestamp: number;
  readonly stationId: string | null;
  readonly link: 'VDLM2' | 'HFDL';
  readonly kind: LinkEventKind;
  /** 24-bit address in upper case. */
  readonly icao: string | null;
  /** Address on VDL2, name on HFDL. */
  readonly groundStation: string | null;
  readonly flight: string | null;
  readonly lat: number | null;
  readonly lon: number | null;
  /** MHz. */
  readonly freq: number | null;
  /** dB. */
  readonly level: number | null;
  /** JSON text, bounded. */
  readonly detail: string | null;
  /** What a ground station repeats until it changes: equal ones of a day are one row. null = not such a kind. */
  readonly repeats: string | null;
};

/** `originalSeconds` = the receiver's epoch seconds if `event` was shifted in time. */
export type NewLinkEvent = {
  readonly event: LinkEvent;
  readonly originalSeconds?: number | null;
  readonly isDemo?: boolean;
};
