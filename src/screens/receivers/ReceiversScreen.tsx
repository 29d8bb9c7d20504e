/** /receivers: every receiver with its state and counts, and how decoders send to this server (decision 8). */

import { IconPlus } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactElement, useMemo, useState } from 'react';
import { api } from '../../../contract/api.ts';
import type { ForwardDestination, Receiver, Receivers } from '../../../contract/entities/receivers.ts';
import { parseInstant } from '../../../contract/params.ts';
import { attempt } from '../../data/attempt.ts';
import type { ApiResponse } from '../../data/resource.ts';
import { receiversKey, receiversQuery } from '../../data/resources.ts';
import { send } from '../../data/send.ts';
import { useNow } from '../../data/use-now.ts';
import { counted, formatCount, noValue, oneLine } from '../../lib/format.ts';
import { type ReportTime, say } from '../../lib/tense.ts';
import { utcMoment } from '../../lib/time.ts';
import page from '../../objects/ObjectPage.module.css';
import { ObjectPage, Panel } from '../../objects/ObjectPage.tsx';
import { hostForOthers, isLoopback } from '../../stations/server-address.ts';
import { connectedText, type Shown, sentenceOf, stateOf } from '../../stations/source-state.ts';
import { asOfText, isCurrent } from '../../stations/station-text.ts';
import { Confirmation } from '../../ui/Confirmation.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { DataTable, type TableColumn } from '../../ui/DataTable.tsx';
import { notify } from '../../ui/notices.ts';
import { PlainButton } from '../../ui/PlainButton.tsx';
import panel from '../../ui/panel.module.css';
import { StateBadge } from '../../ui/StateBadge.tsx';
import shared from '../../ui/shared.module.css';
import { countsText, countWord, kindNames, rateText, usualPorts } from './receiver-text.ts';
import styles from './receivers.module.css';

const refreshMs = 5000;

export default function ReceiversScreen(): ReactElement {
  const query = useQuery({
    ...receiversQuery(),
    refetchInterval: refreshMs,
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
  });
  return (
    <ObjectPage
      query={query}
      queryKey={receiversQuery().queryKey}
      title="Receivers"
      notFound="This server cannot manage receivers. Update it first."
    >
      {(response) => <Loaded response={response} />}
    </ObjectPage>
  );
}

function Loaded({ response }: { response: ApiResponse<Receivers> }): ReactElement {
  const now = useNow(refreshMs);
  const isNow = isCurrent(response, now);
  const { receivers, decoderPorts, forward = [], since } = response.value;
  const sinceMs = parseInstant(since);
  const at = { now, dataAt: response.dataAt, isNow };
  return (
    <>
      <div className={page.head}>
        <h1 className={page.title}>Receivers</h1>
        <span>{connectedText(receivers, at)}</span>
        {sinceMs === null ? null : <span className={shared.dim}>Counts since {utcMoment(sinceMs, now)}</span>}
        <nav className={page.ways} aria-label="Receivers">
          <Link to="/stationStatus" className={page.way}>
            Station status
          </Link>
          <Link to="/addReceiver" className={page.way}>
            <IconPlus size={16} aria-hidden="true" /> Add receiver
          </Link>
        </nav>
      </div>
      {isNow ? null : <p className={page.asOf}>{asOfText(response.dataAt, now)}. The current state is unknown.</p>}
      <Panel title="Sources" isOld={!isNow}>
        {receivers.length === 0 ? (
          <p className={panel.none}>
            {decoderPorts.length > 0 ? 'Add a receiver, or set up a decoder with a line below.' : 'Add a receiver.'}
          </p>
        ) : (
          <ReceiverTable receivers={receivers} {...at} />
        )}
      </Panel>
      {forward.length === 0 ? null : (
        <Panel title="Destinations" note={say('sentThere', at)} isOld={!isNow}>
          <DestinationTable destinations={forward} {...at} />
        </Panel>
      )}
      <DecoderLines
        ports={decoderPorts}
        receivers={receivers}
        host={hostForOthers(location.hostname, response.value.serverHost ?? null)}
        {...at}
      />
    </>
  );
}

// ---- settings with which decoders send to this server

type DecoderLine = {
  /** Unique. */
  readonly name: string;
  readonly line: string;
  readonly note?: string;
};
type DecoderPlace = { readonly host: string; readonly port: number; readonly isLocal: boolean };
type OpenPort = { readonly host: string; readonly port: number };

const isAny = (host: string): boolean => host === '0.0.0.0' || host === '::';

/** A port that the network reaches before one of the server alone. `appHost` = host of the app's address. null = no port is open. */
export function decoderPlace(ports: readonly OpenPort[], appHost: string): DecoderPlace | null {
  const port = ports.find(({ host }) => !isLoopback(host)) ?? ports[0];
  if (!port) return null;
  return { host: isAny(port.host) ? appHost : port.host, port: port.port, isLocal: isLoopback(port.host) };
}

export function decoderLines({ host, port }: DecoderPlace): readonly DecoderLine[] {
  const place = `${host.includes(':') && !host.startsWith('[') ? `[${host}]` : host}:${port}`;
  return [
    { name: 'acarsdec 4', line: `--output json:udp:host=${host},port=${port}`, note: 'Name: -i NAME' },
    { name: 'acarsdec 3, vdlm2dec', line: `-j ${place}`, note: 'Name: -i NAME' },
    {
      name: 'dumpvdl2',
      line: `--output decoded:json:udp:address=${host},port=${port}`,
      note: 'Name: --station-id NAME',
    },
    {
      name: 'dumphfdl',
      line: `--output decoded:json:tcp:address=${host},port=${port}`,
      note: 'Name: --station-id NAME',
    },
    {
      name: 'JAERO',
      line: place,
      note: 'Output format JSONdump, by UDP to this address. Set a station name. The format JSON has no station, direction or decoded part.',
    },
    { name: 'acars_router', line: `AR_SEND_UDP_ACARS=${place}`, note: 'Also AR_SEND_UDP_VDLM2 and AR_SEND_UDP_HFDL.' },
  ];
}

/** readsb elsewhere connects to a Beast port of this server, which names its station. */
const readsbLine = (host: string, beastPort: number): DecoderLine => ({
  name: 'readsb at another site',
  line: `--net-connector ${host},${beastPort},beast_out`,
  note: 'Add a Beast port for its station first.',
});

/** What to add to the command line of each decoder, with the address of this server. */
function DecoderLines(
  props: ReportTime & {
    readonly ports: Receivers['decoderPorts'];
    readonly receivers: readonly Receiver[];
    /** Of this server, for other machines. */
    readonly host: string;
  },
): ReactElement {
  const place = decoderPlace(props.ports, props.host);
  const beastPort = props.receivers.find(({ kind }) => kind === 'beast-listen')?.address.match(/(?<!\d)\d+$/)?.[0];
  const lines = place
    ? [...decoderLines(place), readsbLine(props.host, Number(beastPort ?? usualPorts['beast-listen']))]
    : [];
  return (
    <Panel title="Connect a decoder" note={place ? `${place.host}:${place.port}, UDP or TCP` : undefined}>
      <p className={panel.none}>
        readsb and dump1090 serve their frames. <Link to="/addReceiver">Add a receiver</Link> of the kind Beast with the
        host of readsb and port 30005.{place ? ' Other decoders send to this server with one of these lines.' : null}
      </p>
      {place ? (
        <ul className={`${shared.bareList} ${styles.lines}`} aria-label="Lines of decoders">
          {lines.map(({ name, line, note }) => (
            <li key={name}>
              <strong>{name}</strong>
              <code>{line}</code>
              <CopyButton text={line}>{`Copy line of ${name}`}</CopyButton>
              {note === undefined ? null : <span className={styles.dim}>{note}</span>}
            </li>
          ))}
        </ul>
      ) : (
        <p className={panel.none}>{say('noDecoderPort', props)}</p>
      )}
      {place?.isLocal ? (
        <p className={panel.none}>
          This port accepts decoders on the server only. To accept decoders of your network, add a decoder port on
          0.0.0.0. A port has no authentication.
        </p>
      ) : null}
    </Panel>
  );
}

// ---- destinations of FORWARD

const formatNames: Readonly<Record<string, string>> = {
  'acars-udp': 'Messages, UDP',
  'acars-tcp': 'Messages, TCP',
  'acars-serve': 'Messages, waits for programs',
  'beast-tcp': 'Beast frames, TCP',
  'beast-serve': 'Beast frames, waits for programs',
};
const kindOf = (address: string): string => address.replace(/:.*$/s, '');
const isServing = (address: string): boolean => kindOf(address).endsWith('-serve');

const destinationKind = ({ address }: ForwardDestination): string => formatNames[kindOf(address)] ?? kindOf(address);

/** A destination of UDP that cannot be reached stays open: its error decides. */
export function destinationState(destination: ForwardDestination, at: ReportTime): Shown {
  const shown = presentState(destination, at);
  return { ...shown, badge: at.isNow ? shown.badge : 'stale', word: say('state', at, shown.word) };
}

function presentState({ address, connections, error }: ForwardDestination, at: ReportTime): Shown {
  if (isServing(address))
    return connections > 0
      ? { badge: 'live', word: 'Serving', note: counted(connections, 'TCP connection') }
      : { badge: 'idle', word: 'Listening', note: say('nothingConnected', at) };
  if (error !== null) return { badge: 'failed', word: 'Failed', note: sentenceOf(error) };
  return connections > 0
    ? { badge: 'live', word: kindOf(address) === 'acars-udp' ? 'Sending' : 'Connected', note: '' }
    : { badge: 'idle', word: 'Connecting', note: '' };
}

/** `12 dropped, 3 too long for UDP`. Blank if everything was sent. */
export const unsentText = ({ dropped, tooLong, repeated }: ForwardDestination): string =>
  [
    [dropped, 'dropped'],
    [tooLong, 'too long for UDP'],
    [repeated, 'repeated'],
  ]
    .flatMap(([count, word]) => (Number(count) > 0 ? [`${formatCount(Number(count))} ${word}`] : []))
    .join(', ');

// ---- cells of both tables

function momentOf(wire: string | null, now: number): string | null {
  const ms = wire === null ? null : parseInstant(wire);
  return ms === null ? null : utcMoment(ms, now);
}

function SourceName({ address, note }: { readonly address: string; readonly note: string }): ReactElement {
  return (
    <span className={styles.name}>
      <span className={styles.mono}>{oneLine(address)}</span>
      <span className={styles.dim}>{note}</span>
    </span>
  );
}

type StateProps = { readonly shown: Shown; readonly since: string | null };

function SourceState({ shown: { badge, word, note }, since }: StateProps): ReactElement {
  return (
    <span className={styles.state}>
      <StateBadge kind={badge} word={word}>
        {since === null ? null : `since ${since}`}
      </StateBadge>
      {note === '' ? null : <span className={styles.note}>{oneLine(note)}</span>}
    </span>
  );
}

type Props = ReportTime & { readonly destinations: readonly ForwardDestination[] };

function DestinationTable({ destinations, ...at }: Props): ReactElement {
  return (
    <DataTable
      label="Destinations"
      columns={destinationColumnsOf(at)}
      rows={destinations}
      rowKey={({ address }, at) => `${at} ${address}`}
    />
  );
}

const destinationColumnsOf = (at: ReportTime): TableColumn<ForwardDestination>[] => [
  {
    key: 'address',
    header: 'Destination',
    value: ({ address }) => address,
    cell: (one) => <SourceName address={one.address} note={`${destinationKind(one)}, set by FORWARD`} />,
  },
  {
    key: 'state',
    header: 'State',
    value: (one) => destinationState(one, at).word,
    cell: (one) => <SourceState shown={destinationState(one, at)} since={momentOf(one.since, at.now)} />,
  },
  {
    key: 'waiting',
    header: 'Queue',
    meaning: 'Messages or frames that wait for the destination',
    isNumber: true,
    value: ({ waiting }) => waiting,
    text: ({ waiting }) => formatCount(waiting),
  },
  { key: 'sent', header: 'Sent', isNumber: true, value: ({ sent }) => sent, text: ({ sent }) => formatCount(sent) },
  {
    key: 'last',
    header: 'Last (UTC)',
    meaning: 'Time at which anything was sent last',
    value: ({ lastSent }) => lastSent,
    text: ({ lastSent }) => momentOf(lastSent, at.now) ?? 'never',
  },
  {
    key: 'unsent',
    header: 'Not sent',
    value: ({ dropped, tooLong, repeated }) => dropped + tooLong + repeated,
    text: (one) => unsentText(one) || noValue,
  },
];

const keyOf = (receiver: Receiver): string =>
  `${receiver.setting ?? receiver.id} ${receiver.address} ${receiver.station}`;

function ReceiverTable(props: ReportTime & { readonly receivers: readonly Receiver[] }): ReactElement {
  const { receivers, isNow, now, dataAt } = props;
  const client = useQueryClient();
  const [toRemove, setToRemove] = useState<Receiver | null>(null);
  const columns = useMemo(() => {
    const change = async (receiver: Receiver): Promise<void> => {
      const path = { id: String(receiver.id) };
      const isEnabled = !receiver.isEnabled;
      const title = isEnabled ? 'The receiver was not resumed' : 'The receiver was not paused';
      await attempt(title, () => send(api.receivers.change, { path, body: { isEnabled }, cause: 'user' }));
      await client.invalidateQueries({ queryKey: receiversKey });
    };
    return columnsOf({ isNow, now, dataAt, onChange: (one) => void change(one), onRemove: setToRemove });
  }, [client, isNow, now, dataAt]);
  const remove = async ({ id, address }: Receiver): Promise<void> => {
    setToRemove(null);
    const call = (): Promise<unknown> => send(api.receivers.remove, { path: { id: String(id) }, cause: 'user' });
    if (await attempt('The receiver was not removed', call)) notify({ kind: 'done', title: `${address} was removed` });
    await client.invalidateQueries({ queryKey: receiversKey });
  };
  return (
    <>
      <DataTable label="Sources" columns={columns} rows={receivers} rowKey={keyOf} />
      {toRemove ? (
        <Confirmation
          title={`Remove ${toRemove.address}?`}
          yes="Remove"
          onYes={() => void remove(toRemove)}
          onNo={() => setToRemove(null)}
        >
          The server closes the connection. Stored messages and frames stay.
        </Confirmation>
      ) : null}
    </>
  );
}

type ColumnParts = ReportTime & {
  readonly onChange: (receiver: Receiver) => void;
  readonly onRemove: (receiver: Receiver) => void;
};

const columnsOf = ({ onChange, onRemove, ...at }: ColumnParts): TableColumn<Receiver>[] => [
  {
    key: 'address',
    header: 'Receiver',
    value: ({ address }) => address,
    cell: (receiver) => <SourceName address={receiver.address} note={noteOf(receiver)} />,
  },
  {
    key: 'state',
    header: 'State',
    value: (receiver) => stateOf(receiver, at).word,
    cell: (receiver) => <SourceState shown={stateOf(receiver, at)} since={momentOf(receiver.since, at.now)} />,
  },
  {
    key: 'station',
    header: 'Station',
    value: ({ station }) => station,
    cell: ({ station }) =>
      station !== null && /^\d+$/.test(station) ? (
        <Link to={`/station/${station}`}>{station}</Link>
      ) : station === null ? (
        noValue
      ) : (
        oneLine(station)
      ),
  },
  { key: 'rate', header: 'Rate', isNumber: true, value: ({ lastMinute }) => lastMinute, text: rateText },
  {
    key: 'last',
    header: 'Last (UTC)',
    meaning: 'Time at which anything was received last',
    value: ({ lastReceived }) => lastReceived,
    text: ({ lastReceived }) => momentOf(lastReceived, at.now) ?? 'never',
  },
  {
    key: 'received',
    header: 'Received',
    isNumber: true,
    value: ({ received }) => received,
    text: ({ received }) => formatCount(received),
  },
  {
    key: 'counts',
    header: 'Counted by reason',
    value: ({ counts }) => countsText(counts),
    cell: (receiver) => <Counts receiver={receiver} />,
  },
  {
    key: 'change',
    header: 'Change',
    value: ({ setting }) => setting,
    cell: (receiver) => <Change receiver={receiver} onChange={onChange} onRemove={onRemove} />,
  },
];

const noteOf = ({ kind, setting, addedBy }: Receiver): string =>
  [
    kindNames[kind],
    ...(setting === null ? [] : [`set by ${setting}`]),
    ...(addedBy === null ? [] : [`added by ${oneLine(addedBy)}`]),
  ].join(', ');

function Counts({ receiver: { counts, address } }: { receiver: Receiver }): ReactElement {
  if (counts.length === 0) return <>{noValue}</>;
  return (
    <details className={styles.counts}>
      <summary aria-label={`${countsText(counts)}: reasons of ${address}`}>{countsText(counts)}</summary>
      <ul>
        {counts.map(({ kind, reason, count }) => (
          <li key={`${kind} ${reason}`}>
            {formatCount(count)} {countWord(kind)}: {oneLine(reason)}
          </li>
        ))}
      </ul>
    </details>
  );
}

type ChangeProps = { readonly receiver: Receiver } & Pick<ColumnParts, 'onChange' | 'onRemove'>;

function Change({ receiver, onChange, onRemove }: ChangeProps): ReactElement {
  const { setting, isEnabled, address } = receiver;
  if (setting !== null) return <span className={styles.dim}>{noValue}</span>;
  const verb = isEnabled ? 'Pause' : 'Resume';
  return (
    <span className={styles.buttons}>
      <PlainButton look="subtle" aria-label={`${verb} ${address}`} onClick={() => onChange(receiver)}>
        {verb}
      </PlainButton>
      <PlainButton look="subtle" aria-label={`Remove ${address}`} onClick={() => onRemove(receiver)}>
        Remove
      </PlainButton>
    </span>
  );
}
