/** /update-overall-bid (BID-05 to BID-08). The server decides by date whether a bid is current or scheduled (C75). */
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { api } from '../../../contract/api.ts';
import { readGlog } from '../../../contract/bid-rules.ts';
import { useReportedAge } from '../../data/reported-age.ts';
import { send } from '../../data/send.ts';
import { FormScreen } from '../../form/FormScreen.tsx';
import { specTexts } from '../../lib/spec-texts.ts';
import { LoadingText } from '../../objects/ObjectPage.tsx';
import { PlainButton } from '../../ui/PlainButton.tsx';
import plain from '../../ui/plain-screen.module.css';
import shared from '../../ui/shared.module.css';
import { BidNotRead, type BidTexts, bidSummaryKey, bidTexts, useBidSummary } from './BidNotRead.tsx';
import { bidForm } from './overall-bid.form.ts';

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
    <div className={plain.screen}>
      <h1>{title}</h1>
      {error && !isFetching ? (
        <BidNotRead error={error} onRetry={() => void refetch()} />
      ) : (
        <p role="status">
          <LoadingText of={bidSummaryKey}>Loading the overall bid …</LoadingText>
        </p>
      )}
      <PlainButton className={shared.atStart} onClick={() => void leave()}>
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
