let collator: Intl.Collator | null = null;

/** Texts without case, digits in them as numbers. Created on first use: the first object of Intl delays a start (decision 48). */
export function compareTexts(a: string, b: string): number {
  collator ??= new Intl.Collator('en', { numeric: true, sensitivity: 'base' });
  return collator.compare(a, b);
}
