/** Filter panel: every declared filter, in groups. Input is a draft until SEARCH. */

import { Drawer } from '@mantine/core';
import { IconChevronDown, IconChevronRight, IconX } from '@tabler/icons-react';
import clsx from 'clsx';
import { type FormEvent, type ReactElement, useRef, useState } from 'react';
import { upTo } from '../../lib/breakpoints.ts';
import { specTexts } from '../../lib/spec-texts.ts';
import { useMedia } from '../../lib/use-media.ts';
import { FindInput } from '../../ui/FindInput.tsx';
import { PlainButton } from '../../ui/PlainButton.tsx';
import sharedStyles from '../../ui/shared.module.css';
import { useListModel } from '../list-model.ts';
import type { FilterTexts } from '../state/filter-text.ts';
import { draftProblems } from '../state/list-state.ts';
import { FilterLine } from './FilterField.tsx';
import styles from './FilterPanel.module.css';
import {
  chipsOf,
  type FilterField,
  fieldsWith,
  filterFields,
  filterText,
  isFieldSet,
  paramNamesOf,
} from './filter-fields.ts';

const groupsOf = (fields: readonly FilterField[]): readonly string[] => [
  ...new Set(fields.map((field) => field.group)),
];
/** On phones, groups of panels with more fields are collapsed, so that all group names are visible. */
const fieldsAtOnce = 40;

export function FilterPanel(): ReactElement {
  const { list, typed, isNarrow } = useListModel();
  return (
    <Drawer.Root
      opened={typed.isPanelOpen}
      onClose={() => typed.setPanelOpen(false)}
      position="right"
      size={isNarrow ? '100%' : 640}
      // Its own class would also apply to the wrapper.
      classNames={{ content: styles.content ?? '' }}
      removeScrollProps={{ enabled: false }}
    >
      <Drawer.Overlay backgroundOpacity={0.25} />
      <Drawer.Content aria-label={`Filter: ${list.title}`}>
        <PanelForm />
      </Drawer.Content>
    </Drawer.Root>
  );
}

function PanelForm(): ReactElement {
  const { list, state, data, typed, search, reset } = useListModel();
  const { draft, open } = typed;
  const applied = state.filters;
  const [words, setWords] = useState('');
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const form = useRef<HTMLFormElement>(null);
  const fields = filterFields(list);
  const texts = { ...applied, ...draft };
  // Without space for the index next to the fields, their headings collapse.
  const isPhone = useMedia(upTo('xs'));
  const [folded, setFolded] = useState(() => foldedAtFirst(fields, texts));
  const isLookedFor = words.trim() !== '';
  const shown = fieldsWith(fields, words);
  const problems = draftProblems(list, applied, draft);
  const shownProblems = Object.fromEntries(Object.entries(problems).filter(([name]) => left.has(name)));

  /** Shows a group and focuses one of its fields, by default the first. */
  const goTo = (group: string, name?: string): void => {
    if (name !== undefined) setWords('');
    setFolded((old) => new Set([...old].filter((one) => one !== group)));
    // After they render.
    requestAnimationFrame(() => focusField(form.current, group, name));
  };
  const goToField = (name: string): void => goTo(fields.find((field) => field.names.includes(name))?.group ?? '', name);

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const bad = form.current?.querySelectorAll<HTMLInputElement>('input[type="number"], input[type="date"]') ?? [];
    const unreadable = [...bad].find((input) => input.validity.badInput);
    const [wrong] = Object.keys(problems);
    if (unreadable) {
      unreadable.focus();
      return;
    }
    if (wrong === undefined) {
      search();
      return;
    }
    setLeft(new Set(Object.keys(problems)));
    goToField(wrong);
  };
  const isSet = (field: FilterField): boolean => isFieldSet(field, texts);
  const openCount = fields.filter((field) => paramNamesOf(field).some((name) => name in open)).length;

  return (
    <form ref={form} className={styles.panel} onSubmit={submit} noValidate aria-label={`Filter ${list.noun[1]}`}>
      <div className={styles.top}>
        <h2>Filter {list.noun[1]}</h2>
        <PlainButton look="icon" aria-label="Close filter" onClick={() => typed.setPanelOpen(false)}>
          <IconX size={18} aria-hidden="true" />
        </PlainButton>
        <FilterFind
          words={words}
          onWords={setWords}
          onEnter={() => form.current?.querySelector<HTMLElement>(`.${styles.fields} ${firstInput}`)?.focus()}
        />
      </div>
      <div className={styles.middle}>
        <nav className={styles.index} aria-label="Groups of fields">
          {groupsOf(shown).map((group) => (
            <a
              key={group}
              href={`#group-${group}`}
              onClick={(event) => {
                event.preventDefault(); // the address belongs to the list's state
                goTo(group);
              }}
            >
              <span>{group}</span>
              <GroupCount fields={shown.filter((field) => field.group === group && isSet(field))} />
            </a>
          ))}
        </nav>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard */}
        <div className={styles.fields} tabIndex={0} role="group" aria-label="Fields">
          {groupsOf(shown).map((group) => (
            <FieldGroup
              key={group}
              name={group}
              members={shown.filter((field) => field.group === group)}
              texts={texts}
              // Fields found by name are shown.
              isFolded={isPhone ? folded.has(group) && !isLookedFor : null}
              onFold={() => setFolded((old) => toggled(old, group))}
            >
              {(field) => (
                <FilterLine
                  key={field.id}
                  list={list}
                  field={field}
                  window={data.request.window}
                  texts={texts}
                  open={open}
                  problems={shownProblems}
                  onText={typed.type}
                  onLeave={(name) => setLeft((old) => new Set(old).add(name))}
                  hasMeaning={isLookedFor}
                />
              )}
            </FieldGroup>
          ))}
          {shown.length === 0 ? (
            <p className={styles.none}>No matching field. Enter the name of a field, not its value.</p>
          ) : null}
        </div>
      </div>
      <SetFields
        fields={fields}
        texts={texts}
        open={open}
        onGoTo={(field) => goToField(field.names[0] ?? '')}
        onText={typed.type}
      />
      <div className={styles.bottom}>
        <p role="status">
          <strong>{chipsOf(list, applied).length} applied</strong>
          <span className={styles.openCount}>{openCount > 0 ? `${openCount} not applied yet` : ''}</span>
        </p>
        <PlainButton look="subtle" onClick={reset}>
          {specTexts.list.reset}
        </PlainButton>
        <PlainButton look="filled" type="submit">
          {specTexts.list.search}
        </PlainButton>
      </div>
    </form>
  );
}

/** Groups with fields in use stay expanded. */
function foldedAtFirst(fields: readonly FilterField[], texts: FilterTexts): ReadonlySet<string> {
  if (fields.length <= fieldsAtOnce) return new Set();
  const open = new Set(fields.filter((field) => isFieldSet(field, texts)).map((field) => field.group));
  return new Set(groupsOf(fields).filter((group) => !open.has(group)));
}

function toggled(set: ReadonlySet<string>, name: string): ReadonlySet<string> {
  const next = new Set(set);
  if (!next.delete(name)) next.add(name);
  return next;
}

function GroupCount({ fields }: { fields: readonly FilterField[] }): ReactElement | null {
  return fields.length > 0 ? <b>{fields.length}</b> : null;
}

const firstInput = ':is(input, select):not([type="checkbox"])';
function focusField(form: HTMLElement | null, group: string, name: string | undefined): void {
  const there = form?.querySelector<HTMLElement>(`[data-group="${CSS.escape(group)}"]`);
  const input = there?.querySelector<HTMLElement>(name === undefined ? firstInput : `#filter-${CSS.escape(name)}`);
  if (name === undefined) there?.scrollIntoView({ block: 'start' });
  input?.focus({ preventScroll: name === undefined });
}

/** A group of fields with the number of those in use. `isFolded` null = not collapsible. */
function FieldGroup(props: {
  name: string;
  members: readonly FilterField[];
  texts: FilterTexts;
  isFolded: boolean | null;
  onFold: () => void;
  children: (field: FilterField) => ReactElement;
}): ReactElement {
  const { name, members, texts, isFolded } = props;
  const hasExists = members.some((field) => field.exists.length > 0);
  const title = (
    <>
      {name}{' '}
      <span className={styles.count}>
        {members.filter((field) => isFieldSet(field, texts)).length} of {members.length} set
      </span>
    </>
  );
  return (
    <fieldset className={styles.group} data-group={name} data-exists={hasExists || undefined}>
      <legend>
        {isFolded === null ? (
          <span>
            {title}
            {hasExists ? (
              <span className={styles.existsHead} aria-hidden="true">
                {specTexts.list.exists}
              </span>
            ) : null}
          </span>
        ) : (
          <button type="button" className={styles.fold} aria-expanded={!isFolded} onClick={props.onFold}>
            <span>{title}</span>
            {isFolded ? (
              <IconChevronRight size={18} aria-hidden="true" />
            ) : (
              <IconChevronDown size={18} aria-hidden="true" />
            )}
          </button>
        )}
      </legend>
      {isFolded ? null : members.map(props.children)}
    </fieldset>
  );
}

/** Filters the fields by name. Enter and arrow down move to the first match without a search. */
function FilterFind(props: {
  readonly words: string;
  readonly onWords: (words: string) => void;
  readonly onEnter: () => void;
}): ReactElement {
  const { words, onWords } = props;
  return (
    <FindInput
      className={styles.find}
      label="Find a field"
      words={words}
      onWords={onWords}
      data-autofocus
      // Esc clears the text first, then closes the panel.
      data-mantine-stop-propagation={words !== ''}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onWords('');
        if (event.key !== 'Enter' && event.key !== 'ArrowDown') return;
        event.preventDefault();
        props.onEnter();
      }}
    >
      <kbd>/</kbd>
    </FindInput>
  );
}

/** Fields in use of a long panel, always in view. A click moves to the field, the cross clears it. */
function SetFields(props: {
  readonly fields: readonly FilterField[];
  /** Applied values, overlaid with typed ones. */
  readonly texts: FilterTexts;
  /** Names of pending filters. */
  readonly open: FilterTexts;
  readonly onGoTo: (field: FilterField) => void;
  readonly onText: (name: string, text: string) => void;
}): ReactElement {
  const { texts, open } = props;
  const isOpen = (field: FilterField): boolean => paramNamesOf(field).some((name) => name in open);
  const shown = props.fields.filter((field) => isFieldSet(field, texts) || isOpen(field));
  return (
    <div className={styles.setFields} role="group" aria-label="Fields in use">
      {shown.length === 0 ? <span className={sharedStyles.dim}>No fields in use.</span> : null}
      {shown.map((field) => (
        <span key={field.id} className={clsx(styles.setField, isOpen(field) && styles.setOpen)}>
          <button type="button" className={styles.goTo} onClick={() => props.onGoTo(field)}>
            {field.label} <b dir="auto">{filterText(field, texts) || 'cleared'}</b>
            {isOpen(field) ? <span className="dl-hidden">, not applied yet</span> : null}
          </button>
          {isFieldSet(field, texts) ? (
            <button
              type="button"
              aria-label={`Clear ${field.label}`}
              onClick={() => {
                for (const name of paramNamesOf(field)) props.onText(name, '');
              }}
            >
              <IconX size={14} aria-hidden="true" />
            </button>
          ) : null}
        </span>
      ))}
    </div>
  );
}
