/** Settings of push messages. */
import { words } from '../../base/settings.ts';
import { StartupError } from '../../base/startup-error.ts';

export type PushConfig = {
  readonly isOn: boolean;
  /** Origins of push services in the owner's network, which may lack TLS. */
  readonly services: readonly string[];
};

/** @throws StartupError */
export function readPush(env: NodeJS.ProcessEnv): PushConfig {
  const text = env.PUSH_SERVICES?.trim() ?? '';
  if (text.toLowerCase() === 'off') return { isOn: false, services: [] };
  return { isOn: true, services: words(text).map(originOf) };
}

function originOf(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !/^https?:$/.test(url.protocol) || url.pathname !== '/' || url.search || url.username)
    throw new StartupError(
      `PUSH_SERVICES must be 'off' or addresses such as https://push.example.org, separated by commas.`,
    );
  return url.origin;
}
