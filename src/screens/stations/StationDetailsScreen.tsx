/** /stationDetails/{id} (STN-11 to STN-18): fields, histories, receiver names (C118) and keys (C120). */

import { IconArrowLeft } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { type FormEvent, Fragment, type ReactElement, type ReactNode, useId, useState } from 'react';
import { api } from '../../../contract/api.ts';
import type { Reads } from '../../../contract/endpoint.ts';
import { ApiError } from '../../data/api-error.ts';
import { attempt } from '../../data/attempt.ts';
import { callResource } from '../../data/resource.ts';
import { send } from '../../data/send.ts';
import { manyLines, oneLine } from '../../lib/format.ts';
import { specTexts } from '../../lib/spec-texts.ts';
import { StationLink } from '../../objects/ObjectLink.tsx';
import { Confirmation } from '../../ui/Confirmation.tsx';
import { notify } from '../../ui/notices.ts';
import { PlainButton } from '../../ui/PlainButton.tsx';
import panel from '../../ui/panel.module.css';
import { useNamedScreen } from '../../ui/screen-name.ts';
import shared from '../../ui/shared.module.css';
import { FeederHistory, LocationHistory, SmallTable, wordsOf } from './Histories.tsx';
import { NewKey } from './NewKey.tsx';
import { PlaceOnMap } from './PlaceOnMap.tsx';
import { placeSection } from './station.form.ts';
import { type Station, type StationField, type StationTexts, shownDate, textsToRead } from './station-values.ts';
import styles from './stations.module.css';
import { useStation } from './use-station.ts';

const title = 'Station';
const text = specTexts.stations;

export default function StationDetailsScreen(): ReactElement {
  const { id = '' } = useParams({ strict: false }) as { id?: string };
  const state = useStation(id, 'details');
  if (state.kind === 'loading')
    return <NoStation title={title} words={state.waitText ?? specTexts.reference.loading} isBusy />;
  if (state.kind === 'failed') return <NoStation title={title} words={text.detailsFailed} retry={state.retry} />;
  if (state.kind === 'missing') return <NoStation title={title} words={text.notAvailable} />;
  return <StationDetails key={id} id={id} station={state.station} />;
}

function StationDetails({ id, station }: { id: string; station: Station }): ReactElement {
  const navigate = useNavigate();
  const { texts } = station;
  useNamedScreen(`Station ${oneLine(texts.stationId)}`);
  return (
    <div className={shared.scroller}>
      <header className={styles.top}>
        <Link to="/statistics" className={styles.back} aria-label="Back to statistics">
          <IconArrowLeft size={18} aria-hidden="true" />
        </Link>
        <h1>Station {texts.stationId}</h1>
        <Link to="/stationStatus" search={{ stationId: texts.stationId } as never}>
          Is it feeding?
        </Link>
        <StationLink id={texts.stationId}>Station page</StationLink>
      </header>
      <div className={styles.columns}>
        <form className={shared.shrinks} aria-label="Station" onSubmit={(event) => event.preventDefault()}>
          <StationFacts
            station={texts}
            below={(section) =>
              section === placeSection ? <PlaceOnMap latitude={texts.latitude} longitude={texts.longitude} /> : null
            }
          />
          <PlainButton look="filled" onClick={() => void navigate({ to: `/updateStation/${encodeURIComponent(id)}` })}>
            {text.update}
          </PlainButton>
        </form>
        <div className={styles.tables}>
          <FeederHistory id={id} />
          <LocationHistory id={id} />
          <Receivers id={id} stationId={texts.stationId} />
          <StationKeys id={id} stationId={texts.stationId} />
        </div>
      </div>
    </div>
  );
}

/** A station that is loading, missing or unreadable: the reason, and a link back. */
export function NoStation({
  title,
  words,
  isBusy,
  retry,
}: {
  title: string;
  words: string;
  isBusy?: boolean;
  /** null = trying again is of no use. */
  retry?: (() => void) | null;
}): ReactElement {
  const navigate = useNavigate();
  return (
    <div className={styles.none}>
      <h1>{title}</h1>
      <p role={isBusy ? 'status' : 'alert'}>
        {words}
        {retry === null ? ' There is no station with this number.' : ''}
      </p>
      <div className={shared.buttons}>
        {retry ? (
          <PlainButton look="filled" onClick={retry}>
            Try again
          </PlainButton>
        ) : null}
        <PlainButton onClick={() => void navigate({ to: '/statistics' })}>Back to statistics</PlainButton>
      </div>
    </div>
  );
}

// ---- receiver names (C118). A name moves only after confirmation: the server requires the number of its current station

/** A pending question: a name to release, or to move from another station. */
type PendingChange = { readonly name: string; readonly from: string | null };
const never = 'not heard recently';

function Receivers({ id, stationId }: { id: string; stationId: string }): ReactElement {
  const inputId = useId();
  const [name, setName] = useState('');
  const [requested, setRequested] = useState<PendingChange | null>(null);
  const {
    data: response,
    error,
    refetch,
  } = useQuery({
    ...callResource(api.station.receivers, { id }),
    gcTime: 0,
    meta: { errorTitle: 'The receivers could not be loaded' },
  });
  const data = response?.value;

  const claim = async (given: string, from: string | null): Promise<void> => {
    const body = from === null ? { name: given } : { name: given, from };
    const done = await attempt(`${given} was not claimed`, async () => {
      try {
        await send(api.station.claimReceiver, { path: { id }, body, cause: 'user' });
      } catch (failure) {
        const owner = ownerOf(failure);
        if (owner === null) throw failure;
        setRequested({ name: given, from: owner });
        return;
      }
      setName('');
      notify({ kind: 'done', title: `${given} now counts for station ${stationId}` });
    });
    if (done) await refetch();
  };
  const release = async (given: string): Promise<void> => {
    const query = { name: given };
    const call = (): Promise<unknown> => send(api.station.releaseReceiver, { path: { id }, query, cause: 'user' });
    if (!(await attempt(`${given} was not released`, call))) return;
    notify({ kind: 'done', title: `${given} released` });
    await refetch();
  };
  const confirm = (): void => {
    if (!requested) return;
    setRequested(null);
    void (requested.from === null ? release(requested.name) : claim(requested.name, requested.from));
  };

  return (
    <SmallTable
      title="Receiver names"
      headers={['Name', 'Last received (UTC)', 'Change']}
      rows={(data?.claimed ?? []).map((one) => ({
        key: one.name,
        cells: [
          <span key="name" className={shared.mono}>
            {one.name}
          </span>,
          one.lastHeard ? shownDate(one.lastHeard) : never,
          <PlainButton
            key="release"
            look="subtle"
            aria-label={`Release ${one.name}`}
            onClick={() => setRequested({ name: one.name, from: null })}
          >
            Release
          </PlainButton>,
        ],
      }))}
      words={wordsOf(
        callResource(api.station.receivers, { id }).queryKey,
        data !== undefined,
        error,
        () => void refetch(),
        `Only messages sent as ${stationId} count for this station.`,
      )}
    >
      {data ? (
        <form
          className={styles.line}
          onSubmit={(event: FormEvent) => {
            event.preventDefault();
            if (name.trim() !== '') void claim(name.trim(), null);
          }}
        >
          <label htmlFor={inputId}>Name of a receiver</label>
          <input
            id={inputId}
            className={styles.input}
            list={`${inputId}-list`}
            value={name}
            maxLength={100}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            onChange={(event) => setName(event.target.value)}
          />
          <datalist id={`${inputId}-list`}>
            {data.unclaimed.map((one) => (
              <option key={one.name} value={one.name}>
                {one.lastHeard ? `heard ${shownDate(one.lastHeard)} UTC` : never}
              </option>
            ))}
          </datalist>
          <PlainButton type="submit">Claim</PlainButton>
          <p className={styles.hint}>
            {data.unclaimed.length === 0
              ? 'All recently heard names belong to a station.'
              : `${data.unclaimed.length} ${data.unclaimed.length === 1 ? 'name was' : 'names were'} heard recently and ${data.unclaimed.length === 1 ? 'belongs' : 'belong'} to no station. Claiming a name includes its past messages.`}
          </p>
        </form>
      ) : null}
      {requested ? (
        <Confirmation
          title={requested.from === null ? `Release ${requested.name}?` : `Move ${requested.name} here?`}
          yes={requested.from === null ? 'Release' : 'Move'}
          onYes={confirm}
          onNo={() => setRequested(null)}
        >
          {requested.from === null
            ? `Its messages, including past ones, no longer count for station ${stationId}.`
            : `${requested.name} belongs to station ${requested.from}. All its messages, including past ones, will count for station ${stationId}.`}
        </Confirmation>
      ) : null}
    </SmallTable>
  );
}

/** Number of the station that has the name, if the server refused for that reason. */
function ownerOf(failure: unknown): string | null {
  return failure instanceof ApiError && failure.status === 409 ? (failure.body?.errors?.from?.[0] ?? null) : null;
}

type Fact = readonly [field: StationField, label: string, unit?: string];
const { missing } = specTexts.stations;

const sections: readonly { readonly title: string; readonly facts: readonly Fact[] }[] = [
  {
    title: 'Station',
    facts: [
      ['id', 'Id'],
      ['stationId', 'Station Id'],
      ['lastActiveTime', 'Station last active time', 'UTC'],
      ['userStationStatus', 'Feeder-Station status'],
      ['description', 'Note'],
    ],
  },
  {
    title: placeSection,
    facts: [
      ['latitude', 'Latitude', '°'],
      ['longitude', 'Longitude', '°'],
      ['locationStartDate', 'Geolocation start date', 'UTC'],
      ['locationAddress', 'Location address'],
      ['city', 'City'],
      ['country', 'Country'],
    ],
  },
  {
    title: 'Feeder',
    facts: [
      ['feederUsername', 'Feeder'],
      ['startDate', 'Feeder start date', 'UTC'],
      ['feederName', 'Feeder name'],
      ['feederSurname', 'Feeder surname'],
      ['feederEmail', 'Feeder e-mail'],
      ['feederPhone', 'Feeder phone'],
      ['feederNotificationEmail', 'Feeder Notification Email'],
      ['notificationEmail', 'Notification Email'],
      ['firstTimeSentToFeeder', 'First time sent to feeder', 'UTC'],
    ],
  },
];

/** `below`: shown below the section with that title. */
function StationFacts(props: {
  readonly station: StationTexts;
  readonly below: (title: string) => ReactNode;
}): ReactElement {
  const texts = textsToRead(props.station);
  return (
    <>
      {sections.map(({ title, facts }) => (
        <section key={title} className={styles.section} aria-label={title}>
          <h2>{title}</h2>
          <dl className={`${panel.facts} ${styles.facts}`}>
            {facts.map(([field, label, unit]) => (
              <Fragment key={field}>
                <dt>{label}</dt>
                <dd dir="auto" data-missing={texts[field] === missing || undefined}>
                  {manyLines(texts[field])}
                  {unit && texts[field] !== missing ? (
                    <span className={shared.dim}>{unit === '°' ? unit : ` ${unit}`}</span>
                  ) : null}
                </dd>
              </Fragment>
            ))}
          </dl>
          {props.below(title)}
        </section>
      ))}
    </>
  );
}

// ---- upload keys (C120): shown once. Never store a key or show it again

type Key = Reads<typeof api.station.keys>[number];

function StationKeys({ id, stationId }: { id: string; stationId: string }): ReactElement {
  const inputId = useId();
  const [name, setName] = useState('');
  const [made, setMade] = useState<string | null>(null);
  const [toRevoke, setToRevoke] = useState<Key | null>(null);
  const [isBusy, setBusy] = useState(false);
  const {
    data: response,
    error,
    refetch,
  } = useQuery({
    // Names and beginnings of keys: no secret is among them.
    ...callResource(api.station.keys, { id }),
    gcTime: 0,
    meta: { errorTitle: 'The keys could not be loaded' },
  });
  const data = response?.value;
  const make = async (): Promise<void> => {
    if (isBusy) return;
    setBusy(true);
    const done = await attempt('The key was not created', async () => {
      const { key } = await send(api.station.createKey, { path: { id }, body: { name: name.trim() }, cause: 'user' });
      setMade(key);
      setName('');
    });
    setBusy(false);
    if (done) await refetch();
  };
  const revoke = async (keyId: string): Promise<void> => {
    setToRevoke(null);
    const call = (): Promise<unknown> => send(api.station.revokeKey, { path: { id, keyId }, cause: 'user' });
    if (!(await attempt('The key was not revoked', call))) return;
    notify({ kind: 'done', title: `${keyId} is revoked` });
    await refetch();
  };
  return (
    <SmallTable
      title="Keys"
      headers={['Key', 'Name', 'Created', 'Created by', 'Last used', 'State']}
      rows={(data ?? []).map((key) => ({ key: key.id, cells: cellsOf(key, () => setToRevoke(key)) }))}
      words={wordsOf(
        callResource(api.station.keys, { id }).queryKey,
        data !== undefined,
        error,
        () => void refetch(),
        'No keys yet. Create one so that the station can upload.',
      )}
    >
      <form
        className={styles.line}
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          void make();
        }}
      >
        <label htmlFor={inputId}>Key name</label>
        <input
          id={inputId}
          className={styles.input}
          value={name}
          maxLength={100}
          autoComplete="off"
          placeholder="such as roof"
          onChange={(event) => setName(event.target.value)}
        />
        <PlainButton type="submit" aria-disabled={isBusy}>
          Create key
        </PlainButton>
      </form>
      {made === null ? null : <NewKey stationId={stationId} value={made} onClose={() => setMade(null)} />}
      {toRevoke ? (
        <Confirmation
          title={`Revoke ${toRevoke.id}?`}
          yes="Revoke"
          onYes={() => void revoke(toRevoke.id)}
          onNo={() => setToRevoke(null)}
        >
          Uploads with this key are refused from now on. This cannot be undone. You can create a new key.
        </Confirmation>
      ) : null}
    </SmallTable>
  );
}

function cellsOf(key: Key, onRevoke: () => void): (string | ReactElement)[] {
  return [
    <span key="id" className={shared.mono}>
      {key.id}…
    </span>,
    key.name || '–',
    shownDate(key.createdOn),
    key.createdBy ?? 'command line',
    key.lastUsedOn ? shownDate(key.lastUsedOn) : 'never',
    key.revokedOn ? (
      `revoked ${shownDate(key.revokedOn)}`
    ) : (
      <PlainButton key="revoke" look="subtle" aria-label={`Revoke ${key.id}`} onClick={onRevoke}>
        Revoke
      </PlainButton>
    ),
  ];
}
