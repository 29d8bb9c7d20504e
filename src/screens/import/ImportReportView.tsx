import { IconDownload } from '@tabler/icons-react';
import { type ReactElement, useState } from 'react';
import { api } from '../../../contract/api.ts';
import { type ImportReport, maxRejectedListed } from '../../../contract/calls/imports.ts';
import { ApiError } from '../../api/api-error.ts';
import { send } from '../../api/send.ts';
import { formatCount } from '../../lib/format.ts';
import { EndedSession } from '../../session/session-signal.ts';
import { openError } from '../../ui/notices.ts';
import { PlainButton } from '../../ui/PlainButton.tsx';
import { saveFile } from '../../ui/save-file.ts';
import styles from './Import.module.css';
import { rejectedCsv } from './import-text.ts';

/** Row counts by result. */
export function ImportCounts({ report, isWritten }: { report: ImportReport; isWritten: boolean }): ReactElement {
  return (
    <>
      <dl className={styles.counts}>
        {countsOf(report, isWritten).map(([label, count]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{count}</dd>
          </div>
        ))}
      </dl>
      <Facts report={report} />
    </>
  );
}

/** Skipped rows by reason. */
export function ImportLeftOut(props: { id: string; fileName: string; report: ImportReport }): ReactElement {
  const { rejected, reasons, examples, notes } = props.report;
  return (
    <>
      {rejected > 0 ? (
        <section className={styles.rejected} aria-labelledby="import-rejected">
          <h3 id="import-rejected">Rejected rows</h3>
          <CountedList counted={reasons} />
          <ExampleTable examples={examples} total={rejected} />
          <DownloadRejected id={props.id} fileName={props.fileName} count={rejected} />
        </section>
      ) : null}
      {notes.length > 0 ? (
        <section aria-labelledby="import-notes">
          <h3 id="import-notes">Skipped</h3>
          <CountedList counted={notes} />
        </section>
      ) : null}
    </>
  );
}

function countsOf({ of, rejected }: ImportReport, isWritten: boolean): [label: string, count: string][] {
  const shown = (pairs: [string, number][]): [string, string][] =>
    pairs.map(([label, count]) => [label, formatCount(count)]);
  if (of.kind === 'reference')
    return shown([
      ['New', of.added],
      ['Changed', of.changed],
      ['Unchanged', of.same],
      ['Rejected', rejected],
    ]);
  return isWritten
    ? shown([
        ['Stored', of.stored ?? 0],
        ['Already stored', of.duplicates ?? 0],
        ['Rejected', rejected],
      ])
    : shown([
        ['Usable', of.usable],
        ...(of.withoutTime > 0 ? [['Without a time', of.withoutTime] as [string, number]] : []),
        ['Rejected', rejected],
      ]);
}

/** Times and receivers of a recording. */
function Facts({ report: { of } }: { report: ImportReport }): ReactElement | null {
  if (of.kind !== 'messages') return null;
  const at = (instant: string): string => instant.replace('T', ' ');
  return (
    <>
      {of.firstAt && of.lastAt ? (
        <p>
          Received from {at(of.firstAt)} to {at(of.lastAt)}
        </p>
      ) : null}
      {of.receivers.length > 0 ? <p className={styles.long}>Receivers: {of.receivers.join(', ')}</p> : null}
      {of.claims.map((claim) => (
        <p key={claim}>{claim}</p>
      ))}
    </>
  );
}

function CountedList({ counted }: { counted: ImportReport['reasons'] }): ReactElement {
  return (
    <ul className={styles.reasons}>
      {counted.map(({ reason, count }) => (
        <li key={reason}>
          <strong>{formatCount(count)}</strong> {reason}
        </li>
      ))}
    </ul>
  );
}

function ExampleTable({ examples, total }: { examples: ImportReport['examples']; total: number }): ReactElement {
  return (
    <table className={styles.examples}>
      <caption>
        {total > examples.length ? `The first ${examples.length} of ${formatCount(total)}` : 'By line number'}
      </caption>
      <thead>
        <tr>
          <th scope="col">Line</th>
          <th scope="col">Reason</th>
        </tr>
      </thead>
      <tbody>
        {examples.map(({ line, reason }) => (
          <tr key={line}>
            <td>{line}</td>
            <td>{reason}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function DownloadRejected(props: { id: string; fileName: string; count: number }): ReactElement {
  const [isBusy, setBusy] = useState(false);
  const download = async (): Promise<void> => {
    setBusy(true);
    try {
      const { rows } = await send(api.imports.rejected, { path: { id: props.id }, cause: 'user' });
      saveFile(new Blob([rejectedCsv(rows)], { type: 'text/csv' }), `${props.fileName} rejected.csv`);
    } catch (error) {
      if (error instanceof EndedSession) return;
      const { message } = error instanceof ApiError ? error : new ApiError({ cause: error });
      openError({ title: 'The rejected rows could not be loaded', message });
    } finally {
      setBusy(false);
    }
  };
  const most = props.count > maxRejectedListed ? `The first ${formatCount(maxRejectedListed)}` : 'All of them';
  return (
    <PlainButton onClick={() => void download()} disabled={isBusy} className={styles.download}>
      <IconDownload size={16} aria-hidden="true" />
      {most} as CSV
    </PlainButton>
  );
}
