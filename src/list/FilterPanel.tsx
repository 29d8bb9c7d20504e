/**
 * The filter panel: every filter that the contract declares, found by name, in groups with counts; SEARCH and RESET always in sight.
 * Must not: apply anything by itself. What is typed is a draft until SEARCH.
 */
import { Drawer } from '@mantine/core';
import { IconChevronDown, IconChevronRight, IconSearch, IconX } from '@tabler/icons-react';
import { type FormEvent, type ReactElement, useRef, useState } from 'react';
import { specTexts } from '../lib/spec-texts.ts';
import { PlainButton } from '../ui/PlainButton.tsx';
import type { ListDefinition } from './define-list.ts';
import { FilterLine } from './FilterField.tsx';
import styles from './FilterPanel.module.css';
import { chipsOf, type FilterField, filterFields, isFieldSet, paramNamesOf } from './filter-words.ts';
import { draftProblems, type FilterTexts, notApplied } from './list-state.ts';

export type PanelProps = {
  readonly list: ListDefinition;
  readonly isOpened: boolean;
  readonly onClose: () => void;
  readonly isNarrow: boolean;
  readonly applied: FilterTexts;
  readonly draft: FilterTexts;
  readonly onText: (name: string, text: string) => void;
  /** Called only with a draft that can be sent. */
  readonly onSearch: () => void;
  readonly onReset: () => void;
};

const groupsOf = (fields: readonly FilterField[]): readonly string[] => [
  ...new Set(fields.map((field) => field.group)),
];
const holds = (field: FilterField, words: string): boolean =>
  [field.label, field.group, ...paramNamesOf(field)].some((text) =>
    text.toLowerCase().includes(words.trim().toLowerCase()),
  );

export function FilterPanel(props: PanelProps): ReactElement {
  return (
    <Drawer.Root
      opened={props.isOpened}
      onClose={props.onClose}
      position="right"
      size={props.isNarrow ? '100%' : 640}
      // Its own class would land on the element around it too.
      classNames={{ content: styles.content ?? '' }}
      removeScrollProps={{ enabled: false }}
    >
      <Drawer.Overlay backgroundOpacity={0.25} />
      <Drawer.Content aria-label={`Filter: ${props.list.title}`}>
        <PanelForm {...props} />
      </Drawer.Content>
    </Drawer.Root>
  );
}

function PanelForm(props: PanelProps): ReactElement {
  const { list, applied, draft } = props;
  const [words, setWords] = useState('');
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set());
  const form = useRef<HTMLFormElement>(null);
  const fields = filterFields(list);
  const shown = words.trim() === '' ? fields : fields.filter((field) => holds(field, words));
  const problems = draftProblems(list, applied, draft);
  const shownProblems = Object.fromEntries(Object.entries(problems).filter(([name]) => left.has(name)));
  const open = notApplied(list, applied, draft);
  const texts = { ...applied, ...draft };

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
      props.onSearch();
      return;
    }
    setLeft(new Set(Object.keys(problems)));
    setWords('');
    setFolded(new Set());
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>(`#filter-${CSS.escape(wrong)}`)?.focus());
  };
  const isSet = (field: FilterField): boolean => isFieldSet(field, texts);
  const openCount = fields.filter((field) => paramNamesOf(field).some((name) => name in open)).length;

  return (
    <form ref={form} className={styles.panel} onSubmit={submit} noValidate aria-label={`Filter ${list.noun[1]}`}>
      <div className={styles.top}>
        <h2>Filter {list.noun[1]}</h2>
        <PlainButton look="icon" aria-label="Close the filter" onClick={props.onClose}>
          <IconX size={18} aria-hidden="true" />
        </PlainButton>
        <div className={styles.find}>
          <IconSearch size={16} aria-hidden="true" />
          <input
            data-autofocus
            type="search"
            aria-label={`Find one of ${fields.length} fields`}
            placeholder={`Find one of ${fields.length} fields`}
            value={words}
            onChange={(event) => setWords(event.target.value)}
          />
          <kbd>/</kbd>
        </div>
      </div>
      <div className={styles.middle}>
        <nav className={styles.index} aria-label="Groups of fields">
          {groupsOf(shown).map((group) => (
            <a key={group} href={`#group-${group}`} onClick={(event) => goToGroup(event, form.current, group)}>
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
              // What is looked for by name is shown.
              isFolded={props.isNarrow ? folded.has(group) && words.trim() === '' : null}
              onFold={() => setFolded((old) => toggled(old, group))}
            >
              {(field) => (
                <FilterLine
                  key={field.id}
                  list={list}
                  field={field}
                  applied={applied}
                  texts={texts}
                  open={open}
                  problems={shownProblems}
                  onText={props.onText}
                  onLeave={(name) => setLeft((old) => new Set(old).add(name))}
                />
              )}
            </FieldGroup>
          ))}
          {shown.length === 0 ? <p className={styles.none}>No field has this in its name.</p> : null}
        </div>
      </div>
      <div className={styles.bottom}>
        <p role="status">
          <strong>{chipsOf(list, applied).length} applied</strong>
          <span className={styles.openCount}>{openCount > 0 ? `${openCount} not applied yet` : ''}</span>
        </p>
        <PlainButton look="subtle" onClick={props.onReset}>
          {specTexts.list.reset}
        </PlainButton>
        <PlainButton look="filled" type="submit">
          {specTexts.list.search}
        </PlainButton>
      </div>
    </form>
  );
}

function toggled(set: ReadonlySet<string>, name: string): ReadonlySet<string> {
  const next = new Set(set);
  if (!next.delete(name)) next.add(name);
  return next;
}

/** `isFolded` null = it cannot be folded: there is room for all. */
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

function GroupCount({ fields }: { fields: readonly FilterField[] }): ReactElement | null {
  return fields.length > 0 ? <b>{fields.length}</b> : null;
}

function goToGroup(event: { preventDefault(): void }, form: HTMLElement | null, group: string): void {
  event.preventDefault(); // the address bar belongs to the list's state
  form?.querySelector(`[data-group="${CSS.escape(group)}"]`)?.scrollIntoView({ block: 'start' });
}
