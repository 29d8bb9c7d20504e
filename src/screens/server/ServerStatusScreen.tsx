/** /serverStatus: health, backups, receivers and the newest entries of the audit trail (decision 88). */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { api } from '../../../contract/api.ts';
import type { ServerStatus } from '../../../contract/entities/server-status.ts';
import { parseInstant } from '../../../contract/params.ts';
import { attempt } from '../../api/attempt.ts';
import { type ApiResponse, resource } from '../../api/resource.ts';
import { send } from '../../api/send.ts';
import { useNow } from '../../api/use-now.ts';
import { oneLine } from '../../lib/format.ts';
import page from '../../objects/ObjectPage.module.css';
import { ObjectPage } from '../../objects/ObjectPage.tsx';
import { Panel } from '../../objects/Panel.tsx';
import { asOfText, isCurrent } from '../../stations/station-text.ts';
import { notify } from '../../ui/notices.ts';
import { PlainButton } from '../../ui/PlainButton.tsx';
import { StateBadge } from '../../ui/StateBadge.tsx';
import { AuditTable } from './AuditTable.tsx';
import styles from './server.module.css';
import {
  backupRows,
  backupState,
  type Fact,
  healthRows,
  serverState,
  serverText,
  sourceState,
  sourcesText,
  urgentFirst,
} from './server-text.ts';

const refreshMs = 5000;

export default function ServerStatusScreen(): ReactElement {
  const query = useQuery({
    ...resource<ServerStatus>({
      key: [api.system.status.id],
      request: (config) => send(api.system.status, config),
      read: (body) => api.system.status.response.parse(body),
      timeOf: (body) => parseInstant(String((body as { asOf?: unknown } | null)?.asOf)),
      copy: { call: api.system.status },
    }),
    refetchInterval: refreshMs,
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
    meta: { errorTitle: 'The state of the server could not be loaded' },
  });
  return (
    <ObjectPage query={query} title="Server status" notFound="This server does not report its state. Update it first.">
      {(response) => <Loaded response={response} />}
    </ObjectPage>
  );
}

function Loaded({ response }: { response: ApiResponse<ServerStatus> }): ReactElement {
  const now = useNow(refreshMs);
  const isNow = isCurrent(response, now);
  const { conditions, version, audit } = response.value;
  const isOld = !isNow;
  return (
    <>
      <div className={page.head}>
        <h1 className={page.title}>Server status</h1>
        {isNow ? (
          <StateBadge
            kind={conditions.length === 0 ? 'live' : 'warn'}
            word={conditions.length === 0 ? 'Everything works' : 'Needs attention'}
          />
        ) : null}
        <span className={page.facts}>Downlink {version}</span>
      </div>
      {isNow ? null : <p className={page.asOf}>{asOfText(response.dataAt, now)}. The current state is unknown.</p>}
      {conditions.map(({ name, message }) => (
        <p key={name} className={styles.problem}>
          {message}
        </p>
      ))}
      <div className={styles.panels}>
        <BackupPanel status={response.value} now={now} isNow={isNow} />
        <Panel title="Health" isOld={isOld}>
          <Facts rows={healthRows(response.value)} />
        </Panel>
        <SourcesPanel sources={response.value.sources} isNow={isNow} />
        <ServersPanel servers={response.value.servers ?? []} now={now} isNow={isNow} />
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
          <p className={page.none}>Nothing is recorded yet.</p>
        ) : (
          <AuditTable entries={audit} now={now} />
        )}
      </Panel>
    </>
  );
}

function BackupPanel(props: {
  readonly status: ServerStatus;
  readonly now: number;
  readonly isNow: boolean;
}): ReactElement {
  const { status, now, isNow } = props;
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
        <p className={page.none}>No folder for backups is set (BACKUP_DIR).</p>
      ) : (
        <>
          <Facts rows={backupRows(backup, now)} />
          <div className={styles.actions}>
            <PlainButton onClick={() => void run()} disabled={!isNow || backup.isRunning}>
              Make a backup now
            </PlainButton>
          </div>
        </>
      )}
    </Panel>
  );
}

const shownSources = 8;

/** Those that need attention first. */
function SourcesPanel(props: { readonly sources: ServerStatus['sources']; readonly isNow: boolean }): ReactElement {
  const { sources, isNow } = props;
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
      <p className={page.none}>{sourcesText(sources)}</p>
      <ul className={page.rows}>
        {urgentFirst(sources, shownSources).map((source) => {
          const { badge, word } = sourceState(source);
          return (
            <li key={source.id}>
              <span className={styles.words}>
                <span className={page.mono}>{oneLine(source.address)}</span>
                {source.error === null ? null : <span className={styles.error}>{oneLine(source.error)}</span>}
              </span>
              <StateBadge kind={isNow ? badge : 'stale'} word={word} />
            </li>
          );
        })}
      </ul>
    </Panel>
  );
}

/** Absent with a single server. */
function ServersPanel(props: {
  readonly servers: NonNullable<ServerStatus['servers']>;
  readonly now: number;
  readonly isNow: boolean;
}): ReactElement | null {
  const { servers, now, isNow } = props;
  if (servers.length < 2) return null;
  return (
    <Panel title="Servers" isOld={!isNow}>
      <ul className={page.rows}>
        {servers.map((server) => {
          const { badge, word } = serverState(server);
          return (
            <li key={server.id}>
              <span className={styles.words}>
                <span className={page.mono}>{oneLine(server.name)}</span>
                <span className={page.dim}>{serverText(server, now)}</span>
              </span>
              <StateBadge kind={isNow ? badge : 'stale'} word={word} />
            </li>
          );
        })}
      </ul>
    </Panel>
  );
}

function Facts({ rows }: { rows: readonly Fact[] }): ReactElement {
  return (
    <dl className={styles.facts}>
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
