/** Which ways can work on this server, in the words that the editor shows. Own file: each way is one function. */
import type { WaysState } from '../../../contract/entities/rules.ts';
import type { Context } from '../../http/guard.ts';
import type { MailConfig } from '../../mail/mail-config.ts';
import type { MqttConfig } from '../mqtt/mqtt-config.ts';
import type { Push } from '../ways/push.ts';

/** What the ways depend on. */
export type WayServices = {
  readonly config: { readonly mail: Pick<MailConfig, 'smtpUrl' | 'publicUrl'>; readonly mqtt: MqttConfig | null };
  readonly push: Pick<Push, 'fault'>;
};
type State = WaysState[keyof WaysState];
const works: State = { canWork: true, reason: null };

async function pushState({ push }: WayServices, request: Context['request']): Promise<State> {
  const reason = await push.fault(request);
  return reason === null ? works : { canWork: false, reason };
}

const emailState = ({ config }: WayServices): State =>
  config.mail.smtpUrl === null
    ? { canWork: false, reason: 'This server has no mail server: SMTP_URL is not set. Use push or a webhook.' }
    : works;

const mqttState = ({ config }: WayServices): State =>
  config.mqtt === null
    ? { canWork: false, reason: 'This server has no MQTT broker: MQTT_URL is not set. Use a webhook.' }
    : works;

export const wayStates = async (services: WayServices, request: Context['request']): Promise<WaysState> => ({
  push: await pushState(services, request),
  email: emailState(services),
  webhook: works,
  mqtt: mqttState(services),
});
