/** What a rule would have told about stored messages: runs 400 ms after the last change, old figures stay dimmed. Own file: the right half of the editor, on a phone its bar. */
import { IconInfoCircle, IconMoon } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactElement, useEffect, useState } from 'react';
import { dayMs } from '../../../contract/durations.ts';
import {
  type RuleBody,
  type RuleFault,
  type RuleOwner,
  ruleLimits,
  type Trial,
} from '../../../contract/entities/rules.ts';
import { parseInstant } from '../../../contract/params.ts';
import { ApiError } from '../../data/api-error.ts';
import { trialQuery } from '../../data/rules.ts';
import { useNow } from '../../data/use-now.ts';
import { counted, formatCount, oneLine } from '../../lib/format.ts';
import { isoDay, utcMoment, utcShort } from '../../lib/time.ts';
import { PlainButton } from '../../ui/PlainButton.tsx';
import panel from '../../ui/panel.module.css';
import shared from '../../ui/shared.module.css';
import styles from './Editor.module.css';
import { bodyToTry } from './rule-draft.ts';

const settleMs = 400;
const tickMs = 30_000;

type TrialState = {
  readonly trial: Trial | undefined;
  /** The figures are those of an earlier version of the rule. */
  readonly isOld: boolean;
  readonly error: Error | null;
  /** Of the current version. Empty while it is tried. */
  readonly faults: readonly RuleFault[];
  readonly retry: () => void;
};

/** `body` null = the rule is incomplete: nothing is tried. */
export function useTrial(body: RuleBody | null): TrialState {
  const tried = body && bodyToTry(body);
  const key = JSON.stringify(tried);
  const [settled, setSettled] = useState({ key, tried });
  useEffect(() => {
    const timer = setTimeout(() => setSettled({ key, tried: JSON.parse(key) as RuleBody | null }), settleMs);
    return () => clearTimeout(timer);
  }, [key]);
  const query = useQuery(trialQuery(settled.tried));
  const isOld = settled.key !== key || query.isPlaceholderData || query.isFetching;
  return {
    trial: query.data,
    isOld,
    error: isOld ? null : query.error,
    faults: isOld || tried === null ? [] : (query.data?.faults ?? []),
    retry: () => void query.refetch(),
  };
}

const whom: Readonly<Record<RuleOwner, string>> = { user: 'you', company: 'your company', all: 'everyone' };
const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const msOf = (wire: string): number => parseInstant(wire) ?? 0;

/** `Monday` within six days, else `20 Nov 2026, 14:32Z`. */
function sinceWord(ms: number, now: number): string {
  if (isoDay(ms) === isoDay(now)) return utcShort(ms);
  return now - ms < 6 * dayMs ? (weekdays[new Date(ms).getUTCDay()] ?? '') : utcMoment(ms, now);
}

/** The sentence above the figures, also of the bar of a phone. */
export function trialHeadline(
  { trial, error, isOld }: TrialState,
  { isWhole, owner, now }: { readonly isWhole: boolean; readonly owner: RuleOwner; readonly now: number },
): string {
  if (!isWhole) return 'Complete the conditions to try this rule.';
  if (error)
    return error instanceof ApiError && error.unreached
      ? 'A trial needs the server.'
      : `The trial failed. ${error.message}`;
  if (!trial) return isOld ? 'Trying the rule …' : '';
  const [fault] = trial.faults;
  if (fault) return oneLine(fault.reason);
  if (trial.rows === 0 && trial.untried.length > 0) return 'This rule cannot be tried.';
  if (trial.rows === 0 && !trial.isWhole)
    return 'The server read no message within 10 s. Change the rule to try again.';
  if (trial.rows === 0) return 'No stored messages to try the rule on.';
  const times = trial.notices === 1 ? 'once' : `${formatCount(trial.notices)} times`;
  const since = trial.since === null ? '' : ` since ${sinceWord(msOf(trial.since), now)}`;
  return trial.notices === 0
    ? `Would not have notified ${whom[owner]}${since}`
    : `Would have notified ${whom[owner]} ${times}${since}`;
}

type Props = {
  readonly state: TrialState;
  readonly isWhole: boolean;
  readonly owner: RuleOwner;
  readonly isNarrow: boolean;
};

export function TrialPanel({ state, isWhole, owner, isNarrow }: Props): ReactElement {
  const now = useNow(tickMs);
  const headline = trialHeadline(state, { isWhole, owner, now });
  const { trial, isOld, error } = state;
  const isRefused = !isOld && isWhole && (trial?.faults.length ?? 0) > 0;
  const content = (
    <div className={styles.trialBody} data-old-figures={isOld || undefined}>
      {error && isWhole ? <PlainButton onClick={state.retry}>Try again</PlainButton> : null}
      {trial && isWhole && !error && trial.faults.length === 0 ? <Figures trial={trial} now={now} /> : null}
    </div>
  );
  if (isNarrow)
    return (
      <details className={styles.trialBar} aria-label="Trial">
        <summary data-refused={isRefused || undefined} data-old-figures={isOld || undefined}>
          <span aria-live="polite">{headline}</span>
        </summary>
        {content}
      </details>
    );
  return (
    <section className={styles.trial} aria-label="Trial" aria-busy={isOld}>
      <h2 className={styles.headline} data-refused={isRefused || undefined} data-old-figures={isOld || undefined}>
        {headline}
      </h2>
      {content}
    </section>
  );
}

function Figures({ trial, now }: { trial: Trial; now: number }): ReactElement {
  return (
    <>
      {trial.hits > trial.notices ? (
        <p className={shared.dim}>
          {counted(trial.hits, 'event')} in {counted(trial.notices, 'notice')}. Quiet hours and bursts join events.
        </p>
      ) : null}
      {trial.untried.map((sentence) => (
        <p key={sentence} className={shared.dim}>
          {oneLine(sentence)}
        </p>
      ))}
      {trial.rows === 0 ? null : <Rows trial={trial} now={now} />}
    </>
  );
}

function Rows({ trial, now }: { trial: Trial; now: number }): ReactElement {
  return (
    <>
      {trial.days.length > 0 ? <Bars trial={trial} now={now} /> : null}
      {trial.first.length > 0 ? (
        <div className={panel.panel}>
          <div className={panel.head}>
            <h3>Events</h3>
            <span className={shared.dim}>
              {trial.hits > trial.first.length
                ? `the newest ${trial.first.length} of ${formatCount(trial.hits)}`
                : 'newest first'}
            </span>
          </div>
          <ul className={styles.hits}>
            {trial.first.map((hit) => (
              <li key={`${hit.at} ${hit.tail} ${hit.words}`}>
                <span className={shared.dim}>{utcMoment(msOf(hit.at), now)}</span>
                <span>
                  <code>{oneLine(hit.tail ?? hit.flight ?? '')}</code>{' '}
                  {hit.tail && hit.flight ? <span className={shared.dim}>{oneLine(hit.flight)}</span> : null}
                  {hit.heldUntil ? (
                    <span className={styles.held}>
                      <IconMoon size={14} aria-hidden="true" /> held until {utcMoment(msOf(hit.heldUntil), now)}
                    </span>
                  ) : null}
                  <span className={styles.hitWords} dir="auto">
                    {oneLine(hit.words)}
                  </span>
                </span>
              </li>
            ))}
          </ul>
        </div>
      ) : null}
      <p className={styles.source}>
        <IconInfoCircle size={16} aria-hidden="true" />
        <span>
          {trial.isWhole ? 'Tried on' : 'Stopped after 10 s. Tried on'} the newest {counted(trial.rows, 'message')}
          {trial.rows >= ruleLimits.trialRows ? ', the limit of a trial' : ''}
          {trial.since === null ? '' : `, since ${utcMoment(msOf(trial.since), now)}`}.
        </span>
      </p>
    </>
  );
}

const maxBars = 14;

/** A bar per day up to today. Days without hits are drawn, too. */
function Bars({ trial, now }: { trial: Trial; now: number }): ReactElement {
  const counts = new Map(trial.days.map(({ day, hits }) => [day, hits]));
  const first = Math.max(
    now - (maxBars - 1) * dayMs,
    trial.since === null ? msOf(`${trial.days[0]?.day ?? isoDay(now)}T00:00:00Z`) : msOf(trial.since),
  );
  const days: string[] = [];
  for (let day = isoDay(first); day <= isoDay(now) && days.length < maxBars; day = isoDay(Date.parse(day) + dayMs))
    days.push(day);
  const most = Math.max(1, ...days.map((day) => counts.get(day) ?? 0));
  return (
    <div className={styles.chart}>
      <ol className={styles.bars} aria-label="Events per day">
        {days.map((day) => {
          const hits = counts.get(day) ?? 0;
          const name = weekdays[new Date(day).getUTCDay()] ?? '';
          return (
            <li key={day}>
              <span aria-hidden="true">{hits === 0 ? '–' : formatCount(hits)}</span>
              <i
                style={{ height: `${Math.round((hits / most) * 40)}px` }}
                data-today={day === isoDay(now) || undefined}
                aria-hidden="true"
              />
              <span className={shared.dim} aria-hidden="true">
                {name.slice(0, 3)}
              </span>
              <span className="dl-hidden">
                {name} {day}: {formatCount(hits)}
              </span>
            </li>
          );
        })}
      </ol>
      <p className={shared.smallDim}>events a day (UTC), today until {utcShort(now)}</p>
    </div>
  );
}
