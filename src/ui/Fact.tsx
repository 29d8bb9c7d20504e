/** A name and its value in a list of facts (`dl`). */
import type { ReactElement, ReactNode } from 'react';
import { noValue } from '../lib/format.ts';

type Props = {
  readonly name: string;
  /** null = unknown. */
  readonly children: ReactNode;
  readonly className?: string | undefined;
};

export function Fact({ name, children, className }: Props): ReactElement {
  return (
    <div className={className}>
      <dt>{name}</dt>
      <dd dir="auto">{children ?? noValue}</dd>
    </div>
  );
}
