/**
 * The filter panel: every filter that the contract declares, found by name, in groups with counts; SEARCH and RESET always in sight.
 * Must not: apply anything by itself. What is typed is a draft until SEARCH.
 */
import { Drawer } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { type FormEvent, type ReactElement, useRef, useState } from 'react';
import { upTo } from '../lib/breakpoints.ts';
import { specTexts } from '../lib/spec-texts.ts';
import { PlainButton } from '../ui/PlainButton.tsx';
import type { ListDefinition } from './define-list.ts';
import { FieldGroup } from './FieldGroup.tsx';
import { FilterLine } from './FilterField.tsx';
import { FilterFind } from './FilterFind.tsx';
import styles from './FilterPanel.module.css';
import type { FilterTexts } from './filter-text.ts';
import { chipsOf, type FilterField, fieldsWith, filterFields, isFieldSet, paramNamesOf } from './filter-words.ts';
import { draftProblems, notApplied } from './list-state.ts';
import { SetFields } from './SetFields.tsx';
import { useMedia } from './use-media.ts';

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
/** On a phone the groups of more fields than these stand folded at first, so that their names can be seen together. */
const fieldsAtOnce = 40;

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
  const form = useRef<HTMLFormElement>(null);
  const fields = filterFields(list);
  const texts = { ...applied, ...draft };
  // Beside the fields there is no room for the index: their headings fold in its place.
  const isPhone = useMedia(upTo('xs'));
  const [folded, setFolded] = useState(() => foldedAtFirst(fields, texts));
  const isLookedFor = words.trim() !== '';
  const shown = fieldsWith(fields, words);
  const problems = draftProblems(list, applied, draft);
  const shownProblems = Object.fromEntries(Object.entries(problems).filter(([name]) => left.has(name)));
  const open = notApplied(list, applied, draft);

  /** Shows a group and gives the focus to one of its fields, the first where none is named. */
  const goTo = (group: string, name?: string): void => {
    if (name !== undefined) setWords('');
    setFolded((old) => new Set([...old].filter((one) => one !== group)));
    // Once they are drawn again.
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
      props.onSearch();
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
        <PlainButton look="icon" aria-label="Close the filter" onClick={props.onClose}>
          <IconX size={18} aria-hidden="true" />
        </PlainButton>
        <FilterFind
          fieldCount={fields.length}
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
                event.preventDefault(); // the address bar belongs to the list's state
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
              // What is looked for by name is shown.
              isFolded={isPhone ? folded.has(group) && !isLookedFor : null}
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
                  hasMeaning={isLookedFor}
                />
              )}
            </FieldGroup>
          ))}
          {shown.length === 0 ? <p className={styles.none}>No field has this in its name.</p> : null}
        </div>
      </div>
      <SetFields
        fields={fields}
        texts={texts}
        open={open}
        onGoTo={(field) => goToField(field.names[0] ?? '')}
        onText={props.onText}
      />
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

/** Groups with something set stay open. */
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
