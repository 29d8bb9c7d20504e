/** /auth2 (AUTH-10 to AUTH-16, C49). The router redirects after ACCEPT, not this screen. */
import { useRouter } from '@tanstack/react-router';
import { type KeyboardEvent, type ReactElement, useEffect, useRef, useState } from 'react';
import { api } from '../../../contract/api.ts';
import { appConfig } from '../../data/api-base.ts';
import { ApiError } from '../../data/api-error.ts';
import { send } from '../../data/send.ts';
import { specTexts } from '../../lib/spec-texts.ts';
import { EndedSession } from '../../session/session-signal.ts';
import { sessionStore } from '../../session/session-store.ts';
import { openAlert } from '../../ui/notices.ts';
import { PlainButton } from '../../ui/PlainButton.tsx';
import { Switch } from '../../ui/Switch.tsx';
import shared from '../../ui/shared.module.css';
import styles from './TermsScreen.module.css';

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
            <p className={`${shared.dim} ${styles.hint}`}>Accept both to use the data screens. {termsVersion}</p>
          </div>
          <label className={styles.switch} htmlFor="terms-as-text">
            <Switch id="terms-as-text" checked={isPlain} onChange={() => setIsPlain(!isPlain)} />
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
          <p className={`${shared.dim} ${styles.hint}`}>DECLINE takes you back to the login page.</p>
          <PlainButton aria-disabled={isBusy} onClick={() => void onDecline()}>
            {specTexts.auth.decline}
          </PlainButton>
          <PlainButton look="filled" aria-disabled={isBusy} aria-busy={isBusy} onClick={() => void onAccept()}>
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

/** Terms and privacy policy (AUTH-15, AUTH-16), with the configured provider (C50). Only state what the product does. */
type Provider = { readonly name: string; readonly contact: string };
type Section = { readonly heading: string; readonly paragraphs: readonly string[] };

const termsTitle = 'Terms and Conditions, Privacy Policy';
const termsVersion = 'Version of 1 November 2026.';

export function termsSections(provider: Provider): readonly Section[] {
  return [
    {
      heading: '1. What the data is for',
      paragraphs: [
        'The data is informational only. It is not for navigation safety: never use it to fly, to separate aircraft or to decide on an emergency. Messages can be late, incomplete or wrong.',
      ],
    },
    { heading: '2. Price', paragraphs: ['The site is free.'] },
    {
      heading: '3. Receiver hosts and data sharers',
      paragraphs: [
        `A programme exists for people who host a receiver or share their data. Ask ${provider.name} how to take part.`,
      ],
    },
    {
      heading: '4. Your account',
      paragraphs: ["Do not share your password, copy another company's data or overload the service."],
    },
  ];
}

export function privacySections(provider: Provider): readonly Section[] {
  const contact = provider.contact ? `${provider.name} (${provider.contact})` : provider.name;
  return [
    {
      heading: 'Privacy Policy',
      paragraphs: [
        'We keep your name, email address, company and role, and the times you logged in.',
        'Security measures: passwords are stored as a hash only, sessions expire automatically, and access to data follows your role. Data stored on your device for offline use is deleted when you log out.',
      ],
    },
    {
      heading: 'Data retention',
      paragraphs: ['Basic user and subscriber information is kept for 7 years after you leave.'],
    },
    {
      heading: 'Your rights',
      paragraphs: [
        'Your rights: access to your data, correction, erasure, objection to its use, restriction of its use, transfer to you or to someone else, and withdrawal of consent.',
        `To exercise these rights, contact ${contact}. Normally there is no fee.`,
      ],
    },
    {
      heading: 'Changes to this policy',
      paragraphs: ['Changes to this policy are posted on this page and sometimes sent by email.'],
    },
  ];
}

/** The same sections as plain text, for the read-only areas (AUTH-14). */
export function asPlainText(sections: readonly Section[]): string {
  return sections.map(({ heading, paragraphs }) => [heading, ...paragraphs].join('\n')).join('\n\n');
}
