/** Cells of the user list. No style imports: unit tests load the list definition. Own file: a list definition contains no components. */
import { IconCircleCheck, IconUserPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { specTexts } from '../../lib/spec-texts.ts';
import type { AnyRow } from '../../list/define-list.ts';

/** USR-02: an icon when true, otherwise empty. */
export function confirmedCell({ emailConfirmed }: AnyRow): ReactElement | null {
  return emailConfirmed === true ? (
    <IconCircleCheck size={18} style={{ verticalAlign: 'middle' }} role="img" aria-label="Email confirmed" />
  ) : null;
}

/** USR-03. */
export function userLinks({ id, userName }: AnyRow): ReactElement {
  const name = String(userName);
  return (
    <span style={{ display: 'inline-flex', gap: 16 }}>
      <Link to={`/updateUser/${encodeURIComponent(String(id))}`} aria-label={`${specTexts.users.update} ${name}`}>
        {specTexts.users.update}
      </Link>
      <Link to={`/deleteUser/${encodeURIComponent(String(id))}`} aria-label={`${specTexts.users.delete} ${name}`}>
        {specTexts.users.delete}
      </Link>
    </span>
  );
}

export function AddUserLink(): ReactElement {
  return (
    <Link
      to="/addUser"
      style={{ display: 'inline-flex', alignItems: 'center', gap: 6, minHeight: 'var(--dl-control)' }}
    >
      <IconUserPlus size={16} aria-hidden="true" />
      Add user
    </Link>
  );
}
