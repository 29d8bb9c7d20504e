/** Search panel of /statistics: inputs, SEARCH, RESET, and prompt, spinner, result or error. */
import { Loader, Tooltip } from '@mantine/core';
import { type QueryKey, useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { type FormEvent, type ReactElement, type ReactNode, useMemo, useRef, useState } from 'react';
import { parseInstant } from '../../../contract/params.ts';
import { serverNow } from '../../data/send.ts';
import type { Counted, CountedQuery } from '../../data/statistics.ts';
import { slotSearch, withSlot } from '../../lib/address-slot.ts';
import { specTexts } from '../../lib/spec-texts.ts';
import { utcClock, utcDateTime, utcMoment } from '../../lib/time.ts';
import { useSinglePress } from '../../lib/use-single-press.ts';
import { useWriteAddress } from '../../lib/use-write-address.ts';
import { DateTimeInput } from '../../list/filter/inputs/DateTimeInput.tsx';
import type { InputProps } from '../../list/filter/inputs/input-props.ts';
import { TextFilterInput } from '../../list/filter/inputs/TextFilterInput.tsx';
import { Loading } from '../../objects/ObjectPage.tsx';
import { rangeTexts, type TimeRange, useRange, writeRange } from '../../range/range.ts';
import { EndedSession } from '../../session/session-signal.ts';
import { currentUserId, draftKey, readDraftTexts, useSavedDraft } from '../../session/typed-drafts.ts';
import { PlainButton } from '../../ui/PlainButton.tsx';
import { ServerMessage } from '../../ui/ServerMessage.tsx';
import shared from '../../ui/shared.module.css';
import styles from './Statistics.module.css';

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
        queryKey={props.query(criteria ?? emptyQuery).queryKey}
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
  readonly queryKey: QueryKey;
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
        <Loading of={props.queryKey} className={styles.loading}>
          <Loader size="sm" aria-hidden="true" />
        </Loading>
      ) : null}
      {criteria && data ? (
        <>
          <p className={shared.smallDim}>
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

// ---- between inputs, address and query

/** As typed, or as in the address. */
export type PanelTexts = {
  readonly from: string;
  readonly to: string;
  readonly station: string;
  /** Width of a sector in degrees; '' = 1 (C64). */
  readonly angle: string;
};
type PanelField = keyof PanelTexts;

const windowMs = 2 * 3_600_000;

/** STAT-17: the last two hours, to the minute. */
export function usualTexts(now: number, station: string): PanelTexts {
  const text = (ms: number): string => utcDateTime(ms).slice(0, 16);
  return { from: text(now - windowMs), to: text(now), station, angle: '' };
}

/** The range of the session (OVW-04). */
const textsOfRange = (range: TimeRange, station: string): PanelTexts => {
  const [from, to] = rangeTexts(range).map((text) => text.replace('T', ' ')) as [string, string];
  return { from, to, station, angle: '' };
};

/** Field -> error. Empty = valid. Year, month, day, hour and minute are required (ERR-10). */
export function panelProblems(texts: PanelTexts): Partial<Readonly<Record<PanelField, string>>> {
  const [from, to] = [parseInstant(texts.from), parseInstant(texts.to)];
  const problems: Partial<Record<PanelField, string>> = {};
  if (from === null) problems.from = specTexts.list.incompleteDateNoArrow;
  if (to === null) problems.to = specTexts.list.incompleteDateNoArrow;
  if (from !== null && to !== null && from >= to) problems.to = 'To must be after From.';
  if (!isSectorWidth(texts.angle)) problems.angle = 'Enter a number above 0, up to 360.';
  return problems;
}

function isSectorWidth(text: string): boolean {
  if (text.trim() === '') return true;
  const degrees = Number(text);
  return Number.isFinite(degrees) && degrees > 0 && degrees <= 360;
}

/** Degrees of a sector. */
export const sectorWidth = (angle: string): number => (angle.trim() === '' ? 1 : Number(angle));

/** Wire format (C26), also used in the address. */
export function wireTexts(texts: PanelTexts): PanelTexts {
  const instant = (text: string): string => text.trim().slice(0, 16).replace(' ', 'T');
  return {
    from: instant(texts.from),
    to: instant(texts.to),
    station: texts.station.trim(),
    angle: texts.angle.trim(),
  };
}
/** Display and input format. */
export const typedTexts = (wire: PanelTexts): PanelTexts => ({
  ...wire,
  from: wire.from.replace('T', ' '),
  to: wire.to.replace('T', ' '),
});

/** Query in the panel's part of the address. null = none, or invalid. */
export function readCriteria(search: Readonly<Record<string, unknown>>): PanelTexts | null {
  const text = (name: string): string => (typeof search[name] === 'string' ? (search[name] as string) : '');
  if (search.from === undefined && search.to === undefined) return null;
  const texts = { from: text('from'), to: text('to'), station: text('station'), angle: text('angle') };
  return Object.keys(panelProblems(texts)).length === 0 ? wireTexts(texts) : null;
}

/** Blank values are omitted. */
export const writeCriteria = (criteria: PanelTexts | null): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(criteria ?? {}).filter(([, text]) => text !== ''));

/** More outlines are indistinguishable. */
const maxStations = 3;
/** `1042, 1057`: up to three stations in one chart; '' = all as one. */
export function stationsOf(text: string): readonly string[] {
  const named = text.split(/[,;\s]+/).filter(Boolean);
  return named.length === 0 ? [''] : [...new Set(named)].slice(0, maxStations);
}

/** `2026-11-20 12:50 to 2026-11-20 14:50 UTC`, as typed. */
export const periodText = ({ from, to }: Pick<PanelTexts, 'from' | 'to'>): string =>
  `${from.replace('T', ' ')} to ${to.replace('T', ' ')} UTC`;

// ---- inputs, and the query in the address

type Search = Readonly<Record<string, unknown>>;
const noTexts = {};
type Panel = {
  readonly texts: PanelTexts;
  /** Errors of fields that lost focus, or of all after a failed SEARCH. */
  readonly problems: Partial<Readonly<Record<PanelField, string>>>;
  /** null = no search yet: the prompt is shown. */
  readonly criteria: PanelTexts | null;
  readonly onText: (field: PanelField, text: string) => void;
  readonly onLeave: (field: PanelField) => void;
  /** 'same' = unchanged query, to be repeated. A field name = that field is invalid. null = the click is ignored. */
  readonly search: () => 'requested' | 'same' | PanelField | null;
  readonly reset: () => void;
};

/** `slot` = prefix of the panel's parameters in the address. */
function usePanel(slot: string): Panel {
  const search = useSearch({ strict: false }) as Search;
  const writeAddress = useWriteAddress();
  const criteria = useMemo(() => readCriteria(slotSearch(search, slot)), [search, slot]);
  // C68: the station of the address is filled in.
  const station = typeof search.stationId === 'string' ? search.stationId : '';
  const { range } = useRange();
  const usual = (of: string): PanelTexts => (range ? textsOfRange(range, of) : usualTexts(serverNow(), of));
  const requested = JSON.stringify(criteria);
  const fresh = (): PanelTexts => (criteria ? typedTexts(criteria) : usual(station));
  const [storageKey] = useState(() => draftKey(currentUserId(), `panel ${slot}`, location.pathname));
  const [restored] = useState(() => readDraftTexts(storageKey));
  const isRestored = Object.keys(restored).length > 0;
  const [isTouched, setTouched] = useState(isRestored);
  const rangeKey = range ? writeRange(range) : '';
  const [draft, setDraft] = useState(() => ({ requested, rangeKey, texts: { ...fresh(), ...restored } }));
  // Another query in the address (back, link): the inputs follow. Untouched From and To follow the range.
  if (draft.requested !== requested) setDraft({ requested, rangeKey, texts: fresh() });
  else if (draft.rangeKey !== rangeKey) {
    const { from, to } = isTouched || criteria ? draft.texts : usual(station);
    setDraft({ requested, rangeKey, texts: { ...draft.texts, from, to } });
  }
  const [left, setLeft] = useState<ReadonlySet<PanelField>>(new Set());
  const [isTyped, setTyped] = useState(isRestored);
  const counts = useSinglePress();
  const { texts } = draft;
  useSavedDraft(storageKey, isTyped ? texts : noTexts);
  const problems = panelProblems(texts);

  const go = (next: PanelTexts | null): void => {
    writeAddress((now) => withSlot(now, slot, writeCriteria(next)), 'push');
  };
  return {
    texts,
    problems: Object.fromEntries(Object.entries(problems).filter(([field]) => left.has(field as PanelField))),
    criteria,
    onText: (field, text) => {
      setTyped(true);
      if (field === 'from' || field === 'to') setTouched(true);
      setDraft((old) => ({ ...old, texts: { ...old.texts, [field]: text } }));
    },
    onLeave: (field) => setLeft((old) => new Set(old).add(field)),
    search: () => {
      if (!counts(JSON.stringify(texts))) return null;
      const [wrong] = Object.keys(problems) as PanelField[];
      if (wrong) {
        setLeft(new Set(Object.keys(problems) as PanelField[]));
        return wrong;
      }
      // Untouched they mean 'the last two hours', however long the screen is open.
      const { from, to } = criteria || isTouched ? texts : usual('');
      const next = wireTexts({ ...texts, from, to });
      if (JSON.stringify(next) === requested) return 'same';
      setTyped(false);
      go(next);
      return 'requested';
    },
    reset: () => {
      setLeft(new Set());
      setTouched(false);
      setTyped(false);
      setDraft({ requested, rangeKey, texts: usual(station) });
      if (criteria) go(null);
    },
  };
}
