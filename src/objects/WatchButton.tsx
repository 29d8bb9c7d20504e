/** Star of an aircraft, station or airport: watched ones are first in the go-to dialog. */
import { IconStar, IconStarFilled } from '@tabler/icons-react';
import type { ReactElement } from 'react';
import { basePath } from '../lib/base-path.ts';
import { useAudience } from '../session/use-session.ts';
import { notify } from '../ui/notices.ts';
import { PlainButton } from '../ui/PlainButton.tsx';
import { mayReadFaults } from './rules/ready-made.ts';
import { isWatched, maxWatched, toggleWatched, useWatched, type Watched } from './watched.ts';

/** `name` = the object in the accessible name. */
export function WatchButton({ object, name = object.id }: { object: Watched; name?: string }): ReactElement {
  const isOn = isWatched(useWatched(), object);
  const hasFaults = mayReadFaults(useAudience());
  const Star = isOn ? IconStarFilled : IconStar;
  const toggle = (): void => {
    if (toggleWatched(object)) {
      if (!isOn && object.kind === 'tail' && hasFaults)
        notify({
          kind: 'done',
          title: `${name} is watched`,
          text: 'A rule can notify you of its new faults.',
          link: {
            label: 'Notify me',
            href: `${basePath}/rules/new?${new URLSearchParams({ ready: 'faults', tail: object.id })}`,
          },
        });
      return;
    }
    notify({
      title: `${name} is not watched`,
      text: `You watch ${maxWatched} objects already. Remove one to add another.`,
      kind: 'warn',
    });
  };
  return (
    <PlainButton look="icon" aria-label={`Watch ${name}`} aria-pressed={isOn} onClick={toggle}>
      <Star size={20} stroke={1.6} aria-hidden />
    </PlainButton>
  );
}
