import type { ReactElement } from 'react';
import { noValue } from '../lib/format.ts';
import { amountText, type Quantity } from '../lib/units.ts';
import styles from './Measure.module.css';
import { useUnits } from './units-choice.ts';

type MeasureProps = { readonly of: Quantity; readonly value: number | null | undefined };

/** `450 kt` in the units of the user. Screen readers get the word of the unit. `value` in the stored unit. */
export function Measure({ of, value }: MeasureProps): ReactElement {
  const unit = useUnits()[of];
  if (value === null || value === undefined) return <>{noValue}</>;
  return (
    <span className={styles.measure}>
      {amountText(unit, value)} <UnitSign of={of} />
    </span>
  );
}

/** `kt`, read as `knots`. */
export function UnitSign({ of }: Pick<MeasureProps, 'of'>): ReactElement {
  const { sign, word } = useUnits()[of];
  return (
    <abbr className={styles.sign} title={word}>
      {sign}
    </abbr>
  );
}
