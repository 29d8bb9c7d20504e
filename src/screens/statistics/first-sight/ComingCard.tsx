/** Place of a chart before it is drawn, as high as the chart of 20 stations: nothing below it moves. */
import type { ReactElement } from 'react';
import styles from './FirstSight.module.css';

type ChartKind = 'messages' | 'hours' | 'ranges' | 'calendar' | 'levels' | 'tops';

export const ComingCard = ({ kind }: { kind: ChartKind }): ReactElement => (
  <div className={styles.coming} data-chart={kind} />
);
