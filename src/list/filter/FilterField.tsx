import clsx from 'clsx';
import { type ChangeEvent, type ReactElement, useRef, useState } from 'react';
import type { Option, OptionSource } from '../../data/options.ts';
import { type OptionsState, useOptions } from '../../data/options.ts';
import { counted } from '../../lib/format.ts';
import { specTexts } from '../../lib/spec-texts.ts';
import { useSecond } from '../../lib/use-second.ts';
import { SuggestionInput } from '../../ui/SuggestionInput.tsx';
import { betweenLabels, type ListDefinition } from '../define-list.ts';
import type { FilterTexts } from '../state/filter-text.ts';
import { windowTexts } from '../state/time-window.ts';
import styles from './FilterPanel.module.css';
import { type FilterField, isFieldSet, paramNamesOf } from './filter-fields.ts';
import { DateTimeInput } from './inputs/DateTimeInput.tsx';
import { asTyped, type InputProps, ownAttributes } from './inputs/input-props.ts';
import inputsStyles from './inputs/inputs.module.css';
import { TextFilterInput } from './inputs/TextFilterInput.tsx';

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

/** any, true or false (C80). */
function FlagSelect(props: InputProps): ReactElement {
  return (
    <select {...ownAttributes(props)} onChange={(event) => props.onText(event.target.value)} onBlur={props.onLeave}>
      <option value="">any</option>
      <option value="true">true</option>
      <option value="false">false</option>
    </select>
  );
}

/**
 * A calendar day, with the browser's own picker (REF-06). Its text is `YYYY-MM-DD`, however the browser shows it.
 * Browsers hide an incomplete day: `onBad` reports it, and the text is then empty.
 */
function DayInput(
  props: InputProps & { readonly accessibleName: string; readonly onBad: (isBad: boolean) => void },
): ReactElement {
  return (
    <input
      {...ownAttributes(props)}
      type="date"
      aria-label={props.accessibleName}
      onInput={(event) => props.onBad(event.currentTarget.validity.badInput)}
      onChange={(event) => props.onText(event.target.value)}
      onBlur={props.onLeave}
    />
  );
}

/**
 * A number with minimum 0 (PAGE-16); a signed quantity takes a typed negative all the same (C34).
 * Browsers hide invalid input: `onBad` reports it, and the text is then empty.
 */
function NumberFilterInput(
  props: InputProps & {
    readonly unit: string | null;
    readonly hasMinimum: boolean;
    readonly accessibleName?: string;
    readonly onBad: (isBad: boolean) => void;
  },
): ReactElement {
  return (
    <span className={inputsStyles.box}>
      <input
        {...ownAttributes(props)}
        type="number"
        step="any"
        min={props.hasMinimum ? 0 : undefined}
        placeholder={props.placeholder}
        aria-label={props.accessibleName}
        onInput={(event) => props.onBad(event.currentTarget.validity.badInput)}
        onChange={(event) => props.onText(event.target.value)}
        onBlur={props.onLeave}
        // The wheel over a focused field would change it unnoticed.
        onWheel={(event) => event.currentTarget.blur()}
      />
      {props.unit ? <span className={inputsStyles.unit}>{props.unit}</span> : null}
    </span>
  );
}

const maxHeightPx = 260;

/**
 * A text with suggestions from the server. Typed text is searched as it is, so it works offline, too.
 * A selected suggestion is a unit: Backspace clears it (EXT-12).
 */
function TypeAheadInput(props: InputProps & { readonly sources: readonly OptionSource[] }): ReactElement {
  const { sources, text } = props;
  const [isOpen, setOpen] = useState(false);
  // An initial value was selected or applied before.
  const chosen = useRef(text);
  const state = useOptions(sources, text, isOpen);

  const choose = ({ value }: Option): void => {
    chosen.current = value;
    props.onText(value);
    setOpen(false);
  };
  // By input type, not by key: on-screen keyboards report no keys.
  const onChange = (event: ChangeEvent<HTMLInputElement>): void => {
    const { inputType } = event.nativeEvent as InputEvent;
    const isWhole = inputType === 'deleteContentBackward' && text !== '' && text === chosen.current;
    chosen.current = '';
    props.onText(isWhole ? '' : event.target.value);
    setOpen(true);
  };
  const onBlur = (): void => {
    setOpen(false);
    props.onLeave();
  };
  const placeholder = props.placeholder ?? placeholderOf(sources);

  return (
    <SuggestionInput
      input={{ ...ownAttributes(props), ...asTyped, placeholder, onChange, onClick: () => setOpen(true), onBlur }}
      suggestions={state.options}
      words={wordsOf(state)}
      isOpen={isOpen}
      onOpen={setOpen}
      onChoose={choose}
      maxHeight={maxHeightPx}
    />
  );
}

function placeholderOf(sources: readonly OptionSource[]): string | undefined {
  const letters = Math.min(...sources.map((source) => source.fromLetters));
  return letters > 0 ? `Type ${letters} characters for suggestions` : undefined;
}

function wordsOf(state: OptionsState): string {
  switch (state.kind) {
    case 'nothing':
      return '';
    case 'searching':
      return 'Loading suggestions …';
    case 'failed':
      return state.sentence;
    case 'options':
      if (state.options.length === 0) return 'No suggestions. Your text is searched as typed.';
      return counted(state.options.length, 'suggestion');
  }
}
