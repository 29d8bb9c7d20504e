/** Added: rules, the notices that they give, and the ways on which notices leave the product (decision 45). */
import * as z from 'zod/mini';
import { del, get, list, nothing, post, put } from '../endpoint.ts';
import * as entity from '../entities/notices.ts';
import { rule, ruleBody, ruleChange, trial, waysState } from '../entities/rules.ts';
import { filtersOf } from '../fields.ts';
import { filterParams } from '../filters.ts';

const filters = filtersOf(entity.notice);

export const rules = {
  list: get('ADD-rules', '/Rules', z.array(rule), {
    summary: 'Rules of the caller, of the company and of everyone',
    stored: { title: 'Rules', screen: '/rules' },
  }),
  add: post('ADD-addRule', '/Rules', rule, {
    body: ruleBody,
    status: 201,
    refuses: [409],
    summary: 'Add a rule',
  }),
  change: put('ADD-changeRule', '/Rules/{id}', rule, {
    body: ruleChange,
    refuses: [404, 409],
    summary: 'Change a rule. The version is that of the rule that it replaces',
  }),
  remove: del('ADD-removeRule', '/Rules/{id}', nothing, { refuses: [404], summary: 'Remove a rule and its notices' }),
  tryOut: post('ADD-tryRule', '/Rules/Trial', trial, {
    body: ruleBody,
    summary: 'Notices that a rule would have created for the newest 100,000 messages',
  }),
  ways: get('ADD-ways', '/Rules/Ways', waysState, {
    summary: 'Ways of delivery, and why one does not work on this server',
  }),
};

export const notices = {
  list: list(
    'ADD-notices',
    '/Notices',
    { rows: 'notices', count: 'noticesCount', entity: entity.noticeRow, filters },
    {
      query: filterParams(filters),
      summary: 'Notices of the caller: open emergencies, then the newest',
      stored: { title: 'Notices', screen: '/notices' },
    },
  ),
  count: get('ADD-noticeCount', '/Notices/Count', entity.noticeCount, {
    summary: 'New notices of the caller',
    stored: { title: 'Count of notices' },
  }),
  change: put('ADD-changeNotices', '/Notices/State', nothing, {
    body: entity.noticeChange,
    refuses: [404, 409],
    summary: 'Mark notices as seen, take them, release them, mark them as done, or open them again',
  }),
  settings: get('ADD-noticeSettings', '/Notices/Settings', entity.noticeSettings, {
    summary: 'Quiet hours of the caller, and how email is sent',
  }),
  changeSettings: put('ADD-changeNoticeSettings', '/Notices/Settings', nothing, {
    body: entity.noticeSettings,
    summary: 'Change quiet hours and email',
  }),
};

export const ways = {
  push: get('ADD-push', '/Push', entity.pushState, { summary: 'Devices of the caller that receive push messages' }),
  subscribe: put('ADD-subscribe', '/Push', z.object({ id: z.string() }), {
    body: entity.pushSubscription,
    refuses: [409],
    summary: 'Add this device, or renew its subscription',
  }),
  unsubscribe: del('ADD-unsubscribe', '/Push/{id}', nothing, { refuses: [404], summary: 'Remove a device' }),
  testPush: post('ADD-testPush', '/Push/{id}/Test', entity.wayTest, {
    refuses: [404],
    summary: 'Send a test to a device',
  }),
  webhooks: get('ADD-webhooks', '/Webhooks', z.array(entity.webhook), { summary: 'Webhooks of the caller' }),
  addWebhook: post('ADD-addWebhook', '/Webhooks', entity.newWebhook, {
    body: entity.webhookBody,
    status: 201,
    refuses: [409],
    summary: 'Add a webhook. The secret of its signature is returned once',
  }),
  removeWebhook: del('ADD-removeWebhook', '/Webhooks/{id}', nothing, { refuses: [404], summary: 'Remove a webhook' }),
  testWebhook: post('ADD-testWebhook', '/Webhooks/{id}/Test', entity.wayTest, {
    refuses: [404, 409],
    summary: 'Send a test to a webhook, which also ends its pause',
  }),
};
