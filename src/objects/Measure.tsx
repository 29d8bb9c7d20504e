import type { ReactElement } from 'react';
import { noValue } from '../lib/format.ts';
import { amountText, type Quantity } from '../lib/units.ts';
import { StateBadge } from '../ui/StateBadge.tsx';
import shared from '../ui/shared.module.css';
import { useUnits } from './units-choice.ts';

type MeasureProps = { readonly of: Quantity; readonly value: number | null | undefined };

/** `450 kt` in the units of the user. Screen readers get the word of the unit. `value` in the stored unit. */
export function Measure({ of, value }: MeasureProps): ReactElement {
  const unit = useUnits()[of];
  if (value === null || value === undefined) return <>{noValue}</>;
  return (
    <span className={shared.noWrap}>
      {amountText(unit, value)} <UnitSign of={of} />
    </span>
  );
}

/** `kt`, read as `knots`. */
export function UnitSign({ of }: Pick<MeasureProps, 'of'>): ReactElement {
  const { sign, word } = useUnits()[of];
  return (
    <abbr className={shared.noUnderline} title={word}>
      {sign}
    </abbr>
  );
}

/** Two transmitters use the address of this aircraft: its position may be that of the other one. */
export const Doubtful = (): ReactElement => (
  <p>
    <StateBadge kind="warn" word="Doubtful" /> This address was received at two places at the same time. One of them is
    shown.
  </p>
);
