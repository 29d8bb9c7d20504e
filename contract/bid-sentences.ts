/** Specified texts about a bid for app and server (BID-07). Part of the first route: add nothing else. */
export const bidSentences = {
  bidRequired: 'Overall bid is required.',
  bidRange: 'Overall bid value must be between 0 and 100 Glog.',
  /** With its full stop (C69). */
  startDateRequired: 'Start date is required.',
} as const;
