/**
 * Words of the specification about a bid that app and server both say (BID-07). The app takes them from `src/lib/spec-texts.ts`, which takes them
 * from here. Must not: hold more than that; the first route carries it.
 */
export const bidSentences = {
  bidRequired: 'Overall bid is required.',
  bidRange: 'Overall bid value must be between 0 and 100 Glog.',
  /** With its full stop (C69). */
  startDateRequired: 'Start date is required.',
} as const;
