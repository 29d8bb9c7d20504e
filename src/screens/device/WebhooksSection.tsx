/** Webhooks of the user, the company or everyone: added, tested and removed (decision 45). Own file: a form of its own. */

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactElement, type ReactNode, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { api } from '../../../contract/api.ts';
import type { Audience } from '../../../contract/audience.ts';
import type { Reads } from '../../../contract/endpoint.ts';
import { type Webhook, webhookTemplates } from '../../../contract/entities/notices.ts';
import type { RuleOwner } from '../../../contract/entities/rules.ts';
import { parseInstant } from '../../../contract/params.ts';
import { ApiError, unchangedText } from '../../data/api-error.ts';
import { webhooksQuery } from '../../data/rules.ts';
import { send } from '../../data/send.ts';
import { useNow } from '../../data/use-now.ts';
import { oneLine } from '../../lib/format.ts';
import { utcMoment } from '../../lib/time.ts';
import { NotLoaded } from '../../objects/NotLoaded.tsx';
import { useAudience } from '../../session/use-session.ts';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { PlainButton } from '../../ui/PlainButton.tsx';
import shared from '../../ui/shared.module.css';
import device from './Device.module.css';
import field from './QuietHours.module.css';
import styles from './WebhooksSection.module.css';

const tickMs = 30_000;
const templateNames: Readonly<Record<Webhook['template'], string>> = {
  json: 'JSON',
  ntfy: 'ntfy',
  discord: 'Discord',
  slack: 'Slack',
  telegram: 'Telegram',
};
const ownerNames: Readonly<Record<RuleOwner, string>> = {
  user: 'My rules',
  company: 'Rules of my company',
  all: 'Rules for everyone',
};
const ownersOf = (audience: Audience): RuleOwner[] => [
  'user',
  ...(audience === 'companyUser' ? (['company'] as const) : []),
  ...(audience === 'admin' ? (['all'] as const) : []),
];

type Result = { readonly text: string; readonly secret?: string; readonly hasFailed?: boolean };
type Run = (work: () => Promise<Result>) => Promise<void>;

export function WebhooksSection(): ReactElement {
  const client = useQueryClient();
  const { data, error, refetch } = useQuery(webhooksQuery());
  const [result, setResult] = useState<Result | null>(null);
  const [isBusy, setBusy] = useState(false);
  const run: Run = async (work) => {
    setBusy(true);
    setResult(null);
    const done = await work().catch(
      (failure: Error): Result => ({ text: `${oneLine(failure.message)} ${unchangedText(failure)}`, hasFailed: true }),
    );
    await client.invalidateQueries({ queryKey: webhooksQuery().queryKey });
    setBusy(false);
    setResult(done);
  };
  return (
    <section className={device.panel} aria-labelledby="device-webhooks">
      <h2 id="device-webhooks">Webhooks</h2>
      <p className={shared.dim}>
        A webhook sends notices to another service. Select it in a rule. <a href="/docs/notices">How to connect one</a>
      </p>
      {error ? <NotLoaded error={error} what="the list of webhooks" onRetry={() => void refetch()} isPart /> : null}
      <ul className={device.rows}>
        {data?.map((webhook) => (
          <li key={webhook.id}>
            <OneWebhook webhook={webhook} isBusy={isBusy} run={run} />
          </li>
        ))}
      </ul>
      <div role="status" className={device.result} data-failed={result?.hasFailed}>
        {result?.text}
      </div>
      {result?.secret ? (
        <div className={styles.secret}>
          <CopyButton text={result.secret}>Copy secret</CopyButton>
        </div>
      ) : null}
      <NewWebhook isBusy={isBusy} run={run} />
    </section>
  );
}

function OneWebhook({ webhook, isBusy, run }: { webhook: Webhook; isBusy: boolean; run: Run }): ReactElement {
  const now = useNow(tickMs);
  const { id, name, address, template, owner, lastAt, lastResult, pausedBecause } = webhook;
  const label = oneLine(name);
  const at = lastAt === null ? null : parseInstant(lastAt);
  const last = at === null ? 'Nothing sent yet' : `${utcMoment(at, now)}: ${oneLine(lastResult ?? '')}`;
  const test = async (): Promise<Result> => {
    const { isSent, result } = await send(api.ways.testWebhook, { path: { id }, cause: 'user' });
    return isSent
      ? { text: `A test was sent to ${label}.` }
      : { text: `The test was not sent: ${oneLine(result)}`, hasFailed: true };
  };
  const remove = async (): Promise<Result> => {
    await send(api.ways.removeWebhook, { path: { id }, cause: 'user' });
    return { text: `Removed: ${label}.` };
  };
  return (
    <div className={styles.row}>
      <div className={device.words}>
        <strong>{label}</strong>
        <span>
          {templateNames[template]} · {ownerNames[owner]} · {oneLine(address)}
        </span>
        <span className={shared.dim}>{pausedBecause === null ? last : `Paused. ${oneLine(pausedBecause)}`}</span>
      </div>
      <PlainButton aria-label={`Send test to ${label}`} aria-disabled={isBusy} onClick={() => void run(test)}>
        Send test
      </PlainButton>
      <PlainButton aria-label={`Remove ${label}`} aria-disabled={isBusy} onClick={() => void run(remove)}>
        Remove
      </PlainButton>
    </div>
  );
}

const empty = { name: '', url: '', template: 'json', owner: 'user' } as const;
type Draft = {
  readonly [F in keyof typeof empty]: F extends 'template'
    ? Webhook['template']
    : F extends 'owner'
      ? RuleOwner
      : string;
};

type FieldErrors = { readonly name?: string | undefined; readonly url?: string | undefined };

/** Refusals of fields of the form. null = another failure. */
function fieldErrorsOf(error: unknown): FieldErrors | null {
  const { name, url } = (error instanceof ApiError ? error.body?.errors : null) ?? {};
  return name?.[0] || url?.[0] ? { name: name?.[0], url: url?.[0] } : null;
}

function NewWebhook({ isBusy, run }: { isBusy: boolean; run: Run }): ReactElement {
  const form = useRef<HTMLFormElement>(null);
  const owners = ownersOf(useAudience());
  const [draft, setDraft] = useState<Draft>(empty);
  const [errors, setErrors] = useState<FieldErrors>({});
  const change = (part: Partial<Draft>): void => {
    setDraft({ ...draft, ...part });
    // The service decides which addresses it takes.
    setErrors({});
  };
  const show = (found: FieldErrors): Result => {
    flushSync(() => setErrors(found));
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
    return { text: 'Nothing was changed.', hasFailed: true };
  };
  const add = async (): Promise<Result> => {
    if (draft.name.trim() === '') return show({ name: 'Enter a name.' });
    let added: Reads<typeof api.ways.addWebhook>;
    try {
      added = await send(api.ways.addWebhook, { body: draft, cause: 'user' });
    } catch (error) {
      const found = fieldErrorsOf(error);
      if (found) return show(found);
      throw error;
    }
    const { webhook, secret } = added;
    setDraft(empty);
    return webhook.template === 'json'
      ? {
          text: `Added: ${oneLine(webhook.name)}. Copy its signing secret now. It is not shown again.`,
          secret,
        }
      : { text: `Added: ${oneLine(webhook.name)}. Send a test to see a notice.` };
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void run(add);
  };
  return (
    <form ref={form} className={styles.form} aria-label="Add a webhook" onSubmit={submit}>
      <Field label="Name" error={errors.name}>
        {(props) => (
          <input
            {...props}
            required
            maxLength={80}
            value={draft.name}
            onChange={({ target }) => change({ name: target.value })}
          />
        )}
      </Field>
      <label className={field.time}>
        Service
        <select
          value={draft.template}
          onChange={({ target }) =>
            change({ template: webhookTemplates.find((one) => one === target.value) ?? 'json' })
          }
        >
          {webhookTemplates.map((one) => (
            <option key={one} value={one}>
              {templateNames[one]}
            </option>
          ))}
        </select>
      </label>
      <Field label="Address" error={errors.url}>
        {(props) => (
          <input
            {...props}
            required
            type="url"
            maxLength={1000}
            placeholder="https://ntfy.sh/my-topic"
            value={draft.url}
            onChange={({ target }) => change({ url: target.value })}
          />
        )}
      </Field>
      {owners.length > 1 ? (
        <label className={field.time}>
          For
          <select
            value={draft.owner}
            onChange={({ target }) => change({ owner: owners.find((one) => one === target.value) ?? 'user' })}
          >
            {owners.map((one) => (
              <option key={one} value={one}>
                {ownerNames[one]}
              </option>
            ))}
          </select>
        </label>
      ) : null}
      <PlainButton type="submit" aria-disabled={isBusy}>
        Add webhook
      </PlainButton>
    </form>
  );
}

type FieldProps = {
  readonly label: string;
  readonly error: string | undefined;
  readonly children: (input: {
    id: string;
    'aria-invalid': true | undefined;
    'aria-describedby': string | undefined;
  }) => ReactNode;
};

/** The error is outside the label: it describes the input and does not name it. */
function Field({ label, error, children }: FieldProps): ReactElement {
  const id = useId();
  const noteId = `${id}-note`;
  return (
    <div className={styles.field}>
      <label className={field.time} htmlFor={id}>
        {label}
        {children({ id, 'aria-invalid': error ? true : undefined, 'aria-describedby': error ? noteId : undefined })}
      </label>
      {error ? (
        <p id={noteId} className={styles.error}>
          {oneLine(error)}
        </p>
      ) : null}
    </div>
  );
}
