/** A text to paste and decode, with examples: on the start page of a Parser, and in the decode dialog of every audience. */
import { type ReactElement, useEffect, useId, useState } from 'react';
import { PlainButton } from '../ui/PlainButton.tsx';
import { DecodeText } from './DecodeText.tsx';
import { labelOfText } from './decode-here.ts';
import styles from './PasteBox.module.css';

/** Texts to try the decoder with. A test reads each of them. */
export const decoderExamples = [
  {
    name: 'Position',
    label: 'H1',
    text: 'POSN49277E000086,MUSIG-181136,360,ROVEM,182000,VEXAP,M56,316075,049',
  },
  { name: 'Take-off', label: '14', text: '/14 OFF EVENT    / KCMH KSFO 12 044401/TIME 0444' },
  {
    name: 'Fuel and weather',
    label: '16',
    text: '010944/AUTPOS/LLD N350131 W1061608\r\n/ALT 34996/SAT -057\r\n/WND 239065/TAT -027/TAS 476/CRZ 836\r\n/FOB 042920\r\n/DAT 260202/TIM 000505',
  },
] as const;

type Typed = {
  readonly label: string;
  readonly text: string;
  /** Pasted or chosen: it is decoded at once. Typed text waits for the button. */
  readonly isAtOnce: boolean;
};

/** Decodes on the device, without a request (C121). `given` = a text that is decoded at once. */
export function PasteBox({ given = '' }: { given?: string }): ReactElement {
  const id = useId();
  const [{ label, text, isAtOnce }, setTyped] = useState<Typed>({ label: '', text: given, isAtOnce: true });
  const unlabelled = isAtOnce && label === '' ? text : '';
  const isSearched = useLabel(unlabelled, (found) => setTyped({ label: found, text, isAtOnce }));
  return (
    <>
      <div className={styles.paste}>
        <label htmlFor={`${id}-label`}>Label</label>
        <label htmlFor={`${id}-text`}>Text of a message</label>
        <input
          id={`${id}-label`}
          className={styles.pasted}
          value={label}
          maxLength={10}
          placeholder="H1"
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => setTyped({ label: event.target.value, text, isAtOnce: false })}
        />
        <textarea
          id={`${id}-text`}
          className={styles.pasted}
          value={text}
          rows={2}
          placeholder="Paste a text here"
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => {
            const { inputType } = event.nativeEvent as InputEvent;
            setTyped({ label, text: event.target.value, isAtOnce: inputType === 'insertFromPaste' });
          }}
        />
      </div>
      <div className={styles.examples}>
        {text.trim() === '' ? null : isSearched ? (
          <span role="status">Finding the label …</span>
        ) : (
          <DecodeText key={`${label} ${text}`} label={label.trim()} text={text} isOpenAtOnce={isAtOnce} />
        )}
        <span>Examples:</span>
        {decoderExamples.map((example) => (
          <PlainButton
            key={example.name}
            look="subtle"
            onClick={() => setTyped({ label: example.label, text: example.text, isAtOnce: true })}
          >
            {example.name}
          </PlainButton>
        ))}
      </div>
    </>
  );
}

/** Finds the label of a text without one. True = not known yet. '' = no text. */
function useLabel(text: string, onFound: (label: string) => void): boolean {
  const [searched, setSearched] = useState('');
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each text
  useEffect(() => {
    if (text.trim() === '') return;
    let isGone = false;
    void labelOfText(text)
      .catch(() => null)
      .then((found) => {
        if (isGone) return;
        if (found === null) setSearched(text);
        else onFound(found);
      });
    return () => {
      isGone = true;
    };
  }, [text]);
  return text.trim() !== '' && searched !== text;
}
