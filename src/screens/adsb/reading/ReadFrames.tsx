/** 'Read' of frames. */
import { IconMap2 } from '@tabler/icons-react';
import { type ReactElement, useMemo } from 'react';
import { cellText, factsOf, fieldText } from '../../../list/cells.ts';
import type { ViewProps } from '../../../list/define-list.ts';
import { Facts } from '../../../list/detail/Facts.tsx';
import messageStyles from '../../../list/reading/Message.module.css';
import { type MessageProps, type ReadRowProps, ReadView } from '../../../list/reading/ReadView.tsx';
import styles from '../../../list/reading/Rows.module.css';
import { KindIcon } from '../../../objects/KindIcon.tsx';
import { ObjectLink } from '../../../objects/ObjectLink.tsx';
import { CopyButton } from '../../../ui/CopyButton.tsx';
import { PlainButton } from '../../../ui/PlainButton.tsx';
import sharedStyles from '../../../ui/shared.module.css';
import { FrameWords } from './FrameWords.tsx';
import { useFrameKeys, useShowOnMap } from './frame-ways.ts';
import { frameWords, textOf } from './frame-words.ts';

export function ReadFrames(props: ViewProps): ReactElement {
  const keys = useFrameKeys();
  return <ReadView {...props} Row={ReadRow} Message={Frame} onAhead={nothing} keys={keys} />;
}
/** A frame is decoded as received. */
const nothing = (): void => {};

function ReadRow({ row, isNarrow }: ReadRowProps): ReactElement {
  const { kind, words } = frameWords(row);
  return (
    <div className={styles.read} data-kind={kind} data-narrow={isNarrow || undefined}>
      <KindIcon kind={kind} className={styles.icon} />
      <span className={styles.who}>
        <b>{textOf(row.icao) || '–'}</b> {words}
      </span>
      <span className={styles.time}>{cellText('instant', row.adsbDateTime).slice(11)}</span>
      <span className={styles.text}>{textOf(row.msgType)}</span>
      <span className={styles.label}>{textOf(row.stationId)}</span>
    </div>
  );
}

// ---- A selected frame: its content in words first, then its fields.

function Frame({ row, list, steps }: MessageProps): ReactElement {
  const facts = useMemo(() => factsOf(list, row), [list, row]);
  const icao = textOf(row.icao);
  const show = useShowOnMap()(row);
  return (
    <article className={messageStyles.message}>
      <header className={messageStyles.head}>
        <h2>
          <span className={messageStyles.tail}>
            <ObjectLink to="tail" id={icao || null}>
              {icao || '–'}
            </ObjectLink>
          </span>{' '}
          <FrameWords row={row} />
        </h2>
        <span className={messageStyles.label}>{textOf(row.msgType) || 'Unknown format'}</span>
        <span className={messageStyles.at}>{fieldText(list, 'adsbDateTime', row)}Z</span>
        {steps}
      </header>
      {icao === '' ? null : (
        <div className={sharedStyles.buttons}>
          <CopyButton text={icao}>Copy address</CopyButton>
          {show ? (
            <PlainButton onClick={show}>
              <IconMap2 size={16} aria-hidden="true" />
              Show on map
            </PlainButton>
          ) : null}
        </div>
      )}
      <section className={messageStyles.part} aria-label={`All ${list.columns.length} fields`}>
        <h3>All {list.columns.length} fields</h3>
        <Facts facts={facts} row={row} />
      </section>
    </article>
  );
}
