import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import type { Audience } from '../../../contract/audience.ts';
import type { TileOverview } from '../../../contract/tile-keeper.ts';
import { serverNow } from '../../api/send.ts';
import { sizeText } from '../../lib/format.ts';
import { sendToTileKeeper } from '../../offline/tile-keeper.ts';
import { useAudience } from '../../session/use-session.ts';
import styles from './Device.module.css';
import { ageWords, areaText, tilesText } from './device-text.ts';
import { StoredRow } from './StoredRow.tsx';
import type { RemovalHandle } from './use-removal.ts';

const mapOf: Readonly<Partial<Record<Audience, string>>> = {
  admin: '/openstreetMap',
  parser: '/openstreetMap',
  customer: '/openstreetMapCompany',
};

export function MapBlock({ tiles, removal }: { tiles: TileOverview | null; removal: RemovalHandle }): ReactElement {
  const map = mapOf[useAudience()];
  return (
    <section className={styles.panel} aria-labelledby="device-map">
      <h2 id="device-map">Map</h2>
      {tiles ? (
        <StoredTiles tiles={tiles} removal={removal} />
      ) : (
        <p>
          This browser keeps no tiles for this page. It needs a secure address (https) and a service worker; reloading
          the page may help.
        </p>
      )}
      {map ? (
        <p className={styles.dim}>
          The built-in map and airports need no tiles. Download areas on the <Link to={map}>map</Link>: “Download area”.
        </p>
      ) : null}
    </section>
  );
}

function StoredTiles({ tiles, removal }: { tiles: TileOverview; removal: RemovalHandle }): ReactElement {
  const { areas, outside, canKeep } = tiles;
  const title = areas.length > 0 ? 'Tiles outside offline areas' : 'Viewed tiles';
  if (!canKeep) return <p>This browser cannot store tiles.</p>;
  if (outside.tiles === 0 && areas.length === 0) return <p className={styles.dim}>No tiles yet.</p>;
  return (
    <ul className={styles.rows}>
      {outside.tiles > 0 ? (
        <StoredRow
          title={title}
          facts={tilesText(outside)}
          isBusy={removal.isBusy}
          onRemove={() =>
            removal.remove({
              what: `${title}, ${sizeText(outside.bytes)}`,
              work: () => sendToTileKeeper({ ask: 'clear', areas: false }),
            })
          }
        />
      ) : null}
      {areas.map((area) => (
        <StoredRow
          key={area.id}
          title={area.name}
          facts={areaText(area)}
          {...(area.oldestAt === null
            ? {}
            : { age: ageWords({ newestAt: area.oldestAt, oldestAt: area.oldestAt }, serverNow()) })}
          isBusy={removal.isBusy}
          onRemove={() =>
            removal.remove({
              what: `${area.name}, ${sizeText(area.bytes)}`,
              work: () => sendToTileKeeper({ ask: 'remove', id: area.id }),
            })
          }
        />
      ))}
    </ul>
  );
}
