import { IconChevronLeft } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import type { ListSubject } from './define-list.ts';
import styles from './ListScreen.module.css';

/** Before the title of a list of one thing: back to the list in which that thing stands. */
export function ParentLink({ of }: { of: ListSubject }): ReactElement {
  return (
    <Link to={of.parent.path} className={styles.parent}>
      <IconChevronLeft size={16} aria-hidden="true" />
      {of.parent.label}
    </Link>
  );
}
