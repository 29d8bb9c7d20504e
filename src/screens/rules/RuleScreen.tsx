/** /rules/new and /rules/{id}: a rule on the left, on the right what it would have told about stored messages (decision 45). */
import { IconArrowLeft } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import {
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import { api } from '../../../contract/api.ts';
import type { Audience } from '../../../contract/audience.ts';
import { type Rule, type RuleOwner, ruleLimits, ruleScopes } from '../../../contract/entities/rules.ts';
import { ApiError, isUnconfirmed } from '../../data/api-error.ts';
import { useIsReached } from '../../data/connection.ts';
import { useReportedAge } from '../../data/reported-age.ts';
import { rulesQuery, waysQuery } from '../../data/rules.ts';
import { send } from '../../data/send.ts';
import { LeaveQuestion } from '../../form/LeaveQuestion.tsx';
import { upTo } from '../../lib/breakpoints.ts';
import { oneLine } from '../../lib/format.ts';
import { useMedia } from '../../lib/use-media.ts';
import page from '../../objects/ObjectPage.module.css';
import { ObjectPage } from '../../objects/ObjectPage.tsx';
import { ownerNames, ruleText, scopeNames } from '../../objects/rules/rule-text.ts';
import { watched } from '../../objects/watched.ts';
import { EndedSession } from '../../session/session-signal.ts';
import { currentUserId, draftKey, readDraftTexts, type Texts, useSavedDraft } from '../../session/typed-drafts.ts';
import { useAudience } from '../../session/use-session.ts';
import { notify } from '../../ui/notices.ts';
import { PlainButton } from '../../ui/PlainButton.tsx';
import { ServerMessage } from '../../ui/ServerMessage.tsx';
import shared from '../../ui/shared.module.css';
import { ConditionRows } from './ConditionRows.tsx';
import styles from './Editor.module.css';
import { type Beginning, beginningOf, copyOf, ruleAbout, withTail } from './from-address.ts';
import { Choice, Quiet, Ways } from './RuleDelivery.tsx';
import {
  type ConditionPart,
  draftOf,
  isSameRule,
  type RuleDraft,
  readDraft,
  readRule,
  workingWays,
  writeDraft,
} from './rule-draft.ts';
import { TrialPanel, useTrial } from './TrialPanel.tsx';

type Search = Readonly<Record<string, unknown>>;

export default function RuleScreen(): ReactElement {
  const { id = '' } = useParams({ strict: false }) as { id?: string };
  const search = useSearch({ strict: false }) as Search;
  const query = useQuery({ ...rulesQuery(), refetchOnMount: 'always' });
  useReportedAge(query);
  const isCopy = id === 'new' && typeof search.copy === 'string';
  if (id === 'new' && !isCopy)
    return <NewRule key={JSON.stringify(search)} search={search} rules={query.data?.value} />;
  if (query.data) return <OpenedRule key={`${id} ${search.copy}`} id={id} search={search} rules={query.data.value} />;
  return (
    <ObjectPage
      query={query}
      queryKey={rulesQuery().queryKey}
      title="Rule"
      notFound="This server does not support rules. Update it first."
    >
      {() => null}
    </ObjectPage>
  );
}

/** The address is read once: what is typed later stays. */
function NewRule({ search, rules }: { search: Search; rules: readonly Rule[] | undefined }): ReactElement {
  const [begun] = useState(() => beginningOf(search, watched.get()));
  const existing = ruleAbout(rules, search);
  const tail = typeof search.tail === 'string' ? search.tail : '';
  return (
    <Editor
      begun={begun}
      saved={null}
      note={
        existing ? (
          <p className={styles.note}>
            Your rule “{oneLine(existing.name)}” is about new faults.{' '}
            <Link to="/rules/$id" params={{ id: existing.id }} search={{ tail } as never}>
              Add {oneLine(tail)} to it
            </Link>
          </p>
        ) : null
      }
    />
  );
}

const nothingBegun = { unsupported: [], ignored: [] };

function OpenedRule({ id, search, rules }: { id: string; search: Search; rules: readonly Rule[] }): ReactElement {
  const isCopy = id === 'new';
  // The rule as it was opened: a change of someone else is a conflict, and does not replace what is typed.
  const [opened] = useState(() => rules.find((rule) => rule.id === (isCopy ? search.copy : id)));
  if (!opened)
    return (
      <div className={page.page}>
        <h1 className={page.title}>Rule</h1>
        <p>
          This rule does not exist, or you may not see it. <Link to="/rules">Show all rules</Link>
        </p>
      </div>
    );
  if (isCopy) return <Editor begun={{ ...nothingBegun, rule: copyOf(opened) }} saved={null} />;
  const tail = typeof search.tail === 'string' ? search.tail : '';
  return <Editor begun={{ ...nothingBegun, rule: withTail(opened, tail) }} saved={opened} />;
}

const ownersOf = (audience: Audience, now: RuleOwner): readonly RuleOwner[] => {
  const more: RuleOwner | null = audience === 'admin' ? 'all' : audience === 'companyUser' ? 'company' : null;
  return [...new Set<RuleOwner>(['user', ...(more ? [more] : []), now])];
};

const noTexts: Texts = {};

type EditorProps = {
  readonly begun: Beginning;
  /** As on the server when it was opened. null = a new rule. */
  readonly saved: Rule | null;
  readonly note?: ReactNode;
};

function Editor({ begun, saved, note }: EditorProps): ReactElement {
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const navigate = useNavigate();
  const client = useQueryClient();
  const audience = useAudience();
  const isReached = useIsReached();
  const isNarrow = useMedia(upTo('sm'));
  const [storedAt] = useState(() => draftKey(currentUserId(), 'rule', location.pathname + location.search));
  const [restored, setRestored] = useState(() => readDraft(readDraftTexts(storedAt).rule));
  const [draft, setDraft] = useState(() => restored?.draft ?? draftOf(begun.rule));
  const [base, setBase] = useState(saved);
  const initial = useMemo(() => draftOf(base ?? begun.rule), [base, begun]);
  // Someone else changed the rule before the reload.
  const [conflict, setConflict] = useState(() =>
    saved && restored && restored.version !== saved.version ? saved : null,
  );
  const [failure, setFailure] = useState<ApiError | null>(null);
  const [isChecked, setChecked] = useState(false);
  const [isSaving, setSaving] = useState(false);
  const isDone = useRef(false);
  const version = conflict && conflict === saved ? (restored?.version ?? null) : (base?.version ?? null);
  useSavedDraft(
    storedAt,
    useMemo(
      () => (isSameRule(draft, initial) ? noTexts : { rule: writeDraft({ draft, version }) }),
      [draft, initial, version],
    ),
  );
  const discard = (): void => {
    setRestored(null);
    setConflict(null);
    setDraft(initial);
  };
  const set = (change: Partial<RuleDraft>): void => setDraft((old) => ({ ...old, ...change }));
  const { data: states } = useQuery(waysQuery());
  // A way that cannot work here is off, and saved as shown.
  const shown = useMemo(() => ({ ...draft, ways: workingWays(draft.ways, states) }), [draft, states]);
  const read = useMemo(() => readRule(shown), [shown]);
  const body = 'body' in read ? read.body : null;
  const trial = useTrial(body);
  const isRefused = trial.faults.length > 0;
  const isOwn = saved?.isOwn ?? true;
  const cannotSave = !isOwn || !isReached || isRefused || isSaving;
  // Faults of typed values are shown once the user saves; those of the server at once.
  const faults = 'faults' in read ? (isChecked ? read.faults : []) : trial.faults;
  const reasons = (part: ConditionPart): ReadonlyMap<number, string> =>
    new Map(
      faults.flatMap((fault) => (fault.part === part && fault.at !== null ? [[fault.at, oneLine(fault.reason)]] : [])),
    );
  const wholeFault = faults.find(({ part, at }) => part === 'rule' || at === null);
  const nameFault = isChecked && draft.name.trim() === '' ? 'Enter a name.' : null;

  const save = async (): Promise<void> => {
    if (cannotSave) return;
    flushSync(() => setChecked(true));
    if (!body || body.name === '') {
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
      return;
    }
    setSaving(true);
    setFailure(null);
    try {
      if (base)
        await send(api.rules.change, {
          path: { id: base.id },
          body: { ...body, version: base.version },
          cause: 'user',
        });
      else await send(api.rules.add, { body, cause: 'user' });
      isDone.current = true;
      await client.invalidateQueries({ queryKey: rulesQuery().queryKey });
      notify({
        kind: 'done',
        title: base ? `Rule “${oneLine(body.name)}” was changed` : `Rule “${oneLine(body.name)}” was added`,
      });
      await navigate({ to: '/rules' });
    } catch (error) {
      if (error instanceof EndedSession) return;
      const failed = error instanceof ApiError ? error : new ApiError({ cause: error });
      if (base && failed.status === 409) await showConflict(base, failed);
      else setFailure(failed);
    } finally {
      setSaving(false);
    }
  };
  const showConflict = async ({ id: ruleId }: Rule, failed: ApiError): Promise<void> => {
    const now = await send(api.rules.list, { cause: 'user' }).catch(() => null);
    const found = now?.find((rule) => rule.id === ruleId);
    if (found && found.version !== base?.version) setConflict(found);
    else if (now && !found)
      setFailure(new ApiError({ sentence: 'The rule was removed. Duplicate it to keep your version.', cause: failed }));
    else setFailure(failed);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    // Leaving the input adds its value.
    const at = document.activeElement;
    if (at instanceof HTMLElement) {
      flushSync(() => at.blur());
      at.focus();
    }
    form.current?.requestSubmit();
  };
  const title = base ? 'Change rule' : 'New rule';
  return (
    <form
      ref={form}
      className={styles.editor}
      noValidate
      aria-labelledby={`${id}-title`}
      onKeyDown={onKeyDown}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <header className={styles.top}>
        <Link to="/rules" className={styles.back} aria-label="All rules">
          <IconArrowLeft size={20} aria-hidden="true" />
        </Link>
        <h1 id={`${id}-title`}>{title}</h1>
        <div className={styles.topEnd}>
          <PlainButton onClick={() => void navigate({ to: '/rules' })}>Cancel</PlainButton>
          {isNarrow ? null : <SaveButton isSaving={isSaving} isOff={cannotSave} />}
        </div>
      </header>
      <div className={styles.split}>
        <div className={styles.left}>
          {isReached ? null : <p className={styles.stale}>Saving needs the server. What you typed stays here.</p>}
          {isOwn ? null : (
            <p className={styles.note}>
              This rule belongs to {oneLine(saved?.by ?? '')}. Duplicate it to change it for yourself.
            </p>
          )}
          {note}
          {restored ? (
            <div role="status" className={styles.restored}>
              Your unsaved changes were restored.
              <PlainButton onClick={discard}>Discard</PlainButton>
            </div>
          ) : null}
          <Begun begun={begun} />
          {failure === null ? null : <Failure failure={failure} />}
          {conflict ? (
            <Conflict
              theirs={conflict}
              mine={draft}
              onTheirs={() => {
                setBase(conflict);
                setDraft(draftOf(conflict));
                setConflict(null);
              }}
              onMine={() => {
                setBase(conflict);
                setConflict(null);
              }}
            />
          ) : null}
          <div className={styles.names}>
            <div className={styles.name}>
              <label htmlFor={`${id}-name`}>Name</label>
              <input
                id={`${id}-name`}
                className={styles.input}
                maxLength={ruleLimits.name}
                autoComplete="off"
                aria-invalid={nameFault ? true : undefined}
                aria-describedby={nameFault ? `${id}-name-note` : undefined}
                value={draft.name}
                onChange={(event) => set({ name: event.target.value })}
              />
              {nameFault ? (
                <p id={`${id}-name-note`} className={styles.reason}>
                  {nameFault}
                </p>
              ) : null}
            </div>
            <Choice
              label="For"
              options={ownersOf(audience, draft.owner)}
              names={ownerNames}
              value={draft.owner}
              onValue={(owner) => set({ owner })}
            />
          </div>
          <ConditionRows
            title="All of these"
            noun="Condition"
            rows={draft.all}
            reasons={reasons('all')}
            onRows={(change) => setDraft((old) => ({ ...old, all: change(old.all) }))}
          />
          {wholeFault ? (
            <p role="alert" className={styles.reason}>
              {oneLine(wholeFault.reason)}
            </p>
          ) : null}
          <ConditionRows
            title="Never when"
            note="ignore list"
            noun="Exception"
            rows={draft.not}
            reasons={reasons('not')}
            onRows={(change) => setDraft((old) => ({ ...old, not: change(old.not) }))}
          />
          <Choice
            label="One notice per aircraft and"
            options={ruleScopes}
            names={scopeNames}
            value={draft.scope}
            onValue={(scope) => set({ scope })}
          />
          <Quiet quiet={draft.quiet} onQuiet={(quiet) => set({ quiet })} />
          <Ways ways={shown.ways} owner={draft.owner} states={states} onWays={(ways) => set({ ways })} />
        </div>
        <TrialPanel state={trial} isWhole={body !== null} owner={draft.owner} isNarrow={isNarrow} />
      </div>
      {isNarrow ? (
        <footer className={styles.foot}>
          <SaveButton isSaving={isSaving} isOff={cannotSave} />
        </footer>
      ) : null}
      <LeaveQuestion isUnsaved={() => !isDone.current && !isSameRule(draft, initial)} />
    </form>
  );
}

function Failure({ failure }: { failure: ApiError }): ReactElement {
  const box = useRef<HTMLParagraphElement>(null);
  // The save began anywhere in the form.
  useEffect(() => box.current?.scrollIntoView({ block: 'nearest' }), []);
  return (
    <p ref={box} role="alert" className={styles.failure}>
      <strong>{isUnconfirmed(failure) ? 'The server did not confirm the save.' : 'Nothing was saved.'}</strong>{' '}
      <ServerMessage text={failure.message} /> What you typed is still here.
    </p>
  );
}

function SaveButton({ isSaving, isOff }: { isSaving: boolean; isOff: boolean }): ReactElement {
  return (
    <PlainButton
      type="submit"
      look="filled"
      aria-disabled={isOff}
      aria-busy={isSaving}
      aria-keyshortcuts="Control+Enter"
      title="Ctrl Enter"
    >
      Save rule
    </PlainButton>
  );
}

/** What of the address is not part of the rule. */
function Begun({ begun: { unsupported, ignored } }: { begun: Beginning }): ReactElement | null {
  if (unsupported.length === 0 && ignored.length === 0) return null;
  return (
    <p className={styles.note} role="status">
      {unsupported.length > 0 ? `A rule has no condition for ${unsupported.map(oneLine).join(', ')}. ` : ''}
      {ignored.length > 0 ? `Ignored from the link: ${ignored.map(oneLine).join(', ')}` : ''}
    </p>
  );
}

type ConflictProps = {
  readonly theirs: Rule;
  readonly mine: RuleDraft;
  readonly onTheirs: () => void;
  readonly onMine: () => void;
};

/** Both versions, of equal weight. */
function Conflict({ theirs, mine, onTheirs, onMine }: ConflictProps): ReactElement {
  const read = readRule(mine);
  return (
    <section className={styles.conflict} role="alert" aria-label="Two versions">
      <h2>Someone else changed this rule</h2>
      <p>Nothing was saved. Select a version. You can change it before you save.</p>
      <dl>
        <dt>Saved version</dt>
        <dd>
          <b>{oneLine(theirs.name)}</b> {ruleText(theirs)} {theirs.isEnabled ? '' : 'It is off.'}
        </dd>
        <dt>Your version</dt>
        <dd>
          <b>{oneLine(mine.name)}</b> {'body' in read ? ruleText(read.body) : 'Incomplete.'}
        </dd>
      </dl>
      <div className={shared.buttons}>
        <PlainButton onClick={onTheirs}>Use the saved version</PlainButton>
        <PlainButton onClick={onMine}>Keep my version</PlainButton>
      </div>
    </section>
  );
}
