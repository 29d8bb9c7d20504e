/** Gives demo frames to the same decoder as those of a receiver. Each sighting has a decoder of its own, so that a span has the same rows however it is divided. */
import type { AdsbMessage } from '../../contract/entities/messages.ts';
import { SourceCounters } from '../base/ingest-counters.ts';
import { SourceMeter } from '../base/source-meter.ts';
import { modeAcRow } from '../input/mode-s/mode-ac.ts';
import { rawMessage } from '../input/mode-s/raw-message.ts';
import { StationFeed } from '../input/radio/station-feed.ts';
import type { RawReport } from '../map/report.ts';
import type { Sent } from './frames.ts';
import type { DemoStation } from './stations.ts';

export type Reception = {
  readonly station: DemoStation;
  readonly atMs: number;
  readonly levelDb: number;
};
export type Received = { readonly row: AdsbMessage | null; readonly reports: readonly RawReport[] };

/** No screen shows them: the demo has no connection. */
const unused = { counters: new SourceCounters(), meter: new SourceMeter() };
/** Of 255. Half of the weakest step is still measured. */
const signalOf = (levelDb: number): number => Math.max(2, Math.round(255 * 10 ** (levelDb / 20)));

/** The row is that of the last frame. */
export function receiveFrames(frames: readonly Sent[], { station, atMs, levelDb }: Reception): Received {
  let row: AdsbMessage | null = null;
  const feed = new StationFeed(
    { station: station.receivers.ADSB, repairs: true, keepSeconds: null },
    {
      counters: unused.counters,
      store: (stored) => {
        row = stored;
        return true;
      },
      accepted: () => {},
    },
  );
  feed.place = station;
  for (const { bytes, agoMs } of frames) {
    row = null;
    feed.takeFrame(rawMessage(bytes, 0, signalOf(levelDb)), atMs - agoMs, atMs, unused.meter);
  }
  return { row, reports: feed.takeReports() };
}

export const receiveModeAc = (code: number, { station, atMs, levelDb }: Reception): AdsbMessage =>
  modeAcRow(code, atMs, signalOf(levelDb), station.receivers.ADSB);
