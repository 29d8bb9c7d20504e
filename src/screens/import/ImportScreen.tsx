/** /import (C119): choose a file, review the server's preview, confirm. */

import { IconAlertTriangle, IconDownload, IconFileImport, IconUpload } from '@tabler/icons-react';
import { type DragEvent, type FormEvent, type ReactElement, useEffect, useId, useRef, useState } from 'react';
import { api } from '../../../contract/api.ts';
import {
  type ImportReport,
  type ImportState,
  maxImportBytes,
  maxRejectedListed,
} from '../../../contract/calls/imports.ts';
import type { Body } from '../../../contract/endpoint.ts';
import { parseInstant, writeInstant } from '../../../contract/params.ts';
import { ApiError } from '../../data/api-error.ts';
import { send } from '../../data/send.ts';
import { checkForm, defineForm, type FormErrors, type FormField, fieldsOf } from '../../form/define-form.ts';
import { FormFieldRow } from '../../form/FormFieldRow.tsx';
import { LeaveQuestion } from '../../form/LeaveQuestion.tsx';
import { digitsOnly, type Rule } from '../../form/rules.ts';
import { counted, formatCount, sizeText } from '../../lib/format.ts';
import { NotLoaded } from '../../objects/NotLoaded.tsx';
import { EndedSession } from '../../session/session-signal.ts';
import { openError } from '../../ui/notices.ts';
import { PlainButton } from '../../ui/PlainButton.tsx';
import { ProgressBar } from '../../ui/ProgressBar.tsx';
import panel from '../../ui/panel.module.css';
import { saveFile } from '../../ui/save-file.ts';
import shared from '../../ui/shared.module.css';
import styles from './Import.module.css';
import { type ImportHandle, type Sending, useImport } from './use-import.ts';

export default function ImportScreen(): ReactElement {
  const handle = useImport();
  const { sending, state } = handle;
  const isFree = !sending && (state === null || state.phase === 'written' || state.phase === 'failed');
  return (
    <div className={styles.screen}>
      <h1>Import messages</h1>
      <Problem handle={handle} />
      {handle.notLoaded ? (
        <section className={styles.panel} role="alert">
          <NotLoaded error={handle.notLoaded} what="the current import" onRetry={handle.loadAgain} isPart />
        </section>
      ) : null}
      {sending ? <SendingPanel sending={sending} handle={handle} /> : null}
      {!sending && state ? <StatePanel state={state} handle={handle} /> : null}
      {isFree && !handle.isLoading ? <ChooseFile isFirst={state === null} onFile={handle.send} /> : null}
      <LeaveQuestion
        isUnsaved={() => sending !== null && !sending.isStopped}
        title="Leave and cancel the upload?"
        text="The upload is discarded. Nothing is imported."
      />
    </div>
  );
}

/** Always mounted: a live region that appears with its text is not read. */
function Problem({ handle: { problem, sending } }: { handle: ImportHandle }): ReactElement {
  return (
    <div role="alert">
      {problem ? (
        <p className={styles.problem}>
          <IconAlertTriangle size={20} aria-hidden="true" />
          <span>
            {problem} {sending?.isStopped ? `${sending.file.name} is still selected.` : null}
          </span>
        </p>
      ) : null}
    </div>
  );
}

function SendingPanel({ sending, handle }: { sending: Sending; handle: ImportHandle }): ReactElement {
  const { file, bytes, isStopped } = sending;
  const words = `${sizeText(bytes)} of ${sizeText(file.size)} sent`;
  return (
    <section className={styles.panel} aria-labelledby="import-file">
      <FileHead name={file.name} facts={isStopped ? 'Not sent' : 'Uploading. Stay on this screen until it is done.'} />
      <ProgressBar label={`Sending ${file.name}`} share={bytes / file.size} text={words} />
      <p className={shared.dim}>{words}</p>
      <div className={styles.buttons}>
        {isStopped ? (
          <PlainButton look="filled" onClick={handle.sendAgain}>
            Send again
          </PlainButton>
        ) : null}
        <PlainButton onClick={handle.putAway}>Cancel</PlainButton>
      </div>
    </section>
  );
}

function StatePanel({ state, handle }: { state: ImportState; handle: ImportHandle }): ReactElement {
  const heading = useRef<HTMLHeadingElement>(null);
  const { id, phase, report } = state;
  // Focus moves to the result that the user waited for.
  const isRest = phase === 'checked' || phase === 'written' || phase === 'failed';
  const before = useRef(`${id} ${phase}`);
  useEffect(() => {
    const now = `${id} ${phase}`;
    if (isRest && before.current !== now) heading.current?.focus({ preventScroll: true });
    before.current = now;
  }, [id, phase, isRest]);
  const progress = progressText(state);
  return (
    <section className={styles.panel} aria-labelledby="import-file" data-phase={phase}>
      <FileHead
        name={state.fileName}
        facts={`${sizeText(state.size)}, started by ${state.startedBy} ${state.startedAt.slice(11, 16)}Z`}
      />
      <h2 ref={heading} tabIndex={-1} className={styles.phase}>
        {titleOf(state)}
      </h2>
      {phase === 'failed' ? <p className={shared.breaks}>{state.why}</p> : null}
      {progress ? (
        <>
          <ProgressBar label={progress.label} share={progress.share} text={progress.text} />
          <p className={shared.dim}>{progress.text}</p>
        </>
      ) : null}
      <p role="status" className="dl-hidden">
        {progress ? progress.label : ''}
      </p>
      {report && (phase === 'checked' || phase === 'written') ? (
        <>
          <ImportCounts report={report} isWritten={phase === 'written'} />
          {phase === 'checked' ? (
            <WriteForm report={report} isBusy={handle.isBusy} onWrite={handle.write} onCancel={handle.putAway} />
          ) : null}
          <ImportLeftOut id={id} fileName={state.fileName} report={report} />
        </>
      ) : null}
      {progress ? (
        <div className={styles.buttons}>
          <PlainButton onClick={handle.putAway} aria-disabled={handle.isBusy}>
            {phase === 'receiving' ? 'Discard' : 'Cancel'}
          </PlainButton>
          <span className={shared.dim}>{progress.hint}</span>
        </div>
      ) : null}
    </section>
  );
}

function FileHead({ name, facts }: { name: string; facts: string }): ReactElement {
  return (
    <header className={styles.file}>
      <IconFileImport size={20} aria-hidden="true" className={shared.accentIcon} />
      <p>
        <strong id="import-file">{name}</strong>
        <span>{facts}</span>
      </p>
    </header>
  );
}

function titleOf({ phase, report }: ImportState): string {
  switch (phase) {
    case 'receiving':
      return 'Another page started an upload';
    case 'checking':
      return 'Checking the file';
    case 'checked':
      return `Preview: ${report?.of.title ?? ''}`;
    case 'writing':
      return 'Writing';
    case 'written':
      return `Imported: ${report?.of.title ?? ''}`;
    case 'failed':
      return report?.of.kind === 'messages' ? 'The import stopped' : 'Nothing was imported';
  }
}

// ---- texts for sizes, progress and rejected rows

type ProgressText = {
  readonly label: string;
  readonly share: number;
  readonly text: string;
  readonly hint: string;
};

/** null = nothing is under way. */
export function progressText({ phase, bytes, size, rows, report }: ImportState): ProgressText | null {
  const share = Math.min(1, bytes / size);
  if (phase === 'receiving') {
    const text = `${sizeText(bytes)} of ${sizeText(size)} received`;
    return { label: 'Receiving the file', share, text, hint: 'You can then choose another file.' };
  }
  const read = rows === 0 ? 'Starting …' : `${counted(rows, 'row')} read`;
  // The last rows are read, and the database is still at work.
  const text = share < 1 ? read : `${read}. Writing to the database …`;
  if (phase === 'checking')
    return { label: 'Checking the file', share, text, hint: 'Nothing is written yet. You can close this page.' };
  if (phase !== 'writing') return null;
  const isAtOnce = report?.of.kind === 'reference';
  return {
    label: 'Writing the file',
    share,
    text,
    hint: isAtOnce
      ? 'If you cancel, nothing is imported. You can close this page.'
      : 'If you cancel, stored rows stay. Import the same file again to add the rest. You can close this page.',
  };
}

/** CSV for a spreadsheet, every value in quotes. */
export function rejectedCsv(rows: ImportReport['examples']): string {
  const quoted = (text: string | number): string => `"${String(text).replaceAll('"', '""')}"`;
  return [['line', 'reason'], ...rows.map(({ line, reason }) => [line, reason])]
    .map((row) => row.map(quoted).join(','))
    .join('\r\n');
}

/** Row counts by result. */
function ImportCounts({ report, isWritten }: { report: ImportReport; isWritten: boolean }): ReactElement {
  return (
    <>
      <dl className={`${panel.facts} ${styles.counts}`}>
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
function ImportLeftOut(props: { id: string; fileName: string; report: ImportReport }): ReactElement {
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
      {of.receivers.length > 0 ? <p className={shared.breaks}>Receivers: {of.receivers.join(', ')}</p> : null}
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
    <PlainButton onClick={() => void download()} aria-disabled={isBusy} className={shared.atStart}>
      <IconDownload size={16} aria-hidden="true" />
      {most} as CSV
    </PlainButton>
  );
}

const supportedFormats: readonly (readonly [what: string, files: string])[] = [
  [
    'Messages',
    'JSON lines from acarsdec, vdlm2dec, dumpvdl2 or dumphfdl, or decoded ADS-B frames with API field names',
  ],
  ['Airports', 'airports.csv of OurAirports'],
  ['Aircraft', 'Virtual Radar standing data; aircraftDatabase.csv of OpenSky'],
  ['Airlines, model types, routes', 'Virtual Radar standing data'],
];

function ChooseFile({ isFirst, onFile }: { isFirst: boolean; onFile: (file: File) => void }): ReactElement {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const take = (files: FileList | null): void => {
    const [file, ...more] = files ?? [];
    if (!file) return;
    const wrong = more.length > 0 ? 'Choose one file at a time.' : whatIsWrong(file);
    setProblem(wrong);
    if (wrong === null) onFile(file);
  };
  const drag = (event: DragEvent): void => {
    event.preventDefault();
    setOver(true);
  };
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is one more way; the button inside is everybody's */}
      <div
        className={styles.drop}
        data-over={isOver}
        onDragEnter={drag}
        onDragOver={drag}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          take(event.dataTransfer.files);
        }}
      >
        <IconUpload size={24} aria-hidden="true" className={shared.accentIcon} />
        <p>{isFirst ? 'Drop a file here, or' : 'Drop another file here, or'}</p>
        <PlainButton look={isFirst ? 'filled' : 'default'} onClick={() => input.current?.click()}>
          Choose file
        </PlainButton>
        <input
          ref={input}
          type="file"
          hidden
          aria-label="File to import"
          onChange={(event) => {
            take(event.target.files);
            event.target.value = ''; // so that the same file can be selected again
          }}
        />
        <p
          className={shared.dim}
        >{`Up to ${maxImportBytes / 1_048_576} MB, plain or gzip. You see a preview before anything is written.`}</p>
        <p role="alert" className={`${shared.failed} ${styles.wrong}`}>
          {problem}
        </p>
      </div>
      <dl className={styles.supportedFormats} aria-label="Supported formats">
        {supportedFormats.map(([what, files]) => (
          <div key={what}>
            <dt>{what}</dt>
            <dd>{files}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

function whatIsWrong(file: File): string | null {
  if (file.size === 0) return `${file.name} is empty.`;
  if (file.size > maxImportBytes)
    return `${file.name} is too large (${sizeText(file.size)}). Pack it with gzip, or use npm run import on the server.`;
  return null;
}

// ---- import options of a recording

const asRecorded = 'As recorded';
const asIfNow = 'Shifted so that the last message is now';

type OptionName = 'station' | 'time' | 'start';
const noOptions: Readonly<Record<OptionName, string>> = { station: '', time: asRecorded, start: '' };

const instant: Rule = (text, label) =>
  text.trim() === '' || parseInstant(text.trim()) !== null
    ? null
    : `${label} must be a date and time, such as 2026-02-01 23:58.`;

const station: FormField<OptionName> = {
  name: 'station',
  label: 'Station number',
  type: 'number',
  rules: [digitsOnly],
  hint: "Assigns the file's receivers to this station. Blank: no assignment",
};
const time: FormField<OptionName> = { name: 'time', label: 'Time', choices: [asRecorded, asIfNow] };
const start: FormField<OptionName> = {
  name: 'start',
  label: 'Received from (UTC)',
  rules: [instant],
  hint: 'For lines without a time. Blank: skip them',
};

/** Only the inputs that the file needs. */
const optionsForm = (of: ImportReport['of']) =>
  defineForm<OptionName>({
    name: 'import',
    sections:
      of.kind === 'messages'
        ? [{ title: 'Options', fields: of.withoutTime > 0 ? [station, time, start] : [station, time] }]
        : [],
    buttons: { save: 'Import' },
    failed: 'The file was not imported',
  });

function optionsOf({ station, time, start }: Readonly<Record<OptionName, string>>) {
  const startMs = parseInstant(start.trim());
  return {
    ...(station.trim() ? { station: station.trim() } : {}),
    ...(startMs === null ? {} : { start: writeInstant(startMs) }),
    ...(time === asIfNow ? { isAsIfNow: true } : {}),
  };
}

type WriteFormProps = {
  readonly report: ImportReport;
  readonly isBusy: boolean;
  readonly onWrite: (options: Body<typeof api.imports.write>) => void;
  readonly onCancel: () => void;
};

function WriteForm({ report: { of }, isBusy, onWrite, onCancel }: WriteFormProps): ReactElement {
  const id = useId();
  const [values, setValues] = useState(noOptions);
  const [errors, setErrors] = useState<FormErrors>({});
  const form = optionsForm(of);
  const usable = of.kind === 'reference' ? of.added + of.changed + of.same : of.usable + of.withoutTime;
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const found = checkForm(form, values);
    setErrors(found);
    const [first] = Object.keys(found);
    if (first) event.currentTarget.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
    else if (!isBusy) onWrite(optionsOf(values));
  };
  return (
    <form noValidate className={shared.column} aria-label="Import" onSubmit={submit}>
      <div className={styles.fields}>
        {fieldsOf(form).map((field) => (
          <FormFieldRow
            key={field.name}
            id={`${id}-${field.name}`}
            field={field}
            text={values[field.name as OptionName]}
            error={errors[field.name] ?? null}
            onText={(text) => setValues((old) => ({ ...old, [field.name]: text }))}
          />
        ))}
      </div>
      {usable === 0 ? <p>This file has no usable rows.</p> : null}
      {of.kind === 'reference' && usable > 0 && of.added + of.changed === 0 ? (
        <p>Everything in this file is already stored.</p>
      ) : null}
      <div className={styles.buttons}>
        <PlainButton type="submit" look="filled" aria-disabled={isBusy} disabled={usable === 0}>
          {form.buttons.save}
        </PlainButton>
        <PlainButton onClick={onCancel} aria-disabled={isBusy}>
          Cancel
        </PlainButton>
      </div>
    </form>
  );
}
