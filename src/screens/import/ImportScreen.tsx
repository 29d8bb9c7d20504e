/** /import (C119): choose a file, review the server's preview, confirm. */
import { IconAlertTriangle, IconFileImport } from '@tabler/icons-react';
import { type ReactElement, useEffect, useRef } from 'react';
import type { ImportState } from '../../../contract/calls/imports.ts';
import { LeaveQuestion } from '../../form/LeaveQuestion.tsx';
import { sizeText } from '../../lib/format.ts';
import { PlainButton } from '../../ui/PlainButton.tsx';
import { ProgressBar } from '../../ui/ProgressBar.tsx';
import { ChooseFile } from './ChooseFile.tsx';
import styles from './Import.module.css';
import { ImportCounts, ImportLeftOut } from './ImportReportView.tsx';
import { progressText } from './import-text.ts';
import { type ImportHandle, type Sending, useImport } from './use-import.ts';
import { WriteForm } from './WriteForm.tsx';

export default function ImportScreen(): ReactElement {
  const handle = useImport();
  const { sending, state } = handle;
  const isFree = !sending && (state === null || state.phase === 'written' || state.phase === 'failed');
  return (
    <div className={styles.screen}>
      <h1>Import messages</h1>
      <Problem handle={handle} />
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
      <p className={styles.words}>{words}</p>
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
      {phase === 'failed' ? <p className={styles.why}>{state.why}</p> : null}
      {progress ? (
        <>
          <ProgressBar label={progress.label} share={progress.share} text={progress.text} />
          <p className={styles.words}>{progress.text}</p>
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
          <PlainButton onClick={handle.putAway} disabled={handle.isBusy}>
            {phase === 'receiving' ? 'Discard' : 'Cancel'}
          </PlainButton>
          <span className={styles.words}>{progress.hint}</span>
        </div>
      ) : null}
    </section>
  );
}

function FileHead({ name, facts }: { name: string; facts: string }): ReactElement {
  return (
    <header className={styles.file}>
      <IconFileImport size={20} aria-hidden="true" className={styles.icon} />
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
