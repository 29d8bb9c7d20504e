/** Search panel of /statistics: inputs, SEARCH, RESET, and prompt, spinner, result or error. */
import { Loader, Tooltip } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, type ReactElement, type ReactNode, useRef } from 'react';
import type { Counted, CountedQuery } from '../../api/statistics.ts';
import { specTexts } from '../../lib/spec-texts.ts';
import { utcClock, utcMoment } from '../../lib/time.ts';
import { DateTimeInput } from '../../list/filter-inputs/DateTimeInput.tsx';
import type { InputProps } from '../../list/filter-inputs/input-props.ts';
import { TextFilterInput } from '../../list/filter-inputs/TextFilterInput.tsx';
import { EndedSession } from '../../session/session-signal.ts';
import { PlainButton } from '../../ui/PlainButton.tsx';
import { ServerMessage } from '../../ui/ServerMessage.tsx';
import { type PanelField, type PanelTexts, periodText } from './panel-criteria.ts';
import styles from './SearchPanel.module.css';
import { type Panel, usePanel } from './use-panel.ts';

type SearchPanelProps<T> = {
  /** Prefix of the panel's parameters in the address. */
  readonly slot: string;
  /** Name of the form for screen readers. */
  readonly title: string;
  readonly prompt: string;
  /** Specified heading of the result. */
  readonly output?: string;
  readonly query: (criteria: PanelTexts) => CountedQuery<T>;
  readonly isEmpty: (value: T) => boolean;
  readonly children: (value: T, criteria: PanelTexts) => ReactNode;
  /** STAT-04. */
  readonly tooltip?: string;
  readonly hasAngle?: boolean;
};

/** No query yet: any other key and function, never used. */
const emptyQuery: PanelTexts = { from: '', to: '', station: '', angle: '' };

export function SearchPanel<T>(props: SearchPanelProps<T>): ReactElement {
  const { slot, title } = props;
  const panel = usePanel(slot);
  const { criteria } = panel;
  const form = useRef<HTMLFormElement>(null);
  const query = useQuery({ ...props.query(criteria ?? emptyQuery), enabled: criteria !== null });
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    const outcome = panel.search();
    if (outcome === 'same') void query.refetch();
    else if (outcome !== null && outcome !== 'requested')
      form.current?.querySelector<HTMLElement>(`#${inputId(slot, outcome)}`)?.focus();
  };
  return (
    <>
      <form ref={form} className={styles.form} noValidate aria-label={title} onSubmit={onSubmit}>
        <Field panel={panel} slot={slot} field="from" label="From" />
        <Field panel={panel} slot={slot} field="to" label="To" />
        <Field panel={panel} slot={slot} field="station" label="Station ID" placeholder="all" />
        {props.hasAngle ? (
          <Field panel={panel} slot={slot} field="angle" label="Desired angle" placeholder="1°" />
        ) : null}
        <div className={styles.buttons}>
          {props.tooltip ? (
            <Tooltip label={props.tooltip} events={{ hover: true, focus: true, touch: false }}>
              <PlainButton type="submit">{specTexts.list.search}</PlainButton>
            </Tooltip>
          ) : (
            <PlainButton type="submit">{specTexts.list.search}</PlainButton>
          )}
          <PlainButton look="subtle" onClick={panel.reset}>
            {specTexts.list.reset}
          </PlainButton>
        </div>
      </form>
      {props.output ? <h3 className={styles.output}>{props.output}</h3> : null}
      <Result
        {...props}
        criteria={criteria}
        data={criteria ? (query.data ?? null) : null}
        error={criteria ? query.error : null}
        isFetching={query.isFetching}
        onRetry={() => void query.refetch()}
      />
    </>
  );
}

const inputId = (slot: string, field: PanelField): string => `${slot}-${field}`;

function Field(props: {
  panel: Panel;
  slot: string;
  field: PanelField;
  label: string;
  placeholder?: string;
}): ReactElement {
  const { panel, slot, field, label, placeholder } = props;
  const id = inputId(slot, field);
  const problem = panel.problems[field] ?? null;
  const input: InputProps = {
    id,
    label,
    text: panel.texts[field],
    onText: (text) => panel.onText(field, text),
    onLeave: () => panel.onLeave(field),
    problem,
    isOpen: false,
    describedBy: problem === null ? undefined : `${id}-problem`,
    ...(placeholder === undefined ? {} : { placeholder }),
  };
  const isTime = field === 'from' || field === 'to';
  return (
    <div className={styles.field} data-field={field}>
      <label htmlFor={id}>{label}</label>
      {isTime ? (
        <DateTimeInput {...input} placeholder="YYYY-MM-DD HH:mm" />
      ) : (
        <TextFilterInput {...input} onCutLines={() => {}} />
      )}
      {problem === null ? null : (
        <p id={`${id}-problem`} className={styles.problem}>
          {problem}
        </p>
      )}
    </div>
  );
}

type ResultProps<T> = Pick<SearchPanelProps<T>, 'prompt' | 'isEmpty' | 'children' | 'title'> & {
  readonly criteria: PanelTexts | null;
  readonly data: Counted<T> | null;
  readonly error: Error | null;
  readonly isFetching: boolean;
  readonly onRetry: () => void;
};

function Result<T>(props: ResultProps<T>): ReactElement {
  const { criteria, data, error, isFetching, prompt } = props;
  const isFailed = error !== null && !(error instanceof EndedSession);
  return (
    <div className={styles.result} aria-busy={isFetching || undefined} data-testid={`result of ${props.title}`}>
      {/* C51d: after a failure the prompt is shown as before a search. */}
      {criteria === null || (isFailed && !data) ? <p className={styles.prompt}>{prompt}</p> : null}
      {isFailed ? (
        <p role="alert" className={styles.failed}>
          <span>
            Search failed: <ServerMessage text={error.message} />
          </span>
          <PlainButton onClick={props.onRetry}>Try again</PlainButton>
        </p>
      ) : null}
      {criteria && !data && !isFailed ? (
        <div role="status" aria-label="Loading" className={styles.loading}>
          <Loader size="sm" aria-hidden="true" />
        </div>
      ) : null}
      {criteria && data ? (
        <>
          <p className={styles.criteria}>
            {periodText(criteria)}, {criteria.station === '' ? 'all stations' : `station ${criteria.station}`}
            <span>
              {' · '}
              {data.source === 'stored'
                ? `stored, as of ${utcMoment(data.dataAt, Date.now())}`
                : `as of ${utcClock(data.dataAt)}Z`}
            </span>
          </p>
          {props.isEmpty(data.value) ? (
            <p role="status" className={styles.prompt}>
              Nothing was counted in this period{criteria.station === '' ? '' : ` for station ${criteria.station}`}.
            </p>
          ) : (
            props.children(data.value, criteria)
          )}
        </>
      ) : null}
    </div>
  );
}
