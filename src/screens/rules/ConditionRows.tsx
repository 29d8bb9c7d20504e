/** Conditions of a rule as rows: field, values or range, reason of a refusal. Own file: a list of its own, used for the conditions and the ignore list. */
import { IconPlus, IconX } from '@tabler/icons-react';
import { type ReactElement, type ReactNode, Suspense, useEffect, useId, useMemo, useRef, useState } from 'react';
import { meaningKinds } from '../../../contract/entities/meaning.ts';
import { type ConditionField, ruleLimits, type ValueField } from '../../../contract/entities/rules.ts';
import { ataChapters } from '../../../decoder/faults/ata-chapters.ts';
import { formatCount } from '../../lib/format.ts';
import { kindWords } from '../../objects/kind-words.ts';
import { mayReadFaults } from '../../objects/rules/ready-made.ts';
import { fieldNames, isValueField, valueText } from '../../objects/rules/rule-text.ts';
import { useAudience } from '../../session/use-session.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { PlainButton } from '../../ui/PlainButton.tsx';
import shared from '../../ui/shared.module.css';
import { ToggleChip } from '../../ui/ToggleChip.tsx';
import styles from './Editor.module.css';
import { type ConditionDraft, newCondition, readPoints, valuesIn, withValues } from './rule-draft.ts';

const faults = 'Faults';
const groups: readonly (readonly [string, readonly ConditionField[]])[] = [
  ['Text', ['words', 'expression', 'kind', 'label', 'sublabel', 'element', 'answer']],
  ['Aircraft', ['tail', 'flight', 'icao', 'airline', 'type', 'operator', 'from', 'to', 'altitude', 'speed', 'squawk']],
  [faults, ['newFault', 'chapter', 'class', 'severity', 'phase']],
  ['Places and events', ['station', 'area', 'emergency', 'arrival', 'firstReceived', 'silent', 'count']],
];

/** Shown until the row has a value. */
const hints: Readonly<Partial<Record<ConditionField, string>>> = {
  words: 'Whole words or phrases. Case does not matter.',
  expression: `RE2 syntax, with at least ${ruleLimits.literal} literal characters in a row.`,
  element: 'Such as DM56 or UM20.',
  answer: 'Response that an uplink requires, such as W/U.',
  tail: 'End with * to match the start, such as D-AZ*.',
  flight: 'End with * to match the start, such as DLH*.',
  squawk: 'Four digits, 0 to 7.',
  station: 'Number of a station, or name of a receiver.',
  from: 'Airport code, ICAO or IATA.',
  to: 'Airport code, ICAO or IATA.',
  airline: 'Name or code.',
  type: 'Type code, such as A320.',
  chapter: 'Two digits, such as 36.',
};
/** What a condition without values means. */
const meanings: Readonly<Partial<Record<ConditionField, string>>> = {
  emergency: 'Squawk 7500, 7600 or 7700, an emergency state of ADS-B, an ADS-C emergency, a CPDLC MAYDAY or PAN.',
  newFault: 'An aircraft reports a fault for the first time, or again after it was closed.',
  arrival: 'A watched aircraft is about to land, or has landed.',
};

type Suggested = { readonly value: string; readonly meaning?: string };
const suggestions: Readonly<Partial<Record<ValueField, readonly Suggested[]>>> = {
  chapter: Object.entries(ataChapters)
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([value, meaning]) => ({ value, meaning })),
  squawk: [
    { value: '7500', meaning: 'Unlawful interference' },
    { value: '7600', meaning: 'Radio failure' },
    { value: '7700', meaning: 'Emergency' },
  ],
  answer: ['W/U', 'A/N', 'R', 'Y', 'N', 'NE'].map((value) => ({ value })),
};

/** Without its code the points are typed. */
const AreaMap = lazyPart(() => import('./AreaMap.tsx'));
const noPoints: readonly never[] = [];

type RowsProps = {
  readonly title: string;
  readonly note?: string;
  /** In names of inputs: `Condition 1`, `Exception 1`. */
  readonly noun: string;
  readonly rows: readonly ConditionDraft[];
  /** Reason by index of the row. */
  readonly reasons: ReadonlyMap<number, string>;
  readonly onRows: (change: (rows: readonly ConditionDraft[]) => readonly ConditionDraft[]) => void;
};

export function ConditionRows({ title, note, noun, rows, reasons, onRows }: RowsProps): ReactElement {
  const heading = useId();
  const box = useRef<HTMLElement>(null);
  const [addedKey, setAddedKey] = useState<number | null>(null);
  // The new row is typed in next.
  useEffect(() => {
    if (addedKey !== null) box.current?.querySelector<HTMLElement>(`[data-row="${addedKey}"] select`)?.focus();
  }, [addedKey]);
  const add = (): void => {
    const row = newCondition('words');
    onRows((old) => [...old, row]);
    setAddedKey(row.key);
  };
  const remove = (key: number): void => {
    onRows((old) => old.filter((row) => row.key !== key));
    box.current?.querySelector<HTMLElement>('[data-add]')?.focus();
  };
  return (
    <section ref={box} className={styles.part} aria-labelledby={heading}>
      <h2 id={heading}>
        {title} {note ? <span className={shared.lightDim}>{note}</span> : null}
      </h2>
      {rows.length > 0 ? (
        <ul className={styles.conditions}>
          {rows.map((row, at) => (
            <ConditionRow
              key={row.key}
              row={row}
              name={`${noun} ${at + 1}`}
              reason={reasons.get(at) ?? null}
              onRow={(next) => onRows((old) => old.map((one) => (one.key === row.key ? next(one) : one)))}
              onRemove={() => remove(row.key)}
            />
          ))}
        </ul>
      ) : null}
      <PlainButton
        look="subtle"
        className={shared.atStart}
        data-add
        disabled={rows.length >= ruleLimits.conditions}
        onClick={add}
      >
        <IconPlus size={16} aria-hidden="true" />
        Add {noun.toLowerCase()}
      </PlainButton>
    </section>
  );
}

type RowProps = {
  readonly row: ConditionDraft;
  readonly name: string;
  readonly reason: string | null;
  readonly onRow: (change: (row: ConditionDraft) => ConditionDraft) => void;
  readonly onRemove: () => void;
};

function ConditionRow({ row, name, reason, onRow, onRemove }: RowProps): ReactElement {
  const id = useId();
  const { field } = row;
  const label = `${name}, ${fieldNames[field]}`;
  const hasFaults = mayReadFaults(useAudience());
  const offered = groups.filter(([group, fields]) => group !== faults || hasFaults || fields.includes(field));
  const set = (change: Partial<ConditionDraft>): void => onRow((old) => ({ ...old, ...change }));
  const hint = isValueField(field) && row.values.length === 0 ? hints[field] : meanings[field];
  const input = { label, isWrong: reason !== null, noteId: reason || hint ? `${id}-note` : undefined };
  return (
    <li className={styles.condition} data-row={row.key}>
      <select
        className={styles.field}
        aria-label={`Field of ${name.toLowerCase()}`}
        value={field}
        onChange={(event) => set({ field: event.target.value as ConditionField })}
      >
        {offered.map(([group, fields]) => (
          <optgroup key={group} label={group}>
            {fields.map((one) => (
              <option key={one} value={one}>
                {fieldNames[one]}
              </option>
            ))}
          </optgroup>
        ))}
      </select>
      <div className={styles.values}>
        <Values row={row} onRow={onRow} set={set} {...input} />
        {reason ? (
          <p id={`${id}-note`} className={styles.reason} role="alert">
            {reason}
          </p>
        ) : hint ? (
          <p id={`${id}-note`} className={shared.smallDim}>
            {hint}
          </p>
        ) : null}
      </div>
      <PlainButton look="icon" aria-label={`Remove ${label}`} onClick={onRemove}>
        <IconX size={16} aria-hidden="true" />
      </PlainButton>
    </li>
  );
}

type InputProps = {
  readonly row: ConditionDraft;
  readonly onRow: RowProps['onRow'];
  readonly set: (change: Partial<ConditionDraft>) => void;
  readonly label: string;
  readonly isWrong: boolean;
  readonly noteId: string | undefined;
};

function Values(props: InputProps): ReactNode {
  const { row, set, label, isWrong, noteId } = props;
  const text = (name: 'min' | 'max' | 'days' | 'minutes' | 'atLeast', what: string, placeholder = ''): ReactElement => (
    <input
      className={styles.number}
      aria-label={`${label}, ${what}`}
      aria-invalid={isWrong || undefined}
      aria-describedby={noteId}
      inputMode="numeric"
      autoComplete="off"
      maxLength={12}
      placeholder={placeholder}
      value={row[name]}
      onChange={(event) => set({ [name]: event.target.value })}
    />
  );
  switch (row.field) {
    case 'kind':
      return <Kinds {...props} />;
    case 'altitude':
    case 'speed': {
      const unit = row.field === 'altitude' ? 'ft' : 'kt';
      return (
        <span className={styles.line}>
          {text('min', `minimum, ${unit}`, 'min')} to {text('max', `maximum, ${unit}`, 'max')} {unit}
        </span>
      );
    }
    case 'area':
      return <Area {...props} />;
    case 'firstReceived':
      return <span className={styles.line}>in {text('days', 'days', 'ever')} d</span>;
    case 'silent':
      return (
        <span className={styles.line}>
          <select
            className={styles.field}
            aria-label={`${label}, of`}
            value={row.of}
            onChange={(event) => set({ of: event.target.value === 'station' ? 'station' : 'tail' })}
          >
            <option value="tail">Aircraft</option>
            <option value="station">Station</option>
          </select>
          for {text('minutes', 'minutes', row.of === 'station' ? 'by its status' : '')} min
        </span>
      );
    case 'count':
      return (
        <span className={styles.line}>
          {text('atLeast', 'events')} or more in {text('minutes', 'minutes')} min
        </span>
      );
    case 'emergency':
    case 'newFault':
    case 'arrival':
      return null;
    default:
      return <Pills {...props} field={row.field} />;
  }
}

/** Corners as text, and the same on a map. */
function Area({ row: { points }, onRow, set, label, isWrong, noteId }: InputProps): ReactElement {
  const corners = useMemo(() => readPoints(points) ?? noPoints, [points]);
  return (
    <>
      <textarea
        className={styles.points}
        aria-label={`${label}, points`}
        aria-invalid={isWrong || undefined}
        aria-describedby={noteId}
        rows={4}
        spellCheck={false}
        autoComplete="off"
        maxLength={4000}
        placeholder={'Latitude, longitude of a corner on each line\n46.77, 23.62'}
        value={points}
        onChange={(event) => set({ points: event.target.value })}
      />
      <Suspense fallback={<div className={styles.mapPlace} />}>
        <AreaMap
          label={label}
          corners={corners}
          onCorner={({ lat, lon }) =>
            onRow((old) => ({ ...old, points: `${old.points.trimEnd()}\n${lat}, ${lon}`.trimStart() }))
          }
        />
      </Suspense>
    </>
  );
}

function Kinds({ row, onRow, label }: InputProps): ReactElement {
  const toggle = (kind: string): void =>
    onRow((old) => ({
      ...old,
      values: old.values.includes(kind) ? old.values.filter((one) => one !== kind) : [...old.values, kind],
    }));
  return (
    <fieldset className={styles.kinds}>
      <legend className="dl-hidden">{label}</legend>
      {meaningKinds.map((kind) => (
        <ToggleChip key={kind} isOn={row.values.includes(kind)} onToggle={() => toggle(kind)}>
          {kindWords[kind]}
        </ToggleChip>
      ))}
    </fieldset>
  );
}

/** Values as pills. Enter, and a comma after a code, add the typed value; leaving the input does, too. */
function Pills({
  field,
  row,
  onRow,
  label,
  isWrong,
  noteId,
}: InputProps & { readonly field: ValueField }): ReactElement {
  const listId = useId();
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  const { values } = row;
  const isFull = values.length >= ruleLimits.values;
  const add = (text: string): void => {
    setTyped('');
    const added = valuesIn(field, text);
    if (added.length > 0) onRow((old) => ({ ...old, values: withValues(old.values, added) }));
  };
  const drop = (value: string): void => {
    onRow((old) => ({ ...old, values: old.values.filter((one) => one !== value) }));
    input.current?.focus();
  };
  return (
    <div className={styles.pills} data-wrong={isWrong || undefined}>
      {values.map((value) => (
        <span key={value} className={styles.pill} dir="auto">
          {valueText(field, value)}
          <button type="button" aria-label={`Remove ${valueText(field, value)}`} onClick={() => drop(value)}>
            <IconX size={12} aria-hidden="true" />
          </button>
        </span>
      ))}
      {isFull ? (
        <span className={shared.smallDim}>{formatCount(ruleLimits.values)} values, the limit</span>
      ) : (
        <input
          ref={input}
          aria-label={label}
          aria-invalid={isWrong || undefined}
          aria-describedby={noteId}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={ruleLimits.value}
          list={suggestions[field] ? listId : undefined}
          placeholder={values.length === 0 ? 'Type a value, then Enter' : ''}
          value={typed}
          onChange={({ target: { value } }) =>
            /[,;]$/.test(value) && valuesIn(field, 'a,b').length > 1 ? add(value) : setTyped(value)
          }
          onPaste={(event) => {
            const pasted = event.clipboardData.getData('text');
            if (valuesIn(field, pasted).length < 2) return;
            event.preventDefault();
            add(pasted);
          }}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) {
              event.preventDefault();
              add(typed);
            }
            const last = values.at(-1);
            if (event.key === 'Backspace' && typed === '' && last !== undefined) drop(last);
          }}
          onBlur={() => add(typed)}
        />
      )}
      {suggestions[field] ? (
        <datalist id={listId}>
          {suggestions[field].map(({ value, meaning }) => (
            <option key={value} value={value}>
              {meaning}
            </option>
          ))}
        </datalist>
      ) : null}
    </div>
  );
}
