/** Every sentence about a state, in the present while its value is current and in the past with its time afterwards (decision 40). Pure. */
import { utcMoment } from './time.ts';

/** `now` = epoch ms by the server's clock; `dataAt` = time of the response; `isNow` = it is current. */
export type ReportTime = { readonly now: number; readonly dataAt: number; readonly isNow: boolean };

type Sentence<V extends readonly string[]> = {
  readonly now: (...values: V) => string;
  /** `at` = the time of the value: `14:32Z`. */
  readonly then: (at: string, ...values: V) => string;
};
const pair = <V extends readonly string[]>(now: Sentence<V>['now'], then: Sentence<V>['then']): Sentence<V> => ({
  now,
  then,
});
const were = (count: string): string => (count === '1' ? 'was' : 'were');

export const sentences = {
  // A station
  feeding: pair(
    () => 'Feeding',
    () => 'Was feeding',
  ),
  feedingWithout: pair(
    (types: string) => `Feeding without ${types}`,
    (_at, types: string) => `Was feeding without ${types}`,
  ),
  late: pair(
    () => 'Late',
    () => 'Was late',
  ),
  silent: pair(
    () => 'Silent',
    () => 'Was silent',
  ),
  silentSince: pair(
    (since: string) => `Silent since ${since}`,
    (_at, since: string) => `Was silent since ${since}`,
  ),
  silentFor: pair(
    (span: string) => `Silent for ${span}`,
    (_at, span: string) => `Was silent for ${span}`,
  ),
  degraded: pair(
    () => 'Degraded',
    () => 'Was degraded',
  ),
  rangeFell: pair(
    (from: string, to: string) => `The range fell from ${from} to ${to}. Antenna or cable?`,
    (at, from: string, to: string) => `The range had fallen from ${from} to ${to} at ${at}. Antenna or cable?`,
  ),
  neverReceived: pair(
    () => 'Nothing received yet',
    () => 'Had no data yet',
  ),
  noSign: pair(
    () => 'No messages and no status reports. The station has no power or no network.',
    () => 'No messages and no status reports. The station had no power or no network.',
  ),
  noFrames: pair(
    () => 'Status reports arrive, but the radio receives no frames.',
    () => 'Status reports arrived, but the radio received no frames.',
  ),
  notDecoded: pair(
    () => 'Frames are received, but nothing is decoded.',
    () => 'Frames were received, but nothing was decoded.',
  ),
  noUpload: pair(
    () => 'Messages are decoded, but not uploaded.',
    () => 'Messages were decoded, but not uploaded.',
  ),
  noKey: pair(
    () => 'The station key was revoked. The server refuses what this station sends.',
    () => 'The station key was revoked. The server refused what this station sent.',
  ),
  untold: pair(
    () => 'Cause unknown. This station sends no status reports.',
    () => 'Cause unknown. This station sent no status reports.',
  ),
  causeOpen: pair(
    () => 'Cause unknown until the next status report.',
    () => 'The cause was unknown.',
  ),
  uploadEvidence: pair(
    () => 'status reports arrive, messages do not',
    () => 'status reports arrived, messages did not',
  ),
  radioCheck: pair(
    () => 'Check the antenna and its cable. The radio is on but receives nothing.',
    () => 'Check the antenna and its cable. The radio was on but received nothing.',
  ),
  receiverCheck: pair(
    () => "Check the receiver's gain and frequencies. It receives frames but no messages.",
    () => "Check the receiver's gain and frequencies. It received frames but no messages.",
  ),
  restartCheck: pair(
    () => 'Restart the station. Status reports still reach us, so network and power are fine.',
    () => 'Restart the station. Status reports still reached us, so network and power were fine.',
  ),
  neverActive: pair(
    () => 'Never active',
    () => 'Was never active',
  ),
  // Several stations
  countSilent: pair(
    (count: string) => `${count} silent`,
    (_at, count: string) => `${count} ${were(count)} silent`,
  ),
  countDegraded: pair(
    (count: string) => `${count} degraded`,
    (_at, count: string) => `${count} ${were(count)} degraded`,
  ),
  countLate: pair(
    (count: string) => `${count} late`,
    (_at, count: string) => `${count} ${were(count)} late`,
  ),
  countWithoutType: pair(
    (count: string) => `${count} feeding without a type`,
    (_at, count: string) => `${count} ${were(count)} feeding without a type`,
  ),
  countNoData: pair(
    (count: string) => `${count} without data`,
    (_at, count: string) => `${count} ${were(count)} without data`,
  ),
  countFeeding: pair(
    (count: string) => `${count} feeding`,
    (_at, count: string) => `${count} ${were(count)} feeding`,
  ),
  moreAll: pair(
    (count: string, state: string) => `${count} more, all ${state}`,
    (at, count: string, state: string) => `${count} more ${were(count)} ${state} at ${at}`,
  ),
  feedingOf: pair(
    (feeding: string, all: string) => `${feeding} of ${all} feeding`,
    (at, feeding: string, all: string) => `${feeding} of ${all} were feeding at ${at}`,
  ),
  stationsSilent: pair(
    (count: string, numbers: string) => `${count} silent: ${numbers}`,
    (at, count: string, numbers: string) =>
      `${count} ${/^1 /.test(count) ? 'was' : 'were'} silent at ${at}: ${numbers}`,
  ),
  moreSilent: pair(
    (count: string) => `${count} more silent`,
    (_at, count: string) => `${count} more ${were(count)} silent`,
  ),
  noStation: pair(
    (id: string) => `There is no station ${id}.`,
    (at, id: string) => `There was no station ${id} at ${at}.`,
  ),
  notFedByYou: pair(
    (id: string) => `You do not feed station ${id}.`,
    (at, id: string) => `You did not feed station ${id} at ${at}.`,
  ),
  noStations: pair(
    () => 'There are no stations yet.',
    (at) => `There were no stations at ${at}.`,
  ),
  noOwnStation: pair(
    () => 'Your account feeds no station.',
    (at) => `Your account fed no station at ${at}.`,
  ),
  noOwnCounts: pair(
    () => 'Counts are available for your own stations. Your account has none.',
    (at) => `Counts were available for your own stations. Your account had none at ${at}.`,
  ),
  noCounts: pair(
    () => 'No messages counted yet.',
    (at) => `No messages were counted at ${at}.`,
  ),
  // Charts of stations
  noneSilent: pair(
    () => 'No station is silent.',
    (at) => `No station was silent at ${at}.`,
  ),
  oneSilentSince: pair(
    (station: string, since: string) => `${station} silent since ${since}.`,
    (_at, station: string, since: string) => `${station} was silent since ${since}.`,
  ),
  stationMoreSilent: pair(
    () => '1 more station is silent.',
    () => '1 more station was silent.',
  ),
  stationsMoreSilent: pair(
    (count: string) => `${count} more stations are silent.`,
    (_at, count: string) => `${count} more stations were silent.`,
  ),
  directionMoreLost: pair(
    () => '1 more direction is lost.',
    () => '1 more direction was lost.',
  ),
  directionsMoreLost: pair(
    (count: string) => `${count} more directions are lost.`,
    (_at, count: string) => `${count} more directions were lost.`,
  ),
  oneBeyondHorizon: pair(
    (horizon: string) => `No station lost range in any direction. 1 station reaches beyond the horizon of ${horizon}.`,
    (_at, horizon: string) =>
      `No station lost range in any direction. 1 station reached beyond the horizon of ${horizon}.`,
  ),
  someBeyondHorizon: pair(
    (count: string, horizon: string) =>
      `No station lost range in any direction. ${count} stations reach beyond the horizon of ${horizon}.`,
    (_at, count: string, horizon: string) =>
      `No station lost range in any direction. ${count} stations reached beyond the horizon of ${horizon}.`,
  ),
  everyStationFed: pair(
    () => 'Every station and type fed today.',
    (at) => `Every station and type fed on the day of ${at}.`,
  ),
  rowMoreEmpty: pair(
    () => '1 more row is empty today.',
    () => '1 more row was empty on that day.',
  ),
  rowsMoreEmpty: pair(
    (count: string) => `${count} more rows are empty today.`,
    (_at, count: string) => `${count} more rows were empty on that day.`,
  ),
  // Aircraft and maps
  sky: pair(
    () => 'Live sky',
    (at) => `Sky at ${at}`,
  ),
  noAircraftInView: pair(
    () => 'No aircraft in view.',
    (at) => `No aircraft was in view at ${at}.`,
  ),
  noAircraftAnywhere: pair(
    () => 'No aircraft anywhere now. Positions appear when a station receives them.',
    (at) => `No aircraft was received at ${at}. New positions need the server.`,
  ),
  positionsHere: pair(
    () => 'The map shows live positions.',
    () => 'Older positions stay on the map.',
  ),
  noPositionOfAircraft: pair(
    () => 'No current position.',
    () => 'No position was stored.',
  ),
  receivedNow: pair(
    () => 'Received now',
    (at) => `Received at ${at}`,
  ),
  onTheGround: pair(
    () => 'On the ground',
    (at) => `On the ground at ${at}`,
  ),
  onTheWayHere: pair(
    () => 'On the way here',
    (at) => `On the way here at ${at}`,
  ),
  noPosition: pair(
    () => 'No position in the last minute.',
    (at) => `No position in the minute before ${at}.`,
  ),
  noPositionOnGround: pair(
    () => 'No position on the ground received in the last minute.',
    (at) => `No position on the ground received in the minute before ${at}.`,
  ),
  noMessages: pair(
    () => 'No messages in the last 24 hours.',
    (at) => `No messages in the 24 hours before ${at}.`,
  ),
  noMessageOfAirport: pair(
    () => 'No message named this airport in the last 24 hours.',
    (at) => `No message named this airport in the 24 hours before ${at}.`,
  ),
  /** `word` = `In the air`, `Connected`. */
  state: pair(
    (word: string) => word,
    (_at, word: string) => `Was ${lower(word)}`,
  ),
  noReports: pair(
    () => 'No reports',
    () => 'Had no reports',
  ),
  // Server and receivers
  connectedOf: pair(
    (connected: string, all: string) => `${connected} of ${all} connected`,
    (at, connected: string, all: string) => `${connected} of ${all} were connected at ${at}`,
  ),
  noReceivers: pair(
    () => 'Downlink reads no receivers yet.',
    (at) => `Downlink read no receivers at ${at}.`,
  ),
  allPaused: pair(
    () => 'All receivers are paused.',
    (at) => `All receivers were paused at ${at}.`,
  ),
  nothingConnected: pair(
    () => 'Nothing is connected.',
    () => 'Nothing was connected.',
  ),
  unreadable: pair(
    (unit: string) => `Data arrives, but contains no ${unit}. Check kind and port.`,
    (_at, unit: string) => `Data arrived, but contained no ${unit}. Check kind and port.`,
  ),
  noDecoderPort: pair(
    () => 'No port for decoders is open. Add a receiver of the kind Decoder port.',
    (at) => `No port for decoders was open at ${at}. Add a receiver of the kind Decoder port.`,
  ),
  sentThere: pair(
    () => 'Received messages and frames are sent there',
    () => 'Received messages and frames were sent there',
  ),
  condition: pair(
    (message: string) => message,
    (at, message: string) => `At ${at}: ${message}`,
  ),
  notCurrent: pair(
    () => 'Current',
    (at) => `As of ${at}`,
  ),
  sourcesFailed: pair(
    (count: string) => `${count} ${count === '1 source' ? 'does' : 'do'} not deliver.`,
    (at, count: string) => `${count} did not deliver at ${at}.`,
  ),
  backupOff: pair(
    () => 'Backup is off.',
    () => 'Backup was off.',
  ),
  backupFailed: pair(
    () => 'The last backup failed or is late.',
    () => 'The last backup had failed or was late.',
  ),
  noBackupFolder: pair(
    () => 'No folder for backups is set (BACKUP_DIR).',
    (at) => `No folder for backups was set at ${at} (BACKUP_DIR).`,
  ),
  nothingRecorded: pair(
    () => 'Nothing is recorded yet.',
    (at) => `Nothing was recorded at ${at}.`,
  ),
  queriesWait: pair(
    (count: string) => `${count} queries wait`,
    (_at, count: string) => `${count} queries waited`,
  ),
  diskFull: pair(
    (days: string) => `The disk is full in about ${days}. Set MAX_GB or RETENTION_DAYS to keep less.`,
    (at, days: string) => `At ${at} the disk had space for about ${days}. Set MAX_GB or RETENTION_DAYS to keep less.`,
  ),
  noBackups: pair(
    () => 'No backups are scheduled (BACKUP_DIR).',
    () => 'No backups were scheduled (BACKUP_DIR).',
  ),
  backupEvery: pair(
    (hours: string) => `A backup is made every ${hours} h.`,
    (_at, hours: string) => `A backup was made every ${hours} h.`,
  ),
  noBackupYet: pair(
    () => 'No backup exists yet.',
    () => 'No backup existed yet.',
  ),
  framesEvery: pair(
    (actual: string, set: string) => `Frames are stored every ${actual} s instead of ${set} s (limit ADSB_MAX_GB).`,
    (_at, actual: string, set: string) =>
      `Frames were stored every ${actual} s instead of ${set} s (limit ADSB_MAX_GB).`,
  ),
  grows: pair(
    (bytes: string) => `It grows by ${bytes} a day.`,
    (_at, bytes: string) => `It grew by ${bytes} a day.`,
  ),
  rateOfDay: pair(
    (forecast: string) => `At today's rate, ${forecast}.`,
    (at, forecast: string) => `At the rate of ${at}, ${forecast}.`,
  ),
} as const;

export type SentenceName = keyof typeof sentences;
type Values<K extends SentenceName> = Parameters<(typeof sentences)[K]['now']>;

/** The sentence about a value of that time. */
export function say<K extends SentenceName>(name: K, { isNow, dataAt, now }: ReportTime, ...values: Values<K>): string {
  const { now: present, then: past } = sentences[name] as unknown as Sentence<readonly string[]>;
  return isNow ? present(...values) : past(utcMoment(dataAt, now), ...values);
}

function lower(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
