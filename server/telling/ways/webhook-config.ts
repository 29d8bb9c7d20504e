/** Setting of webhooks. */
import { words } from '../../base/settings.ts';
import { StartupError } from '../../base/startup-error.ts';

export type WebhookConfig = {
  /** Origins that may be in a private network, and without TLS. */
  readonly privateOrigins: readonly string[];
};

/** `WEBHOOK_PRIVATE_ADDRESSES` = `http://ntfy.lan:8080,https://192.168.1.20`. @throws StartupError */
export function readWebhooks(env: NodeJS.ProcessEnv): WebhookConfig {
  return { privateOrigins: words(env.WEBHOOK_PRIVATE_ADDRESSES).map(readOrigin) };
}

function readOrigin(entry: string, at: number): string {
  const url = URL.canParse(entry) ? new URL(entry) : null;
  if (!url?.hostname || !/^https?:$/.test(url.protocol) || !/^https?:\/\/[^/?#@\\]+\/?$/i.test(entry))
    throw new StartupError(
      `WEBHOOK_PRIVATE_ADDRESSES must be addresses without a path, such as http://ntfy.lan:8080, but its entry ${at + 1} is not.`,
    );
  return url.origin;
}
