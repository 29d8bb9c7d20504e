import { IconBellPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactElement, ReactNode } from 'react';

type Props = {
  /** Filters of a list by their parameter, `ready`, `newFault`, `silent` (screens/rules/from-address.ts). */
  readonly search: Readonly<Record<string, string>>;
  readonly className?: string | undefined;
  /** Accessible name, where the text does not say what about. */
  readonly name?: string;
  readonly children?: ReactNode;
};

/** Begins a rule in the editor: nothing is on until it is saved. */
export function NotifyLink({ search, className, name, children }: Props): ReactElement {
  return (
    <Link to="/rules/$id" params={{ id: 'new' }} search={search as never} className={className} aria-label={name}>
      <IconBellPlus size={16} aria-hidden="true" />
      {children}
    </Link>
  );
}
