/**
 * /confirmemail (MAIL-01 to MAIL-05, C14b), without Mantine like every visitor screen.
 * The token is used once and removed from the address and history.
 */

import { useRouter } from '@tanstack/react-router';
import { type ReactElement, useEffect, useState } from 'react';
import { api } from '../../../contract/api.ts';
import { ApiError } from '../../data/api-error.ts';
import { send } from '../../data/send.ts';
import { basePath } from '../../lib/base-path.ts';
import { specTexts } from '../../lib/spec-texts.ts';
import { EndedSession } from '../../session/session-signal.ts';
import { PlainButton } from '../../ui/PlainButton.tsx';
import panel from '../../ui/panel.module.css';
import styles from './users.module.css';

type Link = { readonly email: string; readonly activationToken: string };
type State =
  | { readonly kind: 'pending' | 'confirmed' }
  | {
      readonly kind: 'failed';
      readonly message: string;
      /** Unreachable server: the link stays valid. */
      readonly canRetry: boolean;
    };

const noLink = 'This link is incomplete. Open the full link from the confirmation email.';

/** One request per link, however often the screen renders. */
const requested = new Map<string, Promise<State>>();
function confirm({ email, activationToken }: Link): Promise<State> {
  const known = requested.get(activationToken);
  if (known) return known;
  const pending = sendConfirmation({ email, activationToken });
  requested.set(activationToken, pending);
  return pending;
}

async function sendConfirmation(query: Link): Promise<State> {
  try {
    await send(api.account.confirmEmail, { query, cause: 'user' });
    return { kind: 'confirmed' };
  } catch (error) {
    if (error instanceof EndedSession) return { kind: 'pending' };
    const canRetry = !(error instanceof ApiError) || error.unreached !== null;
    if (canRetry) requested.delete(query.activationToken);
    const reason = canRetry ? '' : (error as ApiError).body?.message.trim();
    return { kind: 'failed', message: reason || specTexts.confirmEmail.notAvailable, canRetry };
  }
}

function linkOf(search: string): Link | null {
  const params = new URLSearchParams(search);
  const [email, activationToken] = [params.get('email')?.trim(), params.get('activationToken')?.trim()];
  return email && activationToken ? { email, activationToken } : null;
}

export default function ConfirmEmailScreen(): ReactElement {
  const router = useRouter();
  const [link] = useState(() => linkOf(location.search));
  const [state, setState] = useState<State>(
    link ? { kind: 'pending' } : { kind: 'failed', message: noLink, canRetry: false },
  );
  const [tries, setTries] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once more for each press on Try again
  useEffect(() => {
    if (!link) return;
    let isGone = false;
    router.history.replace(location.pathname);
    void confirm(link).then((next) => {
      if (!isGone) setState(next);
    });
    return () => {
      isGone = true;
    };
  }, [link, router, tries]);
  const text = specTexts.confirmEmail;
  return (
    <div className={styles.place}>
      <section className={`${panel.controlLinks} ${styles.card}`} aria-live="polite">
        {state.kind === 'pending' ? (
          <>
            <h1>E-mail confirmation</h1>
            <p>Your email address is being confirmed ...</p>
          </>
        ) : null}
        {state.kind === 'confirmed' ? (
          <>
            <h1>E-mail confirmation</h1>
            <p>{text.done}</p>
            <a href={`${basePath}/`}>{text.login}</a>
          </>
        ) : null}
        {state.kind === 'failed' ? (
          <>
            <h1>{text.error}</h1>
            <p>{state.message}</p>
            {state.canRetry ? (
              <PlainButton
                look="filled"
                onClick={() => {
                  setState({ kind: 'pending' });
                  setTries((count) => count + 1);
                }}
              >
                Try again
              </PlainButton>
            ) : null}
          </>
        ) : null}
      </section>
    </div>
  );
}
