/** Asked on a user's first list: how to read. It moves no focus and blocks nothing. Own file: loaded only if it is asked. */
import { IconX } from '@tabler/icons-react';
import type { ReactElement } from 'react';
import { PlainButton } from '../../ui/PlainButton.tsx';
import { useListModel } from '../list-model.ts';
import type { Reading } from '../state/list-look.ts';
import styles from './ReadingQuestion.module.css';

type Answer = {
  readonly view: Reading;
  readonly name: string;
  readonly about: string;
  readonly Picture: () => ReactElement;
};

const read: Answer = { view: 'read', name: 'Read', about: 'Sentences, and the selected message', Picture: ReadPicture };
const wide: readonly Answer[] = [
  { view: 'table', name: 'Table', about: 'One row for each reception, all columns', Picture: TablePicture },
  { view: 'lines', name: 'Lines', about: 'One row of two lines for each message', Picture: LinesPicture },
  read,
];
/** A table or lines do not fit. */
const narrow: readonly Answer[] = [
  { view: 'table', name: 'Cards', about: 'Fields', Picture: CardsPicture },
  { ...read, about: 'Sentences', Picture: SentencesPicture },
];

export function ReadingQuestion(): ReactElement {
  const { isNarrow, state, chooseView } = useListModel();
  return (
    <section className={styles.question} aria-label="How to read" data-note>
      <p>
        <b>How do you want to read?</b> You can change this later.
      </p>
      <div className={styles.answers}>
        {(isNarrow ? narrow : wide).map(({ view, name, about, Picture }) => (
          <PlainButton key={view} className={styles.answer} onClick={() => chooseView(view)}>
            <svg viewBox="0 0 84 48" width={84} height={48} aria-hidden="true">
              <Picture />
            </svg>
            <span>
              <b>{name}</b>
              <span className={styles.about}>{about}</span>
            </span>
          </PlainButton>
        ))}
      </div>
      <PlainButton
        look="icon"
        className={styles.close}
        aria-label="Keep this view"
        title="Keep this view"
        onClick={() => chooseView(state.view)}
      >
        <IconX size={18} aria-hidden="true" />
      </PlainButton>
    </section>
  );
}

// ---- Pictures: text as bars, strong ones in the colour of text.

type BarProps = { readonly x: number; readonly y: number; readonly width: number; readonly isStrong?: boolean };
const Bar = ({ x, y, width, isStrong }: BarProps): ReactElement => (
  <rect x={x} y={y} width={width} height={3} rx={1} className={isStrong ? styles.strong : styles.bar} />
);
const Frame = ({ x, y, width, height }: Record<'x' | 'y' | 'width' | 'height', number>): ReactElement => (
  <rect x={x} y={y} width={width} height={height} rx={2} className={styles.frame} />
);

function TablePicture(): ReactElement {
  return (
    <>
      <rect x={0.5} y={0.5} width={83} height={8} className={styles.head} />
      {[3, 13, 21, 29, 37].map((y) =>
        [4, 24, 44, 64].map((x) => <Bar key={`${x} ${y}`} x={x} y={y} width={14} isStrong={y === 3} />),
      )}
    </>
  );
}
function LinesPicture(): ReactElement {
  return (
    <>
      {[4, 20, 36].map((y) => (
        <g key={y}>
          <Bar x={4} y={y} width={12} isStrong />
          <Bar x={4} y={y + 5} width={9} />
          <Bar x={22} y={y} width={44} isStrong />
          <Bar x={22} y={y + 5} width={34} />
          <Bar x={72} y={y} width={8} />
        </g>
      ))}
    </>
  );
}
function ReadPicture(): ReactElement {
  return (
    <>
      <rect x={0.5} y={2} width={34} height={14} className={styles.chosen} />
      {[5, 21, 37].map((y) => (
        <g key={y}>
          <Bar x={4} y={y} width={10} isStrong />
          <Bar x={4} y={y + 5} width={26} />
        </g>
      ))}
      <Bar x={40} y={5} width={40} isStrong />
      <Frame x={40} y={13} width={22} height={30} />
      <Frame x={65} y={13} width={16} height={30} />
      {[18, 25, 32].map((y) => (
        <Bar key={y} x={43} y={y} width={15} />
      ))}
    </>
  );
}
function CardsPicture(): ReactElement {
  return (
    <>
      {[2, 26].map((y) => (
        <g key={y}>
          <Bar x={22} y={y} width={14} isStrong />
          <Frame x={22} y={y + 6} width={40} height={7} />
          <Bar x={22} y={y + 16} width={10} />
          <Bar x={38} y={y + 16} width={10} />
        </g>
      ))}
    </>
  );
}
function SentencesPicture(): ReactElement {
  return (
    <>
      {[4, 20, 36].map((y) => (
        <g key={y}>
          <circle cx={23} cy={y + 2} r={2.5} className={styles.bar} />
          <Bar x={29} y={y} width={12} isStrong />
          <Bar x={29} y={y + 5} width={33} />
        </g>
      ))}
    </>
  );
}
