/** Requests of the overall bid: the server's response, or the stored one with its age. */
import { useQuery } from '@tanstack/react-query';
import { api } from '../../../contract/api.ts';
import type { BidSummary } from '../../../contract/entities/overall-bid.ts';
import { callResource } from '../../api/resource.ts';

const failed = { errorTitle: 'The overall bid could not be loaded' };

export const useBidSummary = () => useQuery({ ...callResource(api.overallBid.summary), gcTime: 0, meta: failed });
export const useBidHistory = () => useQuery({ ...callResource(api.overallBid.history), gcTime: 0, meta: failed });
/** Of the summary in the query client. */
export const bidSummaryKey = [api.overallBid.summary.id] as const;

/** Bids of both screens as text: '-' if absent (BID-02), days without a time (BID-04). */
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
/** Other servers may send an instant. */
export const dateOnly = (text: string | null): string => text?.slice(0, 10) || none;
