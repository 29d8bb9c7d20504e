import { IconAlertCircle, IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { api } from '../../../contract/api.ts';
import type { BidSummary } from '../../../contract/entities/overall-bid.ts';
import { callResource } from '../../data/resource.ts';
import { PlainButton } from '../../ui/PlainButton.tsx';
import { ServerMessage } from '../../ui/ServerMessage.tsx';
import styles from './overall-bid.module.css';

/** Failed request: the server's message, below the dialog with the same text (BID-09, C51). */
export function BidNotRead({ error, onRetry }: { error: Error; onRetry: () => void }): ReactElement {
  return (
    <div role="alert" className={styles.problem}>
      <IconAlertCircle size={20} aria-hidden="true" />
      <p>
        <ServerMessage text={error.message} />
      </p>
      <PlainButton onClick={onRetry}>
        <IconRefresh size={16} aria-hidden="true" />
        Try again
      </PlainButton>
    </div>
  );
}

// ---- requests

const failed = { errorTitle: 'The overall bid could not be loaded' };

export const useBidSummary = () => useQuery({ ...callResource(api.overallBid.summary), gcTime: 0, meta: failed });
export const useBidHistory = () => useQuery({ ...callResource(api.overallBid.history), gcTime: 0, meta: failed });
export const bidSummaryKey = callResource(api.overallBid.summary).queryKey;
export const bidHistoryKey = callResource(api.overallBid.history).queryKey;

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
