/** Added: audit trail (decision 23). */
import { code, codeOrNull, instant, textOrNull } from '../kinds.ts';

export const auditEntry = {
  at: instant,
  /** null = the program, a command, or a visitor with an address. */
  userName: codeOrNull,
  action: code,
  subject: code,
  name: textOrNull,
  details: textOrNull,
  address: codeOrNull,
  company: codeOrNull,
};
export const auditActions = [
  'created',
  'changed',
  'deleted',
  'logged in',
  'login failed',
  'export started',
  'exported',
  'read many rows',
  'import started',
  'imported',
  'import failed',
  'confirmed',
  'purged',
] as const;
export const auditSubjects = [
  'user',
  'station',
  'bid',
  'station key',
  'receiver name',
  'receiver',
  'setting',
  'webhook',
  'login',
  'list',
  'file',
  'clock',
  'audit trail',
  'rule',
] as const;
