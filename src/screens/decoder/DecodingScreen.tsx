/** /decoding (DEC-02 to DEC-08). Input is sent untrimmed and unvalidated (DEC-05). */
import { Tooltip } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactElement, useState } from 'react';
import { labelMeanings } from '../../../decoder/label-meanings.ts';
import { DecodingResult } from '../../decoding/DecodingResult.tsx';
import type { Decoded } from '../../decoding/decode.ts';
import { FormFieldRow } from '../../form/FormFieldRow.tsx';
import { specTexts } from '../../lib/spec-texts.ts';
import { PlainButton } from '../../ui/PlainButton.tsx';
import styles from './DecodingScreen.module.css';
import { RecentList } from './RecentList.tsx';
import { type RecentDecoding, useRecentDecodings } from './recent.ts';
import { useDecoding } from './use-decoding.ts';

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
    <div className={styles.screen}>
      <h1>{decoder.title}</h1>
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
            {decoding.failure ? <p className={styles.failed}>{decoding.failure}</p> : null}
            {decoding.isBusy ? null : shown ? (
              <DecodingResult decoding={shown.decoding} by={shown.by} />
            ) : (
              <p className={styles.prompt}>{home.decoderHint}</p>
            )}
          </div>
        </section>
      </div>
      <RecentList recent={recent} onChoose={again} />
    </div>
  );
}
