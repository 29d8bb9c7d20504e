/** /rules: own rules, those of the company and of everyone, and the ready-made ones (decision 45). */
import { IconCopy, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactElement, useState } from 'react';
import { api } from '../../../contract/api.ts';
import type { Rule, RuleOwner } from '../../../contract/entities/rules.ts';
import { parseInstant } from '../../../contract/params.ts';
import { attempt } from '../../data/attempt.ts';
import { useIsReached } from '../../data/connection.ts';
import type { ApiResponse } from '../../data/resource.ts';
import { rulesQuery, turnRule } from '../../data/rules.ts';
import { send } from '../../data/send.ts';
import { useNow } from '../../data/use-now.ts';
import { counted, oneLine } from '../../lib/format.ts';
import { utcMoment } from '../../lib/time.ts';
import page from '../../objects/ObjectPage.module.css';
import { ObjectPage, Panel } from '../../objects/ObjectPage.tsx';
import { readyMadeFor, ruleOf } from '../../objects/rules/ready-made.ts';
import { ruleText } from '../../objects/rules/rule-text.ts';
import { useAudience } from '../../session/use-session.ts';
import { Confirmation } from '../../ui/Confirmation.tsx';
import { notify } from '../../ui/notices.ts';
import { PlainButton } from '../../ui/PlainButton.tsx';
import panel from '../../ui/panel.module.css';
import { StateBadge } from '../../ui/StateBadge.tsx';
import { Switch } from '../../ui/Switch.tsx';
import shared from '../../ui/shared.module.css';
import styles from './Rules.module.css';

const tickMs = 30_000;

export default function RulesScreen(): ReactElement {
  const query = useQuery({ ...rulesQuery(), refetchOnMount: 'always', refetchOnWindowFocus: 'always' });
  return (
    <ObjectPage
      query={query}
      queryKey={rulesQuery().queryKey}
      title="Rules"
      notFound="This server does not support rules. Update it first."
    >
      {(response) => <Loaded response={response} />}
    </ObjectPage>
  );
}

const groups: readonly (readonly [RuleOwner, string])[] = [
  ['user', 'My rules'],
  ['company', 'Rules of the company'],
  ['all', 'Rules for everyone'],
];

function Loaded({ response }: { response: ApiResponse<Rule[]> }): ReactElement {
  const now = useNow(tickMs);
  const client = useQueryClient();
  const [toRemove, setToRemove] = useState<Rule | null>(null);
  const rules = response.value;
  const canChange = useIsReached();
  const reload = (): Promise<void> => client.invalidateQueries({ queryKey: rulesQuery().queryKey });
  const turn = async (rule: Rule, isEnabled: boolean): Promise<void> => {
    await attempt('The rule was not changed', () => turnRule(rule, isEnabled));
    await reload();
  };
  const remove = async ({ id, name }: Rule): Promise<void> => {
    setToRemove(null);
    if (await attempt('The rule was not removed', () => send(api.rules.remove, { path: { id }, cause: 'user' })))
      notify({ kind: 'done', title: `Rule “${oneLine(name)}” was removed` });
    await reload();
  };
  return (
    <>
      <div className={`${page.head} ${styles.head}`}>
        <h1 className={page.title}>Rules</h1>
        <span className={shared.dim}>What you are notified of</span>
        <nav className={page.ways} aria-label="Rules">
          <Link to="/rules/$id" params={{ id: 'new' }} className={page.way}>
            <IconPlus size={16} aria-hidden="true" /> New rule
          </Link>
        </nav>
      </div>
      {response.source === 'stored' || !canChange ? (
        <p className={page.asOf}>
          Stored {utcMoment(response.dataAt, now)}. {canChange ? '' : 'Changes need the server.'}
        </p>
      ) : null}
      {groups.map(([owner, title]) => {
        const shown = rules.filter((rule) => rule.owner === owner);
        if (shown.length === 0 && owner !== 'user') return null;
        return (
          <Panel key={owner} title={title} note={shown.length > 0 ? counted(shown.length, 'rule') : undefined}>
            {shown.length === 0 ? (
              <p className={panel.none}>No rules. Write one, or choose a ready-made rule below.</p>
            ) : (
              <ul className={styles.rules}>
                {shown.map((rule) => (
                  <RuleRow
                    key={rule.id}
                    rule={rule}
                    now={now}
                    canChange={canChange}
                    onTurn={(isEnabled) => void turn(rule, isEnabled)}
                    onRemove={() => setToRemove(rule)}
                  />
                ))}
              </ul>
            )}
          </Panel>
        );
      })}
      <ReadyMadeRules rules={rules} />
      {toRemove === null ? null : (
        <Confirmation
          title={`Remove rule “${oneLine(toRemove.name)}”?`}
          yes="Remove"
          onYes={() => void remove(toRemove)}
          onNo={() => setToRemove(null)}
        >
          Its notices are removed from the inbox, too. Turn the rule off to keep them.
        </Confirmation>
      )}
    </>
  );
}

type RowProps = {
  readonly rule: Rule;
  readonly now: number;
  readonly canChange: boolean;
  readonly onTurn: (isEnabled: boolean) => void;
  readonly onRemove: () => void;
};

function RuleRow({ rule, now, canChange, onTurn, onRemove }: RowProps): ReactElement {
  const name = oneLine(rule.name);
  const last = rule.lastHitAt === null ? null : parseInstant(rule.lastHitAt);
  const pausedAt = rule.pausedAt === null ? null : parseInstant(rule.pausedAt);
  return (
    <li className={styles.rule}>
      <Switch
        aria-label={`Rule ${name}`}
        checked={rule.isEnabled}
        disabled={!rule.isOwn || !canChange}
        onChange={(event) => onTurn(event.target.checked)}
      />
      <div className={shared.shrinks}>
        <p className={styles.ruleName}>
          {rule.isOwn ? (
            <Link to="/rules/$id" params={{ id: rule.id }}>
              {name}
            </Link>
          ) : (
            <b>{name}</b>
          )}
          {rule.isEnabled ? null : <span className={shared.lightDim}> off</span>}
        </p>
        <p className={styles.sentence} dir="auto">
          {ruleText(rule)}
        </p>
        <p className={shared.smallDim}>
          {rule.hits === 0 ? 'No hits in 7 d' : `${counted(rule.hits, 'hit')} in 7 d`}
          {last === null ? '' : `, last ${utcMoment(last, now)}`}
          {rule.owner === 'user' ? '' : `, by ${oneLine(rule.by)}`}
        </p>
        {pausedAt === null ? null : (
          <p className={styles.paused}>
            <StateBadge kind="warn" word="Paused">
              {utcMoment(pausedAt, now)}
            </StateBadge>
            <span>{oneLine(rule.pausedBecause ?? '')}</span>
            {rule.isOwn ? (
              <PlainButton disabled={!canChange} aria-label={`Resume ${name}`} onClick={() => onTurn(true)}>
                Resume
              </PlainButton>
            ) : null}
          </p>
        )}
      </div>
      <div className={styles.ruleEnd}>
        {rule.isOwn ? (
          <Link to="/rules/$id" params={{ id: rule.id }} className={page.way} aria-label={`Change ${name}`}>
            <IconPencil size={16} aria-hidden="true" />
          </Link>
        ) : null}
        <Link
          to="/rules/$id"
          params={{ id: 'new' }}
          search={{ copy: rule.id } as never}
          className={page.way}
          aria-label={`Duplicate ${name}`}
        >
          <IconCopy size={16} aria-hidden="true" />
        </Link>
        {rule.isOwn ? (
          <PlainButton look="icon" aria-label={`Remove ${name}`} disabled={!canChange} onClick={onRemove}>
            <IconTrash size={16} aria-hidden="true" />
          </PlainButton>
        ) : null}
      </div>
    </li>
  );
}

/** Each opens in the editor with its trial: nothing is on until it is saved. */
function ReadyMadeRules({ rules }: { rules: readonly Rule[] }): ReactElement {
  const conditionsOf = (all: Rule['all']): string =>
    JSON.stringify(all.filter(({ field }) => field !== 'tail' && field !== 'station'));
  const audience = useAudience();
  const known = new Set(rules.map(({ all }) => conditionsOf(all)));
  return (
    <Panel title="Ready-made rules" note="Off until you choose one">
      <ul className={styles.ready}>
        {readyMadeFor(audience).map((ready) => {
          const rule = ruleOf(ready, []);
          return (
            <li key={ready.id}>
              <Link to="/rules/$id" params={{ id: 'new' }} search={{ ready: ready.id } as never}>
                {ready.name}
              </Link>
              <span className={shared.smallDim}>
                {known.has(conditionsOf(rule.all))
                  ? 'You have a rule like this.'
                  : ruleText({ all: [...ready.all], not: rule.not })}
              </span>
            </li>
          );
        })}
      </ul>
    </Panel>
  );
}
