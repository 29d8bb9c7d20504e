/** Settings of MQTT. Never include an address or a password in a text. */
import { hasStrayUser } from '../../base/settings.ts';
import { StartupError } from '../../base/startup-error.ts';

export type MqttConfig = {
  readonly isSecure: boolean;
  readonly host: string;
  readonly port: number;
  /** null = none. */
  readonly username: string | null;
  readonly password: string | null;
  /** First part of every topic, without a slash at its end. */
  readonly topic: string;
  /** First part of the topics of Home Assistant's discovery. null = off. */
  readonly discovery: string | null;
};

/** null = off. @throws StartupError */
export function readMqtt(env: NodeJS.ProcessEnv): MqttConfig | null {
  const topic = topicOf('MQTT_TOPIC', env.MQTT_TOPIC, 'downlink');
  const discovery = topicOf('MQTT_HOME_ASSISTANT', env.MQTT_HOME_ASSISTANT, 'homeassistant');
  const text = env.MQTT_URL?.trim();
  if (!text) return null;
  const url = URL.canParse(text) ? new URL(text) : null;
  const isPlain = url !== null && /^\/?$/.test(url.pathname) && !url.search && !url.hash && !/[\s\\]/.test(text);
  if (!url?.hostname || !/^mqtts?:$/.test(url.protocol) || !isPlain || hasStrayUser(url)) throw new StartupError(form);
  const isSecure = url.protocol === 'mqtts:';
  return {
    isSecure,
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port) || (isSecure ? 8883 : 1883),
    username: env.MQTT_USERNAME?.trim() || decoded(url.username),
    password: env.MQTT_PASSWORD?.trim() || decoded(url.password),
    topic,
    discovery: discovery.toLowerCase() === 'off' ? null : discovery,
  };
}

const form =
  'MQTT_URL must be in the form mqtt://user:password@broker.lan:1883 or mqtts://broker.example.org, with / ? # @ of the password as %2F %3F %23 %40.';

function decoded(text: string): string | null {
  if (text === '') return null;
  try {
    return decodeURIComponent(text);
  } catch {
    throw new StartupError(form);
  }
}

/** Wildcards, and `$` at the start, have a meaning in MQTT. */
function topicOf(name: string, text: string | undefined, standard: string): string {
  const topic = text?.trim() || standard;
  if (!/^[\w.-]+(\/[\w.-]+)*$/.test(topic) || topic.length > 100)
    throw new StartupError(
      `${name} must be a topic such as radio/downlink: letters, digits, - . _ and / between them.`,
    );
  return topic;
}
