import { api } from '../../../contract/api.ts';
import { auditActions, auditSubjects } from '../../../contract/entities/audit.ts';
import { specTexts } from '../../lib/spec-texts.ts';
import { defineList, last } from '../../list/define-list.ts';

/** /audit: who did what, and from where. Users of a company see the exports of its users (decision 23). */
export default defineList({
  name: 'audit',
  noun: ['entry', 'entries'],
  endpoint: api.audit.list,
  window: last({ hours: 168 }),
  columns: [
    { key: 'at', header: 'Time', width: 180, hasUtcMark: true },
    { key: 'userName', header: 'User', width: 140, meaning: 'Blank: the server, a command, or a failed login' },
    { key: 'action', header: 'Action', isMono: false, width: 140 },
    { key: 'subject', header: 'Subject', isMono: false, width: 140 },
    { key: 'name', header: 'Name', isMono: false, width: 180 },
    { key: 'details', header: 'Details', isMono: false, width: 480 },
    { key: 'address', header: 'Address', width: 160, meaning: 'Network address of the caller' },
    { key: 'company', header: 'Company', width: 150, meaning: 'Company of the user at that time' },
  ],
  filters: {
    start: { label: 'From, To', group: 'Time' },
    userName: { label: 'User', group: 'Who' },
    company: { label: 'Company', group: 'Who' },
    address: { label: 'Address', group: 'Who' },
    action: { label: 'Action', group: 'What', values: auditActions },
    subject: { label: 'Subject', group: 'What', values: auditSubjects },
    name: { label: 'Name', group: 'What' },
    details: { label: 'Details', group: 'What' },
  },
  paging: { sizes: [10, 25, 50, 100, 1000], all: 'after-search' },
  export: { fileName: 'Audit trail', without: [] },
  messages: {
    empty: 'Nothing was recorded.',
    failed: 'The audit trail could not be loaded.',
    incompleteDate: specTexts.list.incompleteDate,
  },
  card: {
    title: ['action', 'subject'],
    time: 'at',
    text: 'details',
    facts: ['userName', 'name', 'address', 'company'],
    // Settings have long names, and few entries have every fact.
    otherFacts: [],
  },
});
