import { createElement } from 'react';
import { api } from '../../../contract/api.ts';
import { specTexts } from '../../lib/spec-texts.ts';
import { defineList } from '../../list/define-list.ts';
import { AddUserLink, confirmedCell, userLinks } from './user-cells.tsx';

/** /user: all accounts (USR-01 to USR-08). No filters, so All is always enabled (C22b). */
export default defineList({
  name: 'user',
  noun: ['user', 'users'],
  endpoint: api.account.users,
  window: null,
  columns: [
    { key: 'name', isMono: false, header: 'Name', width: 140 },
    { key: 'surname', isMono: false, header: 'Surname', width: 140 },
    { key: 'userName', isMono: false, header: 'Username', width: 150 },
    { key: 'company', isMono: false, header: 'Company', width: 150 },
    { key: 'email', isMono: false, header: 'Email', width: 240 },
    { key: 'role', isMono: false, header: 'Role', width: 130 },
    { key: 'terms', header: 'Terms', width: 100 },
    { key: 'ethereumAccountAddress', header: 'Ethereum account', width: 180 },
    { key: 'emailConfirmed', header: 'Email confirmed', width: 140, cell: confirmedCell },
    { key: 'id', header: 'Change', width: 180, cell: userLinks, isPinned: true },
  ],
  without: ['loginProvider', 'phoneNumber'],
  filters: {},
  paging: { sizes: [10, 25, 50, 100, 1000], all: 'always', total: 'exact' },
  messages: {
    empty: specTexts.users.empty,
    failed: specTexts.users.failed,
    incompleteDate: specTexts.list.incompleteDate,
  },
  card: {
    title: ['userName', 'role'],
    time: null,
    text: null,
    facts: ['email', 'company', 'name', 'surname', 'emailConfirmed'],
    otherFacts: [],
    actions: userLinks,
  },
  action: createElement(AddUserLink),
});
