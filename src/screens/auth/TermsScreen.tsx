/** /auth2 (AUTH-10 to AUTH-16, C49). The router redirects after ACCEPT, not this screen. */
import { useRouter } from '@tanstack/react-router';
import { type KeyboardEvent, type ReactElement, useEffect, useRef, useState } from 'react';
import { api } from '../../../contract/api.ts';
import { appConfig } from '../../api/api-base.ts';
import { ApiError } from '../../api/api-error.ts';
import { send } from '../../api/send.ts';
import { specTexts } from '../../lib/spec-texts.ts';
import { EndedSession } from '../../session/session-signal.ts';
import { sessionStore } from '../../session/session-store.ts';
import { openAlert } from '../../ui/notices.ts';
import { PlainButton } from '../../ui/PlainButton.tsx';
import styles from './TermsScreen.module.css';
import { asPlainText, privacySections, type Section, termsSections, termsTitle, termsVersion } from './terms-text.ts';

async function accept(): Promise<void> {
  const state = sessionStore.get();
  if (state.kind === 'out') return;
  const { userId, userDetails } = state.session;
  const { terms } = await send(api.account.acceptTerms, { path: { userId }, cause: 'user' });
  if (terms !== 1) throw new ApiError({ body: { message: 'The server did not record your acceptance.' } });
  await sessionStore.update({ terms, userDetails: { ...userDetails, terms } });
}

/** Tab stays within the dialog. */
function keepFocusInside(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'Tab') return;
  const stops = [
    ...event.currentTarget.querySelectorAll<HTMLElement>('[tabindex="0"], textarea, input, button:enabled'),
  ];
  const [first, last] = [stops[0], stops.at(-1)];
  const leaving = event.shiftKey ? first : last;
  if (document.activeElement !== leaving) return;
  event.preventDefault();
  (event.shiftKey ? last : first)?.focus();
}

export default function TermsScreen(): ReactElement {
  const router = useRouter();
  const text = useRef<HTMLElement>(null);
  const [isPlain, setIsPlain] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  useEffect(() => text.current?.focus({ preventScroll: true }), []);
  const { provider } = appConfig();
  const terms = termsSections(provider);
  const privacy = privacySections(provider);

  async function onAccept(): Promise<void> {
    setIsBusy(true);
    try {
      await accept();
    } catch (error) {
      if (error instanceof EndedSession) return;
      const message = error instanceof Error ? error.message : 'The request failed.';
      await openAlert({ title: 'Acceptance was not saved', text: message });
    } finally {
      setIsBusy(false);
    }
  }
  async function onDecline(): Promise<void> {
    await openAlert({ title: 'Terms not accepted', text: specTexts.auth.mustAccept });
    router.history.push('/logout');
  }

  return (
    <div className={styles.backdrop}>
      <div
        className={styles.dialog}
        role="dialog"
        aria-modal="true"
        aria-labelledby="terms-title"
        onKeyDown={keepFocusInside}
      >
        <header className={styles.head}>
          <div>
            <h1 id="terms-title" className={styles.title}>
              {termsTitle}
            </h1>
            <p className={styles.hint}>Accept both to use the data screens. {termsVersion}</p>
          </div>
          <label className={styles.switch}>
            <input
              type="checkbox"
              role="switch"
              aria-checked={isPlain}
              checked={isPlain}
              onChange={() => setIsPlain(!isPlain)}
            />
            Read as plain text
          </label>
        </header>
        {isPlain ? (
          <div className={styles.areas}>
            <PlainArea label="Terms and Conditions" text={asPlainText(terms)} />
            <PlainArea label="Privacy Policy" text={asPlainText(privacy)} />
          </div>
        ) : (
          // Scrollable, so it must be focusable.
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region is focusable
          <section ref={text} className={styles.text} tabIndex={0} aria-label="Text of terms and policy">
            <Sections sections={[...terms, ...privacy]} />
          </section>
        )}
        <footer className={styles.foot}>
          <p className={styles.hint}>DECLINE takes you back to the login page.</p>
          <PlainButton disabled={isBusy} onClick={() => void onDecline()}>
            {specTexts.auth.decline}
          </PlainButton>
          <PlainButton look="filled" disabled={isBusy} aria-busy={isBusy} onClick={() => void onAccept()}>
            {specTexts.auth.accept}
          </PlainButton>
        </footer>
      </div>
    </div>
  );
}

function Sections({ sections }: { sections: readonly Section[] }): ReactElement[] {
  return sections.map(({ heading, paragraphs }) => (
    <div key={heading} className={styles.section}>
      <h2 className={styles.heading}>{heading}</h2>
      {paragraphs.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
    </div>
  ));
}

function PlainArea({ label, text }: { label: string; text: string }): ReactElement {
  return (
    <label className={styles.area}>
      <span className={styles.heading}>{label}</span>
      <textarea readOnly value={text} />
    </label>
  );
}
