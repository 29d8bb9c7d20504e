import { IconChevronLeft } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import styles from './ListScreen.module.css';

/** Before the title of a list of one thing, or of a part of a screen that is shown alone: back to where it belongs. */
export function ParentLink({
  parent,
}: {
  parent: { readonly path: string; readonly label: string; readonly slot?: string };
}): ReactElement {
  // A part keeps the address of the others.
  const search = (now: Record<string, unknown>): Record<string, unknown> =>
    parent.slot === undefined ? {} : { ...now, only: undefined };
  return (
    <Link to={parent.path} search={search as never} className={styles.parent}>
      <IconChevronLeft size={16} aria-hidden="true" />
      {parent.label}
    </Link>
  );
}
