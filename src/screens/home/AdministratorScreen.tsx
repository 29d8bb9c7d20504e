import { IconCurrencyDollar, IconUsers } from '@tabler/icons-react';
import type { ReactElement } from 'react';
import { specTexts } from '../../lib/spec-texts.ts';
import { LinkCard, StartPage } from './StartCard.tsx';
import { StorageNote } from './StorageNote.tsx';

/** The start page of an Admin: two cards (NAV-18). */
export default function AdministratorScreen(): ReactElement {
  return (
    <StartPage title="Administrator" note={<StorageNote />}>
      <LinkCard
        to="/user"
        icon={<IconUsers size={28} aria-hidden />}
        title={specTexts.home.userCard}
        text="Users: create, read, update, delete."
      />
      <LinkCard
        to="/overall-bid-details"
        icon={<IconCurrencyDollar size={28} aria-hidden />}
        title={specTexts.home.bidCard}
        text="Current, scheduled and past bids."
      />
    </StartPage>
  );
}
