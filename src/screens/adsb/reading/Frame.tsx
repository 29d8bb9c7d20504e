/** A selected frame: its content in words first, then its fields. */
import { IconMap2 } from '@tabler/icons-react';
import { type ReactElement, useMemo } from 'react';
import { factsOf, fieldText } from '../../../list/cells.ts';
import { Facts } from '../../../list/Facts.tsx';
import styles from '../../../list/reading/Message.module.css';
import type { MessageProps } from '../../../list/reading/ReadView.tsx';
import { ObjectLink } from '../../../objects/ObjectLink.tsx';
import { CopyButton } from '../../../ui/CopyButton.tsx';
import { PlainButton } from '../../../ui/PlainButton.tsx';
import { FrameWords } from './FrameWords.tsx';
import { useShowOnMap } from './frame-ways.ts';
import { textOf } from './frame-words.ts';

export function Frame({ row, list, steps }: MessageProps): ReactElement {
  const facts = useMemo(() => factsOf(list, row), [list, row]);
  const icao = textOf(row.icao);
  const show = useShowOnMap()(row);
  return (
    <article className={styles.message}>
      <header className={styles.head}>
        <h2>
          <span className={styles.tail}>
            <ObjectLink to="tail" id={icao || null}>
              {icao || '–'}
            </ObjectLink>
          </span>{' '}
          <FrameWords row={row} />
        </h2>
        <span className={styles.label}>{textOf(row.msgType) || 'Unknown format'}</span>
        <span className={styles.at}>{fieldText(list, 'adsbDateTime', row)}Z</span>
        {steps}
      </header>
      {icao === '' ? null : (
        <div className={styles.actions}>
          <CopyButton text={icao}>Copy address</CopyButton>
          {show ? (
            <PlainButton onClick={show}>
              <IconMap2 size={16} aria-hidden="true" />
              Show on map
            </PlainButton>
          ) : null}
        </div>
      )}
      <section className={styles.part} aria-label={`All ${list.columns.length} fields`}>
        <h3>All {list.columns.length} fields</h3>
        <Facts facts={facts} row={row} />
      </section>
    </article>
  );
}
