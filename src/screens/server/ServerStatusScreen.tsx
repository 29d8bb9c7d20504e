/** /serverStatus: health, backups, receivers and the newest entries of the audit trail (decision 26). */

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactElement, useMemo, useState } from 'react';
import { api } from '../../../contract/api.ts';
import type { ServerStatus } from '../../../contract/entities/server-status.ts';
import { attempt } from '../../data/attempt.ts';
import type { ApiResponse } from '../../data/resource.ts';
import { serverStatusQuery } from '../../data/resources.ts';
import { send } from '../../data/send.ts';
import { useNow } from '../../data/use-now.ts';
import { formatCount, measured, noValue, oneLine, sizeText } from '../../lib/format.ts';
import { type ReportTime, say } from '../../lib/tense.ts';
import { ageText, utcMoment } from '../../lib/time.ts';
import page from '../../objects/ObjectPage.module.css';
import { ObjectPage, Panel } from '../../objects/ObjectPage.tsx';
import { backupState, serverBadge } from '../../stations/server-attention.ts';
import { connectedText, stateOf } from '../../stations/source-state.ts';
import { asOfText, isCurrent } from '../../stations/station-text.ts';
import { Confirmation } from '../../ui/Confirmation.tsx';
import { DataTable, type TableColumn } from '../../ui/DataTable.tsx';
import { notify } from '../../ui/notices.ts';
import { PlainButton } from '../../ui/PlainButton.tsx';
import panel from '../../ui/panel.module.css';
import { type BadgeKind, StateBadge } from '../../ui/StateBadge.tsx';
import shared from '../../ui/shared.module.css';
import { StoragePanel } from './StoragePanel.tsx';
import styles from './server.module.css';

const refreshMs = 5000;

export default function ServerStatusScreen(): ReactElement {
  const query = useQuery({
    ...serverStatusQuery(),
    refetchInterval: refreshMs,
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
  });
  return (
    <ObjectPage
      query={query}
      queryKey={[api.system.status.id]}
      title="Server status"
      notFound="This server does not report its state. Update it first."
    >
      {(response) => <Loaded response={response} />}
    </ObjectPage>
  );
}

function Loaded({ response }: { response: ApiResponse<ServerStatus> }): ReactElement {
  const now = useNow(refreshMs);
  const isNow = isCurrent(response, now);
  const { conditions, version, audit } = response.value;
  const isOld = !isNow;
  const at = { now, dataAt: response.dataAt, isNow };
  const headline = serverBadge(response.value, at);
  return (
    <>
      <div className={page.head}>
        <h1 className={page.title}>Server status</h1>
        {isNow ? <StateBadge kind={headline.badge} word={headline.word} /> : null}
        <span className={shared.dim}>Downlink {version}</span>
      </div>
      {isNow ? null : <p className={page.asOf}>{asOfText(response.dataAt, now)}. The current state is unknown.</p>}
      {conditions.map(({ name, message }) => (
        <p key={name} className={styles.problem}>
          {say('condition', at, message)}
        </p>
      ))}
      <div className={styles.panels}>
        {conditions.some(({ name }) => name === 'clock') ? <ClockPanel {...at} /> : null}
        <BackupPanel status={response.value} {...at} />
        <Panel title="Health" isOld={isOld}>
          <Facts rows={healthRows(response.value, at)} />
        </Panel>
        <SourcesPanel sources={response.value.sources} {...at} />
        <StoragePanel />
        <ServersPanel servers={response.value.servers ?? []} {...at} />
      </div>
      <Panel
        title="Audit trail"
        note={
          <Link to="/audit" className={styles.all}>
            All entries
          </Link>
        }
        isOld={isOld}
      >
        {audit.length === 0 ? (
          <p className={panel.none}>{say('nothingRecorded', at)}</p>
        ) : (
          <AuditTable entries={audit} now={now} />
        )}
      </Panel>
    </>
  );
}

function BackupPanel({ status, ...at }: ReportTime & { readonly status: ServerStatus }): ReactElement {
  const { now, isNow } = at;
  const { backup } = status;
  const client = useQueryClient();
  const run = async (): Promise<void> => {
    if (await attempt('The backup was not started', () => send(api.system.runBackup, { cause: 'user' })))
      notify({ kind: 'done', title: 'The backup has started' });
    await client.invalidateQueries({ queryKey: [api.system.status.id] });
  };
  const state = backupState(backup);
  return (
    <Panel title="Backup" note={isNow ? <StateBadge kind={state.badge} word={state.word} /> : null} isOld={!isNow}>
      {backup === null ? (
        <p className={panel.none}>{say('noBackupFolder', at)}</p>
      ) : (
        <>
          <Facts rows={backupRows(backup, now)} />
          <div className={styles.actions}>
            <PlainButton onClick={() => void run()} disabled={!isNow} aria-disabled={backup.isRunning}>
              Make a backup now
            </PlainButton>
          </div>
        </>
      )}
    </Panel>
  );
}

const shownSources = 8;

function SourcesPanel({ sources, ...at }: ReportTime & { readonly sources: ServerStatus['sources'] }): ReactElement {
  const { isNow } = at;
  return (
    <Panel
      title="Sources"
      note={
        <Link to="/receivers" className={styles.all}>
          All receivers
        </Link>
      }
      isOld={!isNow}
    >
      <p className={panel.none}>{connectedText(sources, at)}</p>
      <ul className={page.rows}>
        {urgentFirst(sources, shownSources, at).map((source) => {
          const { badge, word, note } = stateOf(source, at);
          return (
            <li key={source.id}>
              <span className={styles.words}>
                <span className={shared.mono}>{oneLine(source.address)}</span>
                {note === '' ? null : (
                  <span className={source.state === 'failed' ? shared.failed : shared.dim}>{oneLine(note)}</span>
                )}
              </span>
              <StateBadge kind={badge} word={word} />
            </li>
          );
        })}
      </ul>
    </Panel>
  );
}

/** Absent with a single server. */
function ServersPanel({
  servers,
  ...at
}: ReportTime & { readonly servers: NonNullable<ServerStatus['servers']> }): ReactElement | null {
  const { now, isNow } = at;
  if (servers.length < 2) return null;
  return (
    <Panel title="Servers" isOld={!isNow}>
      <ul className={page.rows}>
        {servers.map((server) => {
          const { badge, word } = serverState(server);
          return (
            <li key={server.id}>
              <span className={styles.words}>
                <span className={shared.mono}>{oneLine(server.name)}</span>
                <span className={shared.dim}>{serverText(server, now)}</span>
              </span>
              <StateBadge kind={isNow ? badge : 'stale'} word={say('state', at, word)} />
            </li>
          );
        })}
      </ul>
    </Panel>
  );
}

function Facts({ rows }: { rows: readonly Fact[] }): ReactElement {
  return (
    <dl className={`${panel.facts} ${styles.facts}`}>
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

type Entry = ServerStatus['audit'][number];

/** The newest entries. */
function AuditTable(props: { readonly entries: readonly Entry[]; readonly now: number }): ReactElement {
  const { entries, now } = props;
  const columns = useMemo(() => columnsOf(now), [now]);
  return (
    <DataTable label="Audit trail" columns={columns} rows={entries} rowKey={({ at }, place) => `${at} ${place}`} />
  );
}

const columnsOf = (now: number): TableColumn<Entry>[] => [
  {
    key: 'at',
    header: 'Time (UTC)',
    value: ({ at }) => at,
    text: ({ at }) => utcMoment(Date.parse(at), now),
  },
  {
    key: 'user',
    header: 'User',
    meaning: 'Blank: the server, a command, or a failed login',
    value: ({ userName }) => userName,
    text: ({ userName }) => (userName === null ? noValue : oneLine(userName)),
  },
  { key: 'action', header: 'Action', value: ({ action }) => action },
  { key: 'subject', header: 'Subject', value: ({ subject }) => subject },
  {
    key: 'name',
    header: 'Name',
    value: ({ name }) => name,
    text: ({ name }) => (name === null ? noValue : oneLine(name)),
  },
];

/** While the server does not trust its clock (decision 31): the Admin compares it with this device, whose clock is another one. */
function ClockPanel({ now, isNow }: { readonly now: number; readonly isNow: boolean }): ReactElement {
  const client = useQueryClient();
  const [isAsked, setAsked] = useState(false);
  const confirm = async (): Promise<void> => {
    setAsked(false);
    if (await attempt('The clock was not confirmed', () => send(api.system.confirmClock, { cause: 'user' })))
      notify({ kind: 'done', title: 'The clock is confirmed' });
    await client.invalidateQueries({ queryKey: [api.system.status.id] });
  };
  // Without a date the two could look the same.
  const whole = (ms: number): string => utcMoment(ms, 0);
  return (
    <Panel title="Clock" isOld={!isNow}>
      <dl className={`${panel.facts} ${styles.facts}`}>
        <div>
          <dt>Clock of the server</dt>
          <dd>{whole(now)}</dd>
        </div>
        <div>
          <dt>Clock of this device</dt>
          <dd>{whole(Date.now())}</dd>
        </div>
      </dl>
      <div className={styles.actions}>
        <PlainButton onClick={() => setAsked(true)} disabled={!isNow}>
          Confirm the clock
        </PlainButton>
      </div>
      {isAsked ? (
        <Confirmation
          title="Confirm the clock of the server?"
          yes="Confirm the clock"
          onYes={() => void confirm()}
          onNo={() => setAsked(false)}
        >
          It shows {whole(now)}. Data that is too old by this clock is deleted. This cannot be undone.
        </Confirmation>
      ) : null}
    </Panel>
  );
}

// ---- texts

type Fact = readonly [name: string, value: string];
type Backup = ServerStatus['backup'];

const queueNames: Readonly<Record<ServerStatus['queues'][number]['name'], string>> = {
  lists: 'Lists',
  statistics: 'Statistics',
  posts: 'Uploads of stations',
  passwords: 'Logins',
  emails: 'Emails',
  notices: 'Notices',
};

function healthRows({ database, replica, queues }: ServerStatus, at: ReportTime): Fact[] {
  const { bytes, freeBytes, connections, maxConnections, waiting } = database;
  const wait = waiting === 0 ? '' : `, ${say('queriesWait', at, formatCount(waiting))}`;
  return [
    ['Database', sizeText(bytes)],
    ['Free on the disk', freeBytes === null ? 'On another server' : sizeText(freeBytes)],
    ['Connections', `${formatCount(connections)} of ${formatCount(maxConnections)}${wait}`],
    ...(replica ? [['Replica for reading', replicaText(replica)] as const] : []),
    ...queues.map(({ name, waiting: count }): Fact => [`${queueNames[name]} waiting`, formatCount(count)]),
  ];
}

type Server = NonNullable<ServerStatus['servers']>[number];

/** What it does for all servers, and when it started. */
function serverText({ roles, isLeader, readsReceivers, isThis, version, startedAt }: Server, now: number): string {
  const parts = [
    ...(isThis ? ['This server'] : []),
    ...(isLeader ? ['periodic work'] : []),
    ...(readsReceivers ? ['receivers'] : []),
    ...(roles.length < 3 ? [`only ${roles.join(', ')}`] : []),
    version,
    `since ${utcMoment(Date.parse(startedAt), now)}`,
  ];
  return parts.join(' · ');
}

function serverState({ roles, isLeader }: Server): { readonly badge: BadgeKind; readonly word: string } {
  if (isLeader) return { badge: 'live', word: 'Leader' };
  return { badge: 'idle', word: roles.includes('leader') ? 'Ready to lead' : 'Running' };
}

/** The lag is measured each second: it is an upper bound. */
function replicaText({ state, lagSeconds }: NonNullable<ServerStatus['replica']>): string {
  if (state === 'wrong') return 'Not a replica of this database';
  if (state === 'away') return 'Unavailable';
  if (lagSeconds === null) return 'Lag unknown';
  return `Up to ${lagSeconds < 60 ? measured(lagSeconds, 's') : ageText(lagSeconds * 1000)} behind`;
}

function backupRows(backup: NonNullable<Backup>, now: number): Fact[] {
  const { lastAt, bytes, files, everyHours, nextAt, failedAt } = backup;
  const last = lastAt === null ? null : Date.parse(lastAt);
  const size = bytes === null ? '' : `, ${sizeText(bytes)}`;
  return [
    ['Last good backup', last === null ? 'None yet' : `${utcMoment(last, now)}, ${ageText(now - last)} ago${size}`],
    ...(failedAt === null
      ? []
      : [['Last attempt', `Failed ${utcMoment(Date.parse(failedAt), now)}: see the log`] as const]),
    ['Next', utcMoment(Date.parse(nextAt), now)],
    ['Interval', measured(formatCount(everyHours), 'h')],
    ['Kept files', formatCount(files)],
  ];
}

/** Those that need attention first. */
const urgency: readonly BadgeKind[] = ['failed', 'warn', 'live', 'loading', 'idle', 'stale'];
type Source = ServerStatus['sources'][number];

function urgentFirst(sources: readonly Source[], count: number, at: ReportTime): Source[] {
  const rank = (source: Source): number => urgency.indexOf(stateOf(source, { ...at, isNow: true }).badge);
  return sources.toSorted((a, b) => rank(a) - rank(b)).slice(0, count);
}
