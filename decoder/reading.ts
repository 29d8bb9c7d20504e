/** What a reader gets and gives. A reader returns null for texts of other formats, and never throws. Pure. */
import type { DecodedItem } from '../contract/entities/decoding.ts';
import type { Meaning } from '../contract/entities/meaning.ts';
import type { Position } from './gate/coordinates.ts';

export type ReceivedText = {
  readonly label: string;
  /** As received, of all blocks once they are joined. */
  readonly text: string;
  /** By the block id: a digit = from the aircraft. null = unknown. */
  readonly isDownlink: boolean | null;
  /** Which block of its message the text is, 1 = the first. null = unknown, or all blocks are joined. */
  readonly block: number | null;
  /** Reception, epoch ms. Completes times that lack the hour or the day. null = unknown: they stay as they are. */
  readonly atMs: number | null;
  /** Where the aircraft is, by its receiver. */
  readonly known: Position | null;
  /** What the receiver decoded itself: the object of libacars. Untrusted. */
  readonly decoded: unknown;
};

export type Reading = Omit<Meaning, 'version'> & {
  /** Title of the details. */
  readonly description: string;
  /** The details. */
  readonly items: readonly DecodedItem[];
  /** Undecoded remainder of the text. */
  readonly remaining: string;
  /** Share of the text that the items account for, 0 to 100. null = unknown. */
  readonly understoodPercent: number | null;
};
export type Reader = (message: ReceivedText) => Reading | null;

/** A text to decode, and what is known of it. */
export type LineRequest = Pick<ReceivedText, 'label' | 'text'> & Partial<Omit<ReceivedText, 'label' | 'text'>>;

export const receivedText = ({
  label,
  text,
  isDownlink = null,
  block = null,
  atMs = null,
  known = null,
  decoded = null,
}: LineRequest): ReceivedText => ({ label, text, isDownlink, block, atMs, known, decoded });

/** Of a message number from the aircraft: its last letter counts the blocks. null = another number. */
export function blockOf(msgno: string | null): number | null {
  return msgno !== null && /^.{3}[A-P]$/.test(msgno) ? msgno.charCodeAt(3) - 64 : null;
}

/** Details of names with values, empty ones skipped. */
export const itemsOf = (values: Readonly<Record<string, string | null | undefined | false>>): DecodedItem[] =>
  Object.entries(values).flatMap(([label, value]) =>
    typeof value === 'string' && value !== '' ? [{ label, value, isUnverified: label === 'Aircraft Position' }] : [],
  );

/** Whole, or the checksum is wrong. */
export const damageOf = (isDamaged: boolean) => ({
  level: isDamaged ? ('partial' as const) : ('full' as const),
  understoodPercent: isDamaged ? null : 100,
  remaining: '',
});
