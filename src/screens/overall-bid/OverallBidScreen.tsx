import type { QueryKey } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import type { BidHistory } from '../../../contract/entities/overall-bid.ts';
import { useReportedAge } from '../../data/reported-age.ts';
import { specTexts } from '../../lib/spec-texts.ts';
import { LoadingText } from '../../objects/ObjectPage.tsx';
import { PlainButton } from '../../ui/PlainButton.tsx';
import panel from '../../ui/panel.module.css';
import plain from '../../ui/plain-screen.module.css';
import {
  BidNotRead,
  bidHistoryKey,
  bidSummaryKey,
  bidTexts,
  dateOnly,
  useBidHistory,
  useBidSummary,
  valueText,
} from './BidNotRead.tsx';
import styles from './overall-bid.module.css';

const { overallBid } = specTexts;

export default function OverallBidScreen(): ReactElement {
  const navigate = useNavigate();
  return (
    <div className={plain.screen}>
      <header className={styles.top}>
        <h1>Overall bid</h1>
        <PlainButton look="filled" onClick={() => void navigate({ to: '/update-overall-bid' })}>
          {overallBid.update}
        </PlainButton>
      </header>
      <SummaryCard />
      <HistoryCard />
    </div>
  );
}

function SummaryCard(): ReactElement {
  const query = useBidSummary();
  const { data, error, isFetching, refetch } = query;
  useReportedAge(query);
  const texts = data && bidTexts(data.value);
  return (
    <section className={styles.panel} aria-label={overallBid.card} aria-busy={isFetching}>
      <h2>{overallBid.card}</h2>
      {texts ? (
        <dl className={`${panel.facts} ${styles.bids}`}>
          <Bid name="Current" value={texts.currentBidValue} startDate={texts.currentStartDate} />
          <Bid name="Scheduled" value={texts.scheduledBidValue} startDate={texts.scheduledStartDate} />
        </dl>
      ) : (
        <NotThere of={bidSummaryKey} error={isFetching ? null : error} onRetry={() => void refetch()} />
      )}
    </section>
  );
}

function Bid({ name, value, startDate }: { name: string; value: string; startDate: string }): ReactElement {
  return (
    <>
      <div>
        <dt>
          {name} Bid <span>(Glog)</span>
        </dt>
        <dd className={styles.value}>{value}</dd>
      </div>
      <div>
        <dt>{name} Bid Start Date</dt>
        <dd>{startDate}</dd>
      </div>
    </>
  );
}

function HistoryCard(): ReactElement {
  const { data, error, isFetching, refetch } = useBidHistory();
  return (
    <section className={styles.panel} aria-label={overallBid.history} aria-busy={isFetching}>
      <h2>{overallBid.history}</h2>
      {data ? (
        <table className={styles.history} aria-label={overallBid.history}>
          <thead>
            <tr>
              {overallBid.columns.map((column, at) => (
                <th key={column} scope="col" data-end={at === 0 || undefined}>
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {data.value.map((bid) => (
              <HistoryRow key={bid.id} bid={bid} />
            ))}
            {data.value.length === 0 ? (
              <tr>
                <td colSpan={overallBid.columns.length}>{overallBid.empty}</td>
              </tr>
            ) : null}
          </tbody>
        </table>
      ) : (
        <NotThere of={bidHistoryKey} error={isFetching ? null : error} onRetry={() => void refetch()} />
      )}
    </section>
  );
}

/** Phones hide the header: each cell has its label there (by style, read once only). */
function HistoryRow({ bid }: { bid: BidHistory }): ReactElement {
  const [value, status, startDate, createdOn, createdBy] = overallBid.columns;
  return (
    <tr data-status={bid.status}>
      <td data-end data-name={value}>
        {valueText(bid.bidValue)}
      </td>
      <td data-name={status}>{bid.status}</td>
      <td data-name={startDate}>{dateOnly(bid.startDate)}</td>
      <td data-name={createdOn}>{dateOnly(bid.createdOn)}</td>
      <td data-name={createdBy} dir="auto">
        {bid.createdByUserName ?? '-'}
      </td>
    </tr>
  );
}

function NotThere(props: { of: QueryKey; error: Error | null; onRetry: () => void }): ReactElement {
  const { of, error, onRetry } = props;
  return error ? (
    <BidNotRead error={error} onRetry={onRetry} />
  ) : (
    <p role="status">
      <LoadingText of={of}>Loading the overall bid …</LoadingText>
    </p>
  );
}
