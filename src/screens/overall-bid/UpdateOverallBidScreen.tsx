/** /update-overall-bid (BID-05 to BID-08). The server decides by date whether a bid is current or scheduled (C75). */
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { api } from '../../../contract/api.ts';
import { readGlog } from '../../../contract/bid-rules.ts';
import { useReportedAge } from '../../api/reported-age.ts';
import { send } from '../../api/send.ts';
import { FormScreen } from '../../form/FormScreen.tsx';
import { specTexts } from '../../lib/spec-texts.ts';
import { PlainButton } from '../../ui/PlainButton.tsx';
import { BidNotRead } from './BidNotRead.tsx';
import { type BidTexts, bidSummaryKey, bidTexts, useBidSummary } from './bid-queries.ts';
import { bidForm } from './overall-bid.form.ts';
import styles from './overall-bid.module.css';

const title = 'Update overall bid';
const details = { to: '/overall-bid-details', label: 'Back to the overall bid' } as const;

export default function UpdateOverallBidScreen(): ReactElement {
  const query = useBidSummary();
  const { data, error, isFetching, refetch } = query;
  useReportedAge(query);
  const navigate = useNavigate();
  const leave = (): Promise<void> => navigate({ to: details.to });
  if (data) return <UpdateForm texts={bidTexts(data.value)} leave={leave} />;
  return (
    <div className={styles.screen}>
      <h1>{title}</h1>
      {error && !isFetching ? (
        <BidNotRead error={error} onRetry={() => void refetch()} />
      ) : (
        <p role="status">Loading the overall bid …</p>
      )}
      <PlainButton className={styles.only} onClick={() => void leave()}>
        {specTexts.overallBid.cancel}
      </PlainButton>
    </div>
  );
}

function UpdateForm({ texts, leave }: { texts: BidTexts; leave: () => Promise<void> }): ReactElement {
  const client = useQueryClient();
  return (
    <FormScreen
      form={bidForm}
      title={title}
      initial={{ ...texts, bidValue: '', startDate: '' }}
      back={details}
      onCancel={() => void leave()}
      save={async ({ bidValue, startDate }) => {
        await send(api.overallBid.upsert, { body: { bidValue: readGlog(bidValue), startDate }, cause: 'user' });
        // Read before leaving, so that the details show what was saved.
        await client.invalidateQueries({ queryKey: bidSummaryKey });
        await leave();
      }}
    />
  );
}
