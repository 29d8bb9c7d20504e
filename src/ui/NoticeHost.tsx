/** Shows the notices, alerts and error dialog of notices.ts, before and after login. */
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconInfoCircle,
  IconPlugConnectedX,
  IconRefresh,
  IconX,
} from '@tabler/icons-react';
import { type ReactElement, useEffect } from 'react';
import { CopyButton } from './CopyButton.tsx';
import { Dialog } from './Dialog.tsx';
import styles from './NoticeHost.module.css';
import {
  alertsStore,
  closeError,
  dismissNotice,
  errorStore,
  type Notice,
  noticesStore,
  type StandingNotice,
} from './notices.ts';
import { PlainButton } from './PlainButton.tsx';
import { useValue } from './value-store.ts';

const iconOf: Readonly<Record<Notice['kind'], ReactElement>> = {
  info: <IconInfoCircle size={20} aria-hidden />,
  done: <IconCircleCheck size={20} aria-hidden />,
  warn: <IconAlertTriangle size={20} aria-hidden />,
};

export function NoticeHost(): ReactElement {
  const notices = useValue(noticesStore);
  const alert = useValue(alertsStore)[0];
  return (
    <>
      <div className={styles.stack}>
        {notices.map((notice) => (
          <NoticeCard key={notice.id} notice={notice} />
        ))}
      </div>
      {alert ? (
        <Dialog
          key={alert.id}
          role="alertdialog"
          title={alert.title}
          icon={<IconInfoCircle size={24} aria-hidden />}
          onClose={alert.close}
          footer={
            <PlainButton look="filled" data-autofocus onClick={alert.close}>
              {alert.confirm ?? 'OK'}
            </PlainButton>
          }
        >
          <p>{alert.text}</p>
        </Dialog>
      ) : null}
      {alert ? null : <ErrorDialog />}
    </>
  );
}

/** Notices of finished actions disappear. Those that need the user stay until closed. */
const doneForMs = 8000;

function NoticeCard({ notice }: { notice: StandingNotice }): ReactElement {
  const isPassing = notice.kind === 'done';
  useEffect(() => {
    if (!isPassing) return;
    const timer = setTimeout(() => dismissNotice(notice.id), doneForMs);
    return () => clearTimeout(timer);
  }, [isPassing, notice.id]);
  return (
    <div className={styles.notice} data-kind={notice.kind} role={notice.kind === 'warn' ? 'alert' : 'status'}>
      <span className={styles.icon}>{iconOf[notice.kind]}</span>
      <p className={styles.words}>
        <strong>{notice.title}</strong>
        {notice.text ? <span>{notice.text}</span> : null}
        {notice.link ? <a href={notice.link.href}>{notice.link.label}</a> : null}
      </p>
      <PlainButton look="icon" aria-label={`Close: ${notice.title}`} onClick={() => dismissNotice(notice.id)}>
        <IconX size={18} aria-hidden />
      </PlainButton>
    </div>
  );
}

/** The error dialog (ERR-01, C51): closes on a click on the backdrop, shows the server's message. */
function ErrorDialog(): ReactElement | null {
  const error = useValue(errorStore);
  if (!error) return null;
  const retry = error.retry;
  return (
    <Dialog
      role="alertdialog"
      tone="failed"
      title={error.title}
      icon={<IconPlugConnectedX size={24} aria-hidden />}
      onClose={closeError}
      footer={
        <>
          <PlainButton onClick={closeError} data-autofocus={retry ? undefined : true}>
            Close
          </PlainButton>
          {retry ? (
            <PlainButton
              look="filled"
              data-autofocus
              onClick={() => {
                closeError();
                retry();
              }}
            >
              <IconRefresh size={16} aria-hidden />
              Try again
            </PlainButton>
          ) : null}
        </>
      }
    >
      {error.isWhole ? (
        <p className={styles.whole}>{error.message}</p>
      ) : (
        <p className={styles.message}>
          The server answered: <code>{error.message}</code>
        </p>
      )}
      {error.support ? (
        <p className={styles.support}>
          <span>Details for support</span> <code>{error.support}</code>
          <CopyButton text={error.support}>Copy details</CopyButton>
        </p>
      ) : null}
    </Dialog>
  );
}
