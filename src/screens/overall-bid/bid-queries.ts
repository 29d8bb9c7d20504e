/**
 * What the two screens of the overall bid read. Must not: offer an old copy, on which somebody would decide.
 */
import { useQuery } from '@tanstack/react-query';
import { api } from '../../../contract/api.ts';
import type { BidHistory, BidSummary } from '../../../contract/entities/overall-bid.ts';
import { send } from '../../api/send.ts';
import { currentEpoch } from '../../session/session-store.ts';

const failed = { errorTitle: 'The overall bid could not be read' };

export const bidSummaryKey = ['overall-bid'] as const;

export const useBidSummary = () =>
  useQuery<BidSummary>({
    queryKey: [...bidSummaryKey, currentEpoch()],
    queryFn: ({ signal }) => send(api.overallBid.summary, { signal, cause: 'user' }),
    gcTime: 0,
    meta: failed,
  });

export const useBidHistory = () =>
  useQuery<readonly BidHistory[]>({
    queryKey: ['overall-bid-history', currentEpoch()],
    queryFn: ({ signal }) => send(api.overallBid.history, { signal, cause: 'user' }),
    gcTime: 0,
    meta: failed,
  });

/** Bids of both screens as texts: '-' where there is none (BID-02), days without a time (BID-04). */
export type BidTexts = Readonly<Record<keyof BidSummary, string>>;
export function bidTexts(summary: BidSummary): BidTexts {
  const { currentBidValue, currentStartDate, scheduledBidValue, scheduledStartDate } = summary;
  return {
    currentBidValue: valueText(currentBidValue),
    currentStartDate: dateOnly(currentStartDate),
    scheduledBidValue: valueText(scheduledBidValue),
    scheduledStartDate: dateOnly(scheduledStartDate),
  };
}
const none = '-';
export const valueText = (value: number | null): string => (value === null ? none : String(value));
/** Another server may send an instant. */
export const dateOnly = (text: string | null): string => text?.slice(0, 10) || none;
