/** A decoded message. Decoded positions are never drawn on a map: they may be wrong. */
import { IconCircleCheck, IconCircleDashed, IconProgressHelp } from '@tabler/icons-react';
import type { ReactElement } from 'react';
import type { DecodedItem, DecodingModel } from '../../contract/entities/decoding.ts';
import { manyLines } from '../lib/format.ts';
import { specTexts } from '../lib/spec-texts.ts';
import { KindIcon } from '../objects/KindIcon.tsx';
import { kindWords } from '../objects/kind-words.ts';
import { LinkedWords } from '../objects/LinkedWords.tsx';
import { CopyButton } from '../ui/CopyButton.tsx';
import shared from '../ui/shared.module.css';
import styles from './DecodingResult.module.css';
import { type Decoding, textOfDecoding, titleOf, understoodWords, unverified } from './decoding.ts';

const { decodedMessage } = specTexts.decoder;
const levelIcons: Readonly<Record<DecodingModel['level'], ReactElement>> = {
  full: <IconCircleCheck size={16} aria-hidden="true" />,
  partial: <IconProgressHelp size={16} aria-hidden="true" />,
  none: <IconCircleDashed size={16} aria-hidden="true" />,
};

type Props = {
  readonly decoding: Decoding;
  readonly by: 'server' | 'device';
  /** Without: it is next to its sentence. */
  readonly hasSentence?: boolean;
};

export function DecodingResult({ decoding, by, hasSentence = true }: Props): ReactElement {
  return (
    <div className={styles.result}>
      <p className={styles.title} dir="auto">
        {decodedMessage} <strong>{manyLines(titleOf(decoding))}</strong>
      </p>
      {decoding.level === 'unknown' ? null : <OwnModel model={decoding} hasSentence={hasSentence} />}
      <div className={shared.wrappingLine}>
        <CopyButton text={textOfDecoding(decoding, decodedMessage)}>Copy result</CopyButton>
        <span className={shared.dim}>{by === 'device' ? 'Decoded on this device' : 'Decoded by the server'}</span>
      </div>
    </div>
  );
}

function OwnModel({ model, hasSentence }: { model: DecodingModel; hasSentence: boolean }): ReactElement {
  const { meaning } = model;
  const hasPosition = model.items.some(({ isUnverified }) => isUnverified);
  return (
    <>
      {hasSentence && meaning && meaning.level !== 'none' ? (
        <p className={styles.sentence}>
          <KindIcon kind={meaning.kind} /> {kindWords[meaning.kind]}: <LinkedWords {...meaning} />
        </p>
      ) : null}
      <p className={styles.level}>
        {levelIcons[model.level]} {model.reason ?? understoodWords(model)}
      </p>
      {model.items.length === 0 ? null : (
        <table className={styles.items}>
          <caption className="dl-hidden">Decoded content</caption>
          <tbody>
            {model.items.map((item, at) => (
              // A message may contain the same item twice.
              // biome-ignore lint/suspicious/noArrayIndexKey: the items of one decoding never change
              <ItemRow key={at} item={item} />
            ))}
          </tbody>
        </table>
      )}
      {hasPosition ? (
        <p className={shared.dim}>Positions are decoded from text. Check them against other sources.</p>
      ) : null}
      {model.level !== 'partial' || model.remaining === '' ? null : (
        <div>
          <h3 className={styles.heading}>Not decoded</h3>
          <pre className={styles.rest} dir="auto">
            {manyLines(model.remaining)}
          </pre>
        </div>
      )}
    </>
  );
}

function ItemRow({ item }: { item: DecodedItem }): ReactElement {
  return (
    <tr>
      <th scope="row">{manyLines(item.label)}</th>
      <td dir="auto">
        {manyLines(item.value)}
        {item.isUnverified ? (
          <>
            {' '}
            <span className={styles.mark}>{unverified}</span>
          </>
        ) : null}
      </td>
    </tr>
  );
}
