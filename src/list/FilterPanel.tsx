/** Filter panel: every declared filter, in groups. Input is a draft until SEARCH. */
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
import { chipsOf, type FilterField, fieldsWith, filterFields, isFieldSet, paramNamesOf } from './filter-fields.ts';
import type { FilterTexts } from './filter-text.ts';
import { draftProblems, notApplied } from './list-state.ts';
import { SetFields } from './SetFields.tsx';
import { useMedia } from './use-media.ts';

export type PanelProps = {
  readonly list: ListDefinition;
  readonly isOpened: boolean;
  readonly onClose: () => void;
  readonly isNarrow: boolean;
  readonly applied: FilterTexts;
  readonly window: { readonly hours: number } | null;
  readonly draft: FilterTexts;
  readonly onText: (name: string, text: string) => void;
  /** Called with a valid draft only. */
  readonly onSearch: () => void;
  readonly onReset: () => void;
};

const groupsOf = (fields: readonly FilterField[]): readonly string[] => [
  ...new Set(fields.map((field) => field.group)),
];
/** On phones, groups of panels with more fields are collapsed, so that all group names are visible. */
const fieldsAtOnce = 40;

export function FilterPanel(props: PanelProps): ReactElement {
  return (
    <Drawer.Root
      opened={props.isOpened}
      onClose={props.onClose}
      position="right"
      size={props.isNarrow ? '100%' : 640}
      // Its own class would also apply to the wrapper.
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
  // Without space for the index next to the fields, their headings collapse.
  const isPhone = useMedia(upTo('xs'));
  const [folded, setFolded] = useState(() => foldedAtFirst(fields, texts));
  const isLookedFor = words.trim() !== '';
  const shown = fieldsWith(fields, words);
  const problems = draftProblems(list, applied, draft);
  const shownProblems = Object.fromEntries(Object.entries(problems).filter(([name]) => left.has(name)));
  const open = notApplied(list, applied, draft);

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
        <PlainButton look="icon" aria-label="Close filter" onClick={props.onClose}>
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
                  window={props.window}
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
          {shown.length === 0 ? <p className={styles.none}>No matching field.</p> : null}
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
