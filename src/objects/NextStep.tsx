/** Where to go on from a screen without data: to what the device stores while the server is unreachable, otherwise to the overview. */
import { Link } from '@tanstack/react-router';
import clsx from 'clsx';
import type { ReactElement } from 'react';
import { ApiError } from '../data/api-error.ts';
import { NothingStored } from '../data/race.ts';
import button from '../ui/PlainButton.module.css';
import shared from '../ui/shared.module.css';

export function NextStep({ error = null }: { readonly error?: Error | null }): ReactElement {
  const isUnreached = error instanceof NothingStored || (error instanceof ApiError && error.unreached !== null);
  return (
    <Link
      to={isUnreached ? '/device' : '/overview'}
      className={clsx(button.button, button.default, shared.noUnderline)}
    >
      {isUnreached ? 'Stored on this device' : 'Overview'}
    </Link>
  );
}
