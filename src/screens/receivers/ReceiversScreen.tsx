/** /receivers: every receiver with its state and counts, and how decoders send to this server (decision 62). */
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import type { Receivers } from '../../../contract/entities/receivers.ts';
import { parseInstant } from '../../../contract/params.ts';
import { receiversQuery } from '../../api/receivers.ts';
import type { ApiResponse } from '../../api/resource.ts';
import { useNow } from '../../api/use-now.ts';
import { utcMoment } from '../../lib/time.ts';
import page from '../../objects/ObjectPage.module.css';
import { ObjectPage } from '../../objects/ObjectPage.tsx';
import { Panel } from '../../objects/Panel.tsx';
import { asOfText, isCurrent } from '../../stations/station-text.ts';
import { DecoderLines } from './DecoderLines.tsx';
import { DestinationTable } from './DestinationTable.tsx';
import { ReceiverTable } from './ReceiverTable.tsx';
import { connectedText } from './receiver-text.ts';

const refreshMs = 5000;

export default function ReceiversScreen(): ReactElement {
  const query = useQuery({
    ...receiversQuery(),
    refetchInterval: refreshMs,
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
  });
  return (
    <ObjectPage query={query} title="Receivers" notFound="This server cannot manage receivers. Update it first.">
      {(response) => <Loaded response={response} />}
    </ObjectPage>
  );
}

function Loaded({ response }: { response: ApiResponse<Receivers> }): ReactElement {
  const now = useNow(refreshMs);
  const isNow = isCurrent(response, now);
  const { receivers, decoderPorts, forward = [], since } = response.value;
  const sinceMs = parseInstant(since);
  return (
    <>
      <div className={page.head}>
        <h1 className={page.title}>Receivers</h1>
        <span>{connectedText(receivers)}</span>
        {sinceMs === null ? null : <span className={page.facts}>Counts since {utcMoment(sinceMs, now)}</span>}
        <nav className={page.ways} aria-label="Receivers">
          <Link to="/stationStatus" className={page.way}>
            Station status
          </Link>
          <Link to="/addReceiver" className={page.way}>
            <IconPlus size={16} aria-hidden="true" /> Add receiver
          </Link>
        </nav>
      </div>
      {isNow ? null : <p className={page.asOf}>{asOfText(response.dataAt, now)}. The current state is unknown.</p>}
      <Panel title="Sources" isOld={!isNow}>
        {receivers.length === 0 ? (
          <p className={page.none}>Add a receiver, or set up a decoder with a line below.</p>
        ) : (
          <ReceiverTable receivers={receivers} isNow={isNow} now={now} />
        )}
      </Panel>
      {forward.length === 0 ? null : (
        <Panel title="Destinations" note="Received messages and frames are sent there" isOld={!isNow}>
          <DestinationTable destinations={forward} isNow={isNow} now={now} />
        </Panel>
      )}
      <DecoderLines ports={decoderPorts} receivers={receivers} />
    </>
  );
}
