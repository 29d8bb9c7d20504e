/** The selected notice: actions, what happened, how it was delivered, and who saw and took it. Own file: a part of the screen with its own texts. */
import {
  type Icon,
  IconAccessPoint,
  IconArrowLeft,
  IconCheck,
  IconChevronDown,
  IconChevronUp,
  IconDeviceMobile,
  IconExternalLink,
  IconMail,
  IconUserCheck,
  IconUserMinus,
  IconWebhook,
} from '@tabler/icons-react';
import { Link, useRouter } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import type { Delivery, DeliveryWay, noticeActions } from '../../../contract/entities/notices.ts';
import { parseInstant } from '../../../contract/params.ts';
import type { Notice } from '../../data/notices.ts';
import { basePath } from '../../lib/base-path.ts';
import { counted, manyLines, oneLine } from '../../lib/format.ts';
import { utcMoment } from '../../lib/time.ts';
import { FlightLink, ObjectLink } from '../../objects/ObjectLink.tsx';
import objectPage from '../../objects/ObjectPage.module.css';
import { Panel } from '../../objects/ObjectPage.tsx';
import { PlainButton } from '../../ui/PlainButton.tsx';
import shared from '../../ui/shared.module.css';
import { atOf, KindMark } from './NoticeRow.tsx';
import styles from './Notices.module.css';

type Props = {
  readonly notice: Notice;
  /** Epoch ms. */
  readonly now: number;
  readonly userName: string;
  /** Why Take and Done are not possible. null = they are. */
  readonly whyNot: string | null;
  readonly onAct: (action: (typeof noticeActions)[number]) => void;
  /** null: the list is next to it. */
  readonly onBack: (() => void) | null;
  readonly onNext: (() => void) | null;
  readonly onPrevious: (() => void) | null;
};

export function NoticePanel(props: Props): ReactElement {
  const { notice, now, onBack } = props;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
    <section className={styles.panel} aria-label="Selected notice" tabIndex={0}>
      <div className={styles.head}>
        {onBack ? (
          <PlainButton look="icon" aria-label="Back to all notices" onClick={onBack}>
            <IconArrowLeft size={20} aria-hidden="true" />
          </PlainButton>
        ) : null}
        <h2>
          <KindMark notice={notice} size={22} /> {oneLine(notice.title)}
        </h2>
        <span className={styles.steps}>
          <PlainButton
            aria-label="Previous notice"
            title="Previous notice (k)"
            disabled={!props.onPrevious}
            onClick={() => props.onPrevious?.()}
          >
            <IconChevronUp size={16} aria-hidden="true" />
          </PlainButton>
          <PlainButton
            aria-label="Next notice"
            title="Next notice (j)"
            disabled={!props.onNext}
            onClick={() => props.onNext?.()}
          >
            <IconChevronDown size={16} aria-hidden="true" />
          </PlainButton>
        </span>
      </div>
      <p className={styles.who}>
        {notice.tail ? (
          <span className={shared.mono}>
            <ObjectLink to="tail" id={notice.tail} />
          </span>
        ) : null}{' '}
        {notice.flight ? (
          <span className={shared.mono}>
            <FlightLink tail={notice.tail} flight={notice.flight} at={notice.at} />
          </span>
        ) : null}{' '}
        <span className={shared.dim}>{utcMoment(atOf(notice), now)}</span>
        {notice.rule ? (
          <span className={shared.dim}>
            {' · '}Rule:{' '}
            {notice.ruleId ? (
              <Link to="/rules/$id" params={{ id: notice.ruleId }}>
                {oneLine(notice.rule)}
              </Link>
            ) : (
              oneLine(notice.rule)
            )}
          </span>
        ) : null}
      </p>
      <Actions {...props} />
      <Panel title="What happened">
        <div className={styles.happened}>
          <p>{manyLines(notice.words)}</p>
          {notice.hits > 1 ? (
            <p className={shared.dim}>
              {counted(notice.hits, 'event')} in one notice: repeats in a leg, hour or day, or too many at once.
            </p>
          ) : null}
          {notice.isLate ? (
            <p className={shared.dim}>Stored more than an hour after the event. It was sent to the inbox only.</p>
          ) : null}
        </div>
      </Panel>
      <Delivered notice={notice} now={now} />
      <History notice={notice} now={now} />
    </section>
  );
}

function Actions({ notice, userName, whyNot, onAct }: Props): ReactElement {
  const canChange = whyNot === null;
  const isDone = notice.state === 'done';
  const isOwn = notice.takenBy !== null && notice.takenBy === userName;
  return (
    <div>
      <div className={shared.buttons}>
        {isDone ? (
          <PlainButton disabled={!canChange} onClick={() => onAct('reopen')}>
            Reopen
          </PlainButton>
        ) : (
          <>
            {notice.takenBy === null ? (
              <PlainButton look="filled" disabled={!canChange} title="Take (t)" onClick={() => onAct('take')}>
                <IconUserCheck size={16} aria-hidden="true" />
                Take
              </PlainButton>
            ) : isOwn ? (
              <PlainButton disabled={!canChange} onClick={() => onAct('release')}>
                <IconUserMinus size={16} aria-hidden="true" />
                Release
              </PlainButton>
            ) : null}
            <PlainButton disabled={!canChange} title="Done (e)" onClick={() => onAct('done')}>
              <IconCheck size={16} aria-hidden="true" />
              Done
            </PlainButton>
          </>
        )}
        <EventLink notice={notice} />
      </div>
      {notice.takenBy !== null && !isOwn && !isDone ? (
        <p className={shared.dim}>Taken by {oneLine(notice.takenBy)}.</p>
      ) : null}
      {canChange ? null : <p className={shared.dim}>{whyNot}</p>}
    </div>
  );
}

/** By the start of the path. */
const eventWords: readonly (readonly [start: string, words: string])[] = [
  ['/faults', 'Open fault ledger'],
  ['/tail', 'Open aircraft'],
  ['/station', 'Open station'],
  ['/rules', 'Open rule'],
  ['/akrx', 'Open messages'],
];

function EventLink({ notice: { path } }: { notice: Notice }): ReactElement | null {
  const router = useRouter();
  // A path of this app only.
  if (!/^\/(?![/\\])/.test(path)) return null;
  return (
    <a
      href={basePath + path}
      className={objectPage.way}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        void router.navigate({ href: path });
      }}
    >
      <IconExternalLink size={16} aria-hidden="true" />
      {eventWords.find(([start]) => path.startsWith(start))?.[1] ?? 'Open event'}
    </a>
  );
}

const ways: Readonly<Record<DeliveryWay, { readonly word: string; readonly Mark: Icon }>> = {
  push: { word: 'Push', Mark: IconDeviceMobile },
  email: { word: 'Email', Mark: IconMail },
  webhook: { word: 'Webhook', Mark: IconWebhook },
  mqtt: { word: 'MQTT', Mark: IconAccessPoint },
};

function deliveryText({ state, at, reason }: Delivery, now: number): string {
  const time = utcMoment(parseInstant(at) ?? now, now);
  const why = reason ? `${oneLine(reason)}, ` : '';
  if (state === 'sent') return time;
  if (state === 'waiting') return `${why}waits until ${time}`;
  return state === 'failed' ? `${why}failed ${time}` : `${why}sent ${time}, result unknown`;
}

function Delivered({ notice, now }: Pick<Props, 'notice' | 'now'>): ReactElement {
  const deliveries = notice.deliveries ?? [];
  return (
    <Panel title="Delivered" note="to your devices and addresses">
      {deliveries.length === 0 ? (
        <p className={styles.happened}>To this inbox only.</p>
      ) : (
        <ul className={`${shared.bareList} ${styles.lines}`}>
          {deliveries.map((one) => {
            const { word, Mark } = ways[one.way];
            return (
              <li key={`${one.way} ${one.to} ${one.at}`} data-state={one.state}>
                <Mark size={16} aria-hidden="true" />
                <span>{word}</span>
                <span className={shared.dim}>{oneLine(one.to ?? '')}</span>
                <span className={styles.result}>{deliveryText(one, now)}</span>
              </li>
            );
          })}
        </ul>
      )}
    </Panel>
  );
}

const historyWords = { new: 'Notice created', seen: 'Seen', taken: 'Taken', done: 'Done' } as const;

function History({ notice, now }: Pick<Props, 'notice' | 'now'>): ReactElement | null {
  const history = notice.history ?? [];
  if (history.length === 0) return null;
  return (
    <Panel title="History">
      <ul className={`${shared.bareList} ${styles.lines}`}>
        {history.map(({ what, by, at }) => (
          <li key={`${what} ${by} ${at}`}>
            <span className={shared.dim}>{utcMoment(parseInstant(at) ?? now, now)}</span>
            <span>
              {historyWords[what]}
              {what === 'new' || by === '' ? null : ` by ${oneLine(by)}`}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
