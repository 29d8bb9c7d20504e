/**
 * Bodies of webhooks: the own format, ntfy, Discord, Slack and Telegram. Words of a notice may come from the radio: they mention no one, are no
 * links and no markup anywhere.
 */
import type { webhookTemplates } from '../../../contract/entities/notices.ts';
import type { SentHit } from './sender.ts';

export type WebhookTemplate = (typeof webhookTemplates)[number];
/** `hits` = newest first, of `total`. `appUrl` = address of the app, without a trailing slash. `sentAt` = an instant. */
export type WebhookMessage = {
  readonly id: string;
  readonly sentAt: string;
  readonly isEmergency: boolean;
  readonly hits: readonly SentHit[];
  readonly total: number;
  readonly appUrl: string;
};
/** Sent to another address where the service has one for its JSON. */
type WebhookRequest = { readonly url: URL; readonly body: string };

/** Notices that a chat shows of a digest. */
const shownHits = 10;
const titleLength = 200;
const wordsLength = 500;

/** What the address of a template must contain. null = complete. */
export function templateFault(template: WebhookTemplate, url: URL): string | null {
  if (template === 'ntfy' && !/^[\w-]{1,64}$/.test(topicOf(url)))
    return 'Add the topic to the address, such as https://ntfy.sh/my-topic.';
  if (template === 'telegram' && !url.searchParams.get('chat_id'))
    return 'Add the chat to the address: https://api.telegram.org/bot<token>/sendMessage?chat_id=<chat>.';
  return null;
}

export function webhookRequest(template: WebhookTemplate, url: URL, message: WebhookMessage): WebhookRequest {
  switch (template) {
    case 'json':
      return { url, body: JSON.stringify(ownFormat(message)) };
    case 'ntfy':
      return ntfy(url, message);
    case 'discord':
      return { url, body: JSON.stringify(discord(message)) };
    case 'slack':
      return { url, body: JSON.stringify(slack(message)) };
    case 'telegram':
      return telegram(url, message);
  }
}

/** Documented in docs/notices.md. */
export const ownFormat = ({ id, sentAt, isEmergency, hits, total, appUrl }: WebhookMessage) => ({
  id,
  sentAt,
  isEmergency,
  total,
  notices: hits.map((hit) => ({
    id: hit.id,
    rule: hit.rule,
    kind: hit.kind,
    isEmergency: hit.isEmergency,
    at: hit.at,
    title: hit.title,
    words: hit.words,
    tail: hit.tail,
    icao: hit.icao,
    flight: hit.flight,
    station: hit.stationNumber ?? (hit.stationId || null),
    url: appUrl + hit.path,
  })),
});

// ---- Parts of all chats

type Parts = { readonly title: string; readonly lines: readonly string[]; readonly link: string };

/** One notice, or a digest. `lines` = without the title. */
function partsOf({ hits, total, appUrl }: WebhookMessage): Parts {
  const [first] = hits;
  if (total <= 1 && first)
    return {
      title: cut(first.title, titleLength),
      lines: first.words === '' ? [] : [cut(first.words, wordsLength)],
      link: appUrl + first.path,
    };
  const shown = hits.slice(0, shownHits).map(({ title }) => `• ${cut(title, titleLength)}`);
  const more = total - shown.length;
  return {
    title: `${total} notices`,
    lines: more > 0 ? [...shown, `and ${more} more`] : shown,
    link: `${appUrl}/notices`,
  };
}

/** In characters, not in halves of one. */
function cut(text: string, max: number): string {
  const characters = [...text.replaceAll(/\p{Cs}/gu, '\uFFFD')];
  return characters.length <= max ? characters.join('') : `${characters.slice(0, max - 1).join('')}…`;
}

/** `head` and the lines that follow within the limit of the service: one beyond it refuses the notice, or makes a file of it. */
function fitting(
  head: readonly string[],
  lines: readonly string[],
  max: number,
  sizeOf = (text: string) => text.length,
) {
  const shown = [...head];
  for (const line of lines) {
    if (sizeOf([...shown, line].join('\n')) > max) break;
    shown.push(line);
  }
  return shown.join('\n');
}

const joiner = '\u2060';
/** On one line, without direction marks. Chats find links, mentions, tags and commands in plain text: an invisible character divides them. */
export function inert(text: string): string {
  return text
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll('://', `:${joiner}//`)
    .replaceAll(/\.(?=[\p{L}\p{N}-]*\p{L})/gu, `.${joiner}`)
    .replaceAll(/[@#]/g, (sign) => sign + joiner)
    .replaceAll(/(?<=^|\s)\/(?=\w)/g, `/${joiner}`)
    .trim();
}

// ---- ntfy: JSON goes to the root of the server, with the topic in it.

const topicOf = ({ pathname }: URL): string => pathname.slice(pathname.lastIndexOf('/') + 1);

/** A longer message is shown as an attachment. */
const ntfyBytes = 4096;

function ntfy(url: URL, message: WebhookMessage): WebhookRequest {
  const { title, lines, link } = partsOf(message);
  const root = new URL(url);
  root.pathname = url.pathname.slice(0, url.pathname.lastIndexOf('/') + 1);
  const body = {
    topic: topicOf(url),
    title: inert(title),
    // Without a text ntfy shows "triggered".
    message: fitting([], lines.map(inert), ntfyBytes, Buffer.byteLength) || inert(title),
    priority: message.isEmergency ? 5 : 3,
    tags: [message.isEmergency ? 'rotating_light' : 'airplane'],
    click: link,
  };
  return { url: root, body: JSON.stringify(body) };
}

// ---- Discord: Markdown, where a backslash takes the meaning of any sign.

const discordText = (text: string): string => inert(text).replaceAll(/[\\*_~`|<>[\]()#@:-]/g, String.raw`\$&`);
const discordLength = 2000;

function discord(message: WebhookMessage) {
  const { title, lines, link } = partsOf(message);
  const mark = message.isEmergency ? '🚨 ' : '';
  const end = `<${link.replaceAll(/[<>\s]/g, encodeURIComponent)}>`;
  const head = `${mark}**${discordText(title)}**`;
  const content = fitting([head], lines.map(discordText), discordLength - end.length - 1);
  // Neither @everyone nor a user or role is mentioned, whatever the text contains.
  return { content: `${content}\n${end}`, allowed_mentions: { parse: [] } };
}

// ---- Slack: plain text in blocks, and an escaped text for notifications.

const slackEscape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const slackTextLength = 3000;

function slack(message: WebhookMessage) {
  const { title, lines, link } = partsOf(message);
  const mark = message.isEmergency ? '🚨 ' : '';
  const text = fitting([`${mark}${inert(title)}`], lines.map(inert), slackTextLength);
  const target = slackEscape(link.replaceAll('|', '%7C'));
  return {
    text: slackEscape(`${mark}${inert(title)}`),
    unfurl_links: false,
    unfurl_media: false,
    blocks: [
      { type: 'section', text: { type: 'plain_text', text, emoji: false } },
      { type: 'section', text: { type: 'mrkdwn', text: `<${target}|Open in Downlink>`, verbatim: true } },
    ],
  };
}

// ---- Telegram: a text without a parse mode, with its formatting beside it.

const telegramLength = 4096;
/** Parameters of the address, which belong to the chat. */
const telegramParameters = ['chat_id', 'message_thread_id', 'disable_notification', 'protect_content'];

function telegram(url: URL, message: WebhookMessage): WebhookRequest {
  const { title, lines, link } = partsOf(message);
  const head = `${message.isEmergency ? '🚨 ' : ''}${inert(title)}`;
  const before = `${fitting([head], lines.map(inert), telegramLength - link.length - 1)}\n`;
  const target = new URL(url);
  target.search = '';
  const ofChat = telegramParameters.flatMap((name) => {
    const value = url.searchParams.get(name);
    return value === null ? [] : [[name, value]];
  });
  const body = {
    ...Object.fromEntries(ofChat),
    text: before + link,
    // Offsets are in UTF-16, like those of JavaScript.
    entities: [
      { type: 'bold', offset: 0, length: head.length },
      { type: 'text_link', offset: before.length, length: link.length, url: link },
    ],
    link_preview_options: { is_disabled: true },
  };
  return { url: target, body: JSON.stringify(body) };
}
