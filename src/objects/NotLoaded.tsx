/** What could not be loaded, why, and how to go on. A section without data has it in place of its content. */
import { IconPlugConnectedX, IconRefresh } from '@tabler/icons-react';
import type { ReactElement } from 'react';
import { NothingStored } from '../data/race.ts';
import { nothingStoredText } from '../data/waiting.ts';
import { PlainButton } from '../ui/PlainButton.tsx';
import { ServerMessage } from '../ui/ServerMessage.tsx';
import { NextStep } from './NextStep.tsx';

type Props = {
  readonly error: Error;
  /** `this page`, `these charts`. */
  readonly what: string;
  readonly onRetry: () => void;
  /** Of each line. */
  readonly className?: string | undefined;
  /** Part of a screen whose other parts are usable. */
  readonly isPart?: boolean;
};

export function NotLoaded({ error, what, onRetry, className, isPart = false }: Props): ReactElement {
  const isUnreached = error instanceof NothingStored;
  const them = what.startsWith('these ') ? 'them' : 'it';
  return (
    <>
      <p className={className}>
        <IconPlugConnectedX size={16} aria-hidden="true" />{' '}
        {isUnreached ? (
          `${nothingStoredText(error.why, what)} Open ${them} once while online to store ${them}.`
        ) : (
          <>
            <strong>{what.charAt(0).toUpperCase() + what.slice(1)} could not be loaded.</strong>{' '}
            <ServerMessage text={error.message} />
          </>
        )}
      </p>
      <p className={className}>
        <PlainButton onClick={onRetry}>
          <IconRefresh size={16} aria-hidden="true" />
          Try again
        </PlainButton>{' '}
        {isPart && !isUnreached ? null : <NextStep error={error} />}
      </p>
    </>
  );
}
