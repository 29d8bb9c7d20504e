import { beforeAll, describe, expect, test } from 'vitest';
import { type SentenceName, say, sentences } from './tense.ts';
import { ensureTemporal } from './time.ts';

beforeAll(ensureTemporal);

const now = Date.UTC(2026, 10, 29, 15, 0);
const dataAt = Date.UTC(2026, 10, 29, 14, 32);

/** Each sentence with its values, now and about 14:32Z. */
const spoken: Readonly<Record<SentenceName, readonly [values: readonly string[], now: string, then: string]>> = {
  feeding: [[], 'Feeding', 'Was feeding'],
  feedingWithout: [['HFDL'], 'Feeding without HFDL', 'Was feeding without HFDL'],
  late: [[], 'Late', 'Was late'],
  silent: [[], 'Silent', 'Was silent'],
  silentSince: [['13:00Z'], 'Silent since 13:00Z', 'Was silent since 13:00Z'],
  silentFor: [['1 h 53 min'], 'Silent for 1 h 53 min', 'Was silent for 1 h 53 min'],
  degraded: [[], 'Degraded', 'Was degraded'],
  rangeFell: [
    ['240 nmi', '62 nmi'],
    'The range fell from 240 nmi to 62 nmi. Antenna or cable?',
    'The range had fallen from 240 nmi to 62 nmi at 14:32Z. Antenna or cable?',
  ],
  neverReceived: [[], 'Nothing received yet', 'Had no data yet'],
  noSign: [
    [],
    'No messages and no status reports. The station has no power or no network.',
    'No messages and no status reports. The station had no power or no network.',
  ],
  noFrames: [
    [],
    'Status reports arrive, but the radio receives no frames.',
    'Status reports arrived, but the radio received no frames.',
  ],
  notDecoded: [[], 'Frames are received, but nothing is decoded.', 'Frames were received, but nothing was decoded.'],
  noUpload: [[], 'Messages are decoded, but not uploaded.', 'Messages were decoded, but not uploaded.'],
  noKey: [
    [],
    'The station key was revoked. The server refuses what this station sends.',
    'The station key was revoked. The server refused what this station sent.',
  ],
  untold: [
    [],
    'Cause unknown. This station sends no status reports.',
    'Cause unknown. This station sent no status reports.',
  ],
  causeOpen: [[], 'Cause unknown until the next status report.', 'The cause was unknown.'],
  uploadEvidence: [[], 'status reports arrive, messages do not', 'status reports arrived, messages did not'],
  radioCheck: [
    [],
    'Check the antenna and its cable. The radio is on but receives nothing.',
    'Check the antenna and its cable. The radio was on but received nothing.',
  ],
  receiverCheck: [
    [],
    "Check the receiver's gain and frequencies. It receives frames but no messages.",
    "Check the receiver's gain and frequencies. It received frames but no messages.",
  ],
  restartCheck: [
    [],
    'Restart the station. Status reports still reach us, so network and power are fine.',
    'Restart the station. Status reports still reached us, so network and power were fine.',
  ],
  neverActive: [[], 'Never active', 'Was never active'],
  countSilent: [['1'], '1 silent', '1 was silent'],
  countDegraded: [['1'], '1 degraded', '1 was degraded'],
  countLate: [['2'], '2 late', '2 were late'],
  countWithoutType: [['2'], '2 feeding without a type', '2 were feeding without a type'],
  countNoData: [['2'], '2 without data', '2 were without data'],
  countFeeding: [['20'], '20 feeding', '20 were feeding'],
  moreAll: [['14', 'feeding'], '14 more, all feeding', '14 more were feeding at 14:32Z'],
  feedingOf: [['18', '20'], '18 of 20 feeding', '18 of 20 were feeding at 14:32Z'],
  stationsSilent: [['1 station', '1013'], '1 station silent: 1013', '1 station was silent at 14:32Z: 1013'],
  moreSilent: [['3'], '3 more silent', '3 more were silent'],
  noStation: [['99'], 'There is no station 99.', 'There was no station 99 at 14:32Z.'],
  notFedByYou: [['99'], 'You do not feed station 99.', 'You did not feed station 99 at 14:32Z.'],
  noStations: [[], 'There are no stations yet.', 'There were no stations at 14:32Z.'],
  noOwnStation: [[], 'Your account feeds no station.', 'Your account fed no station at 14:32Z.'],
  noOwnCounts: [
    [],
    'Counts are available for your own stations. Your account has none.',
    'Counts were available for your own stations. Your account had none at 14:32Z.',
  ],
  noCounts: [[], 'No messages counted yet.', 'No messages were counted at 14:32Z.'],
  noneSilent: [[], 'No station is silent.', 'No station was silent at 14:32Z.'],
  oneSilentSince: [['1007 Rome', '13:00Z'], '1007 Rome silent since 13:00Z.', '1007 Rome was silent since 13:00Z.'],
  stationMoreSilent: [[], '1 more station is silent.', '1 more station was silent.'],
  stationsMoreSilent: [['4'], '4 more stations are silent.', '4 more stations were silent.'],
  directionMoreLost: [[], '1 more direction is lost.', '1 more direction was lost.'],
  directionsMoreLost: [['4'], '4 more directions are lost.', '4 more directions were lost.'],
  oneBeyondHorizon: [
    ['245 nmi'],
    'No station lost range in any direction. 1 station reaches beyond the horizon of 245 nmi.',
    'No station lost range in any direction. 1 station reached beyond the horizon of 245 nmi.',
  ],
  someBeyondHorizon: [
    ['4', '245 nmi'],
    'No station lost range in any direction. 4 stations reach beyond the horizon of 245 nmi.',
    'No station lost range in any direction. 4 stations reached beyond the horizon of 245 nmi.',
  ],
  everyStationFed: [[], 'Every station and type fed today.', 'Every station and type fed on the day of 14:32Z.'],
  rowMoreEmpty: [[], '1 more row is empty today.', '1 more row was empty on that day.'],
  rowsMoreEmpty: [['4'], '4 more rows are empty today.', '4 more rows were empty on that day.'],
  sky: [[], 'Live sky', 'Sky at 14:32Z'],
  noAircraftInView: [[], 'No aircraft in view.', 'No aircraft was in view at 14:32Z.'],
  noAircraftAnywhere: [
    [],
    'No aircraft anywhere now. Positions appear when a station receives them.',
    'No aircraft was received at 14:32Z. New positions need the server.',
  ],
  positionsHere: [[], 'The map shows live positions.', 'Older positions stay on the map.'],
  noPositionOfAircraft: [[], 'No current position.', 'No position was stored.'],
  receivedNow: [[], 'Received now', 'Received at 14:32Z'],
  onTheGround: [[], 'On the ground', 'On the ground at 14:32Z'],
  onTheWayHere: [[], 'On the way here', 'On the way here at 14:32Z'],
  noPosition: [[], 'No position in the last minute.', 'No position in the minute before 14:32Z.'],
  noPositionOnGround: [
    [],
    'No position on the ground received in the last minute.',
    'No position on the ground received in the minute before 14:32Z.',
  ],
  noMessages: [[], 'No messages in the last 24 hours.', 'No messages in the 24 hours before 14:32Z.'],
  noMessageOfAirport: [
    [],
    'No message named this airport in the last 24 hours.',
    'No message named this airport in the 24 hours before 14:32Z.',
  ],
  state: [['In the air'], 'In the air', 'Was in the air'],
  noReports: [[], 'No reports', 'Had no reports'],
  connectedOf: [['1', '2'], '1 of 2 connected', '1 of 2 were connected at 14:32Z'],
  noReceivers: [[], 'Downlink reads no receivers yet.', 'Downlink read no receivers at 14:32Z.'],
  allPaused: [[], 'All receivers are paused.', 'All receivers were paused at 14:32Z.'],
  nothingConnected: [[], 'Nothing is connected.', 'Nothing was connected.'],
  unreadable: [
    ['frames'],
    'Data arrives, but contains no frames. Check kind and port.',
    'Data arrived, but contained no frames. Check kind and port.',
  ],
  noDecoderPort: [
    [],
    'No port for decoders is open. Add a receiver of the kind Decoder port.',
    'No port for decoders was open at 14:32Z. Add a receiver of the kind Decoder port.',
  ],
  sentThere: [[], 'Received messages and frames are sent there', 'Received messages and frames were sent there'],
  condition: [['The disk is full.'], 'The disk is full.', 'At 14:32Z: The disk is full.'],
  notCurrent: [[], 'Current', 'As of 14:32Z'],
  sourcesFailed: [['2 sources'], '2 sources do not deliver.', '2 sources did not deliver at 14:32Z.'],
  backupOff: [[], 'Backup is off.', 'Backup was off.'],
  backupFailed: [[], 'The last backup failed or is late.', 'The last backup had failed or was late.'],
  noBackupFolder: [
    [],
    'No folder for backups is set (BACKUP_DIR).',
    'No folder for backups was set at 14:32Z (BACKUP_DIR).',
  ],
  nothingRecorded: [[], 'Nothing is recorded yet.', 'Nothing was recorded at 14:32Z.'],
  queriesWait: [['3'], '3 queries wait', '3 queries waited'],
  diskFull: [
    ['4 days'],
    'The disk is full in about 4 days. Set MAX_GB or RETENTION_DAYS to keep less.',
    'At 14:32Z the disk had space for about 4 days. Set MAX_GB or RETENTION_DAYS to keep less.',
  ],
  noBackups: [[], 'No backups are scheduled (BACKUP_DIR).', 'No backups were scheduled (BACKUP_DIR).'],
  backupEvery: [['24'], 'A backup is made every 24 h.', 'A backup was made every 24 h.'],
  noBackupYet: [[], 'No backup exists yet.', 'No backup existed yet.'],
  framesEvery: [
    ['120', '30'],
    'Frames are stored every 120 s instead of 30 s (limit ADSB_MAX_GB).',
    'Frames were stored every 120 s instead of 30 s (limit ADSB_MAX_GB).',
  ],
  grows: [['1 GB'], 'It grows by 1 GB a day.', 'It grew by 1 GB a day.'],
  rateOfDay: [
    ['15 days need 38 GB'],
    "At today's rate, 15 days need 38 GB.",
    'At the rate of 14:32Z, 15 days need 38 GB.',
  ],
};

describe('OFF-03 SST-12: nothing stored speaks in the present', () => {
  test.each(Object.entries(spoken))('%s', (name, [values, present, past]) => {
    const sayIt = say as (name: string, at: object, ...values: readonly string[]) => string;
    expect(sayIt(name, { now, dataAt, isNow: true }, ...values)).toBe(present);
    expect(sayIt(name, { now, dataAt, isNow: false }, ...values)).toBe(past);
  });

  test('no past sentence has a verb or an adverb of the present', () => {
    const present =
      /\b(is|are|has|have|do|does|now|today|current|live|arrives?|receives?|reach|reaches|sends?|feeds)\b/i;
    const quoted: readonly string[] = ['condition'];
    const faults = Object.entries(spoken).filter(([name, [, , past]]) => present.test(past) && !quoted.includes(name));
    expect(faults).toEqual([]);
    expect(Object.keys(spoken)).toEqual(Object.keys(sentences));
  });
});
