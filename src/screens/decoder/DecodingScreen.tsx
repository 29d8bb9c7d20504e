/** /decoding (DEC-02 to DEC-08). Input is sent untrimmed and unvalidated (DEC-05). */

import { Tooltip } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactElement, useRef, useState } from 'react';
import { labelMeanings } from '../../../decoder/label-meanings.ts';
import { ApiError } from '../../data/api-error.ts';
import { DecodingResult } from '../../decoding/DecodingResult.tsx';
import { type Decoded, decode, titleOf } from '../../decoding/decoding.ts';
import { FormFieldRow } from '../../form/FormFieldRow.tsx';
import { oneLine } from '../../lib/format.ts';
import { specTexts } from '../../lib/spec-texts.ts';
import { useSinglePress } from '../../lib/use-single-press.ts';
import { EndedSession } from '../../session/session-signal.ts';
import { PlainButton } from '../../ui/PlainButton.tsx';
import plain from '../../ui/plain-screen.module.css';
import shared from '../../ui/shared.module.css';
import styles from './DecodingScreen.module.css';

const { decoder, home } = specTexts;
const labels = labelMeanings.map(([value, meaning]) => ({ value, meaning }));

export default function DecodingScreen(): ReactElement {
  const search = useSearch({ strict: false }) as { label?: string; text?: string };
  const navigate = useNavigate();
  const [label, setLabel] = useState(search.label ?? '');
  const [text, setText] = useState(search.text ?? '');
  const [shown, setShown] = useState<Decoded | null>(null);
  const { recent, add } = useRecentDecodings();
  const decoding = useDecoding((decoded, requested) => {
    setShown(decoded);
    add({ ...requested, ...decoded });
  });
  const clear = (): void => {
    setLabel('');
    setText('');
    setShown(null);
    decoding.drop();
    if (search.label !== undefined || search.text !== undefined) void navigate({ to: '/decoding', replace: true });
  };
  const again = (one: RecentDecoding): void => {
    decoding.drop();
    setLabel(one.label);
    setText(one.text);
    setShown(one);
  };
  return (
    <div className={plain.screen}>
      <h1>{decoder.title}</h1>
      <p>
        <Link to="/coverage">Decoding by label</Link>
      </p>
      <div className={styles.columns}>
        <form
          className={styles.panel}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            if (decoding.press({ label, text })) setShown(null);
          }}
        >
          <FormFieldRow
            id="decoding-label"
            field={{ name: 'label', label: decoder.label, suggestions: labels }}
            text={label}
            error={null}
            onText={setLabel}
          />
          <FormFieldRow
            id="decoding-text"
            field={{ name: 'text', label: decoder.text, lines: 6 }}
            text={text}
            error={null}
            onText={setText}
          />
          <div className={styles.buttons}>
            <Tooltip
              withinPortal={false}
              label={decoder.hint}
              openDelay={0}
              events={{ hover: true, focus: true, touch: true }}
            >
              <PlainButton type="submit" look="filled" aria-busy={decoding.isBusy}>
                {decoder.decode}
              </PlainButton>
            </Tooltip>
            <PlainButton onClick={clear}>{decoder.clear}</PlainButton>
          </div>
        </form>
        <section className={styles.panel} aria-label={decoder.results}>
          <h2>{decoder.results}</h2>
          <div role="status">
            {decoding.isBusy ? <p>Decoding …</p> : null}
            {decoding.failure ? <p className={shared.failed}>{decoding.failure}</p> : null}
            {decoding.isBusy ? null : shown ? (
              <DecodingResult decoding={shown.decoding} by={shown.by} />
            ) : (
              <p className={shared.dim}>{home.decoderHint}</p>
            )}
          </div>
        </section>
      </div>
      <RecentList recent={recent} onChoose={again} />
    </div>
  );
}

// ---- recent results. They live in the query client of the session and are never stored on the device

/** `key` increases with each decoding. */
type RecentDecoding = Decoded & { readonly key: number; readonly label: string; readonly text: string };

const most = 10;
const queryKey = ['decoded'] as const;

function useRecentDecodings(): {
  readonly recent: readonly RecentDecoding[];
  add(decoding: Omit<RecentDecoding, 'key'>): void;
} {
  const client = useQueryClient();
  const { data } = useQuery<readonly RecentDecoding[]>({
    queryKey,
    queryFn: () => [],
    initialData: [],
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });
  return {
    recent: data,
    /** Decoding the same message again replaces its entry. */
    add: (decoding) =>
      client.setQueryData<readonly RecentDecoding[]>(queryKey, (old = []) => {
        const key = 1 + Math.max(0, ...old.map((one) => one.key));
        const others = old.filter(({ label, text }) => label !== decoding.label || text !== decoding.text);
        return [{ ...decoding, key }, ...others].slice(0, most);
      }),
  };
}

/** Results of this session. A click restores label, text and result without a request. */
function RecentList(props: {
  readonly recent: readonly RecentDecoding[];
  readonly onChoose: (one: RecentDecoding) => void;
}): ReactElement | null {
  if (props.recent.length === 0) return null;
  return (
    <section className={styles.recent} aria-label="Decoded in this session">
      <h2>Decoded in this session</h2>
      <ul>
        {props.recent.map((one) => (
          <li key={one.key}>
            <button type="button" className={styles.one} onClick={() => props.onChoose(one)}>
              <code>{oneLine(one.label)}</code>
              <code className={shared.dim} dir="auto">
                {oneLine(one.text.slice(0, 200))}
              </code>
              <span>{oneLine(titleOf(one.decoding).slice(0, 80))}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

// ---- one decoding at a time. Ignores double clicks (C63) and cancelled responses

type DecodeRequest = { readonly label: string; readonly text: string };

function useDecoding(onDecoded: (decoded: Decoded, requested: DecodeRequest) => void): {
  readonly isBusy: boolean;
  /** Short line in the panel. The server's message is in the dialog (C51d). */
  readonly failure: string | null;
  /** False: this click is ignored. */
  press(requested: DecodeRequest): boolean;
  drop(): void;
} {
  const counts = useSinglePress();
  const pending = useRef<DecodeRequest | null>(null);
  const mutation = useMutation({
    mutationFn: ({ label, text }: DecodeRequest) => decode(label, text),
    meta: { errorTitle: 'The message was not decoded' },
    onSuccess: (decoded, requested) => {
      if (pending.current === requested) onDecoded(decoded, requested);
    },
    onSettled: (_decoded, _error, requested) => {
      if (pending.current === requested) pending.current = null;
    },
  });
  return {
    isBusy: mutation.isPending,
    failure: mutation.error && wordsOf(mutation.error),
    press(requested) {
      if (pending.current !== null || !counts(JSON.stringify(requested))) return false;
      pending.current = requested;
      mutation.mutate(requested);
      return true;
    },
    drop() {
      pending.current = null;
      mutation.reset();
    },
  };
}

function wordsOf(error: Error): string | null {
  if (error instanceof EndedSession) return null;
  return error instanceof ApiError ? 'The message was not decoded.' : error.message;
}
