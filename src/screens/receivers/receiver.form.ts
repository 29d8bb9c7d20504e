import { type ReceiverKind, receiverKinds } from '../../../contract/receiver-kinds.ts';
import {
  hasPath,
  hasStation,
  hostFault,
  pathFault,
  portFault,
  type ReceiverFields,
  receiverLimits,
} from '../../../contract/receiver-rules.ts';
import { defineForm, type FormValues, type Suggestion } from '../../form/define-form.ts';
import { maxLength } from '../../form/rules.ts';
import { kindNames, usualPorts } from './receiver-text.ts';

export type ReceiverInput = 'kind' | 'host' | 'port' | 'path' | 'station';
type Values = FormValues<ReceiverInput>;
export const receiverSection = 'Connection';

const choiceLabels: Readonly<Record<ReceiverKind, string>> = {
  ...kindNames,
  beast: 'Beast: connect to readsb or dump1090',
  avr: 'AVR: connect to dump1090',
  sbs: 'SBS: connect, contains less than Beast',
  'aircraft.json': 'aircraft.json: positions only',
  acars: 'JSON lines: connect to acars_router',
  'acars-listen': 'Decoder port: wait for decoders, UDP and TCP',
  'beast-listen': 'Beast port: wait for receivers',
  'avr-listen': 'AVR port: wait for receivers',
  'sbs-listen': 'SBS port: wait for receivers',
};

export const receiverForm = (stations: readonly Suggestion[]) =>
  defineForm({
    name: 'addReceiver',
    sections: [
      {
        title: receiverSection,
        fields: [
          { name: 'kind', label: 'Kind', choices: receiverKinds, choiceLabels, isRequired: true },
          {
            name: 'station',
            label: 'Station',
            suggestions: stations,
            rules: [maxLength(receiverLimits.station)],
            applies: ({ kind = '' }) => hasStation(kindOf(kind)),
            hint: 'Number or receiver name.',
          },
          {
            name: 'host',
            label: 'Host',
            isRequired: true,
            rules: [(text) => (text.trim() === '' ? hostFault('', 'beast') : null)],
            placeholder: 'such as 192.168.1.20',
            hint: 'To listen on a port, enter an address of this server. 0.0.0.0 accepts connections from the whole network, without a password.',
          },
          {
            name: 'port',
            label: 'Port',
            type: 'number',
            isRequired: true,
            rules: [(text) => portFault(portOf(text))],
            hint: '1 to 65535',
          },
          {
            name: 'path',
            label: 'Path',
            isRequired: true,
            applies: ({ kind = '' }) => hasPath(kindOf(kind)),
            rules: [(text) => pathFault(text.trim(), 'aircraft.json')],
            hint: 'Where the file is on that host, such as /tar1090/data/aircraft.json.',
          },
        ],
      },
    ],
    buttons: { save: 'Add receiver', cancel: 'Cancel' },
    failed: 'The receiver was not added',
  });

const portOf = (text: string): number => (/^\d{1,5}$/.test(text.trim()) ? Number(text) : Number.NaN);

export const receiverOf = (values: Values): ReceiverFields => ({
  kind: kindOf(values.kind),
  host: values.host.trim(),
  port: portOf(values.port),
  station: hasStation(kindOf(values.kind)) ? values.station.trim() : '',
  path: hasPath(kindOf(values.kind)) ? values.path.trim() : '',
});

const kindOf = (text: string): ReceiverKind => receiverKinds.find((kind) => kind === text) ?? 'beast';

const usualPath = '/tar1090/data/aircraft.json';

export function initialReceiver(kindText: string, station: string): Values {
  const kind = kindOf(kindText);
  return { kind, host: '', station, port: String(usualPorts[kind]), path: usualPath };
}

/** The port follows a new kind while it is the usual one of the old kind. */
export const portOfKind = (values: Values, before: string): string =>
  values.port === String(usualPorts[kindOf(before)]) ? String(usualPorts[kindOf(values.kind)]) : values.port;
