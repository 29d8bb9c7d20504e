import clsx from 'clsx';
import { type ReactElement, useState } from 'react';
import { specTexts } from '../lib/spec-texts.ts';
import { useSecond } from '../lib/use-second.ts';
import { betweenLabels, type ListDefinition } from './define-list.ts';
import styles from './FilterPanel.module.css';
import { type FilterField, isFieldSet, paramNamesOf } from './filter-fields.ts';
import { DateTimeInput } from './filter-inputs/DateTimeInput.tsx';
import { DayInput } from './filter-inputs/DayInput.tsx';
import { FlagSelect } from './filter-inputs/FlagSelect.tsx';
import type { InputProps } from './filter-inputs/input-props.ts';
import { NumberFilterInput } from './filter-inputs/NumberFilterInput.tsx';
import { TextFilterInput } from './filter-inputs/TextFilterInput.tsx';
import { TypeAheadInput } from './filter-inputs/TypeAheadInput.tsx';
import type { FilterTexts } from './filter-text.ts';
import { windowTexts } from './time-window.ts';

type FieldProps = {
  readonly list: ListDefinition;
  readonly field: FilterField;
  /** That ends now. null = From or To is applied, or the list has none. */
  readonly window: { readonly hours: number } | null;
  /** Applied values, overlaid with typed ones. */
  readonly texts: FilterTexts;
  /** Names of pending filters. */
  readonly open: FilterTexts;
  readonly problems: FilterTexts;
  readonly onText: (name: string, text: string) => void;
  readonly onLeave: (name: string) => void;
  /** Shows the description of the field below its input, not only as tooltip. */
  readonly hasMeaning: boolean;
};

/** A line of the panel: label, inputs, error or hint. The filter kind selects the input. */
export function FilterLine(props: FieldProps): ReactElement {
  const { field, texts, open, problems } = props;
  const isOpen = paramNamesOf(field).some((name) => name in open);
  const [isBad, setBad] = useState(false);
  const [isCut, setCut] = useState(false);
  const problem =
    field.names.map((name) => problems[name]).find((sentence) => sentence !== undefined) ??
    (isBad ? (field.filter.way === 'days' ? 'Enter a complete date.' : 'Enter a number.') : undefined);
  const isNegative = field.names.some((name) => (texts[name] ?? '').trim().startsWith('-'));
  const hint =
    (field.filter.signed && field.hasMinimum && isNegative ? 'Negative value, sent as typed.' : null) ??
    (isCut ? 'Only one line can be searched. The longest pasted line was kept.' : null);
  const meaning = props.hasMeaning && field.meaning !== '' ? field.meaning : null;
  const note = problem ?? hint ?? meaning;
  const isPlain = field.filter.way === 'equals' || field.filter.way === 'contains';
  const noteId = `filter-${field.id}-note`;
  return (
    <div className={clsx(styles.field, isFieldSet(field, texts) && styles.set)} data-field={field.id}>
      <label htmlFor={`filter-${field.names[0]}`} title={[field.meaning, field.names.join(', ')].join('\n').trim()}>
        {field.label}
      </label>
      <div className={styles.inputs}>
        {field.names.map((name, at) => (
          <Input
            key={name}
            {...props}
            name={name}
            at={at}
            noteId={note === null ? undefined : noteId}
            onBad={setBad}
            onCut={setCut}
          />
        ))}
        {isOpen ? <span className={isPlain ? styles.open : 'dl-hidden'}>not applied yet</span> : null}
      </div>
      {field.exists.length > 0 ? <ExistsSwitch {...props} /> : null}
      {note === null ? null : (
        <p id={noteId} className={problem ? styles.problem : hint ? styles.hint : styles.meaning}>
          {note}
        </p>
      )}
    </div>
  );
}

type PartProps = FieldProps & {
  readonly name: string;
  readonly at: number;
  readonly noteId: string | undefined;
  readonly onBad: (isBad: boolean) => void;
  readonly onCut: (isCut: boolean) => void;
};

/** C35: all parameters of the field with suffix 2. */
function ExistsSwitch({ field, texts, onText }: FieldProps): ReactElement {
  return (
    <label className={styles.exists}>
      <span className="dl-hidden">{specTexts.list.exists}</span>
      <input
        type="checkbox"
        aria-label={`${field.label}: ${specTexts.list.exists}`}
        checked={field.exists.some((name) => texts[name] === 'true')}
        onChange={(event) => {
          for (const name of field.exists) onText(name, event.currentTarget.checked ? 'true' : '');
        }}
      />
    </label>
  );
}

function Input(props: PartProps): ReactElement {
  const { field, name, at, texts } = props;
  const input: InputProps = {
    id: `filter-${name}`,
    label: field.label,
    text: texts[name] ?? '',
    onText: (text) => props.onText(name, text),
    onLeave: () => props.onLeave(name),
    problem: props.problems[name] ?? null,
    isOpen: name in props.open,
    describedBy: props.noteId,
    counts: props.list.band,
  };
  switch (field.filter.way) {
    case 'between':
      return <WindowedDateTime window={props.window} input={input} end={field.label} />;
    case 'flag':
      return <FlagSelect {...input} />;
    case 'days':
      return <DayInput {...input} onBad={props.onBad} accessibleName={`${field.label} ${at === 0 ? 'from' : 'to'}`} />;
    case 'range':
      return (
        <NumberFilterInput
          {...input}
          unit={field.unit}
          onBad={props.onBad}
          hasMinimum={field.hasMinimum}
          placeholder={at === 0 ? 'from' : 'to'}
          accessibleName={`${field.label} ${at === 0 ? 'from' : 'to'}`}
        />
      );
    default:
      if (field.typeAhead) return <TypeAheadInput {...input} sources={field.typeAhead} />;
      return field.filter.params[0]?.value === 'number' ? (
        <NumberFilterInput {...input} unit={field.unit} onBad={props.onBad} hasMinimum={field.hasMinimum} />
      ) : (
        <TextFilterInput {...input} values={field.values} onCutLines={props.onCut} />
      );
  }
}

/** TIME-06: an empty From or To shows the default window, which moves every second until a search sets its own. */
function WindowedDateTime(props: {
  window: { readonly hours: number } | null;
  input: InputProps;
  end: string;
}): ReactElement {
  const { window, input, end } = props;
  if (window) return <MovingDateTime {...input} window={window} isFrom={end === betweenLabels[0]} />;
  return <DateTimeInput {...input} placeholder={end === betweenLabels[0] ? 'YYYY-MM-DD HH:mm' : 'now'} />;
}

function MovingDateTime({
  window,
  isFrom,
  ...input
}: InputProps & { window: { readonly hours: number }; isFrom: boolean }): ReactElement {
  const [from, to] = windowTexts(window, useSecond());
  return <DateTimeInput {...input} placeholder={isFrom ? from : to} />;
}
