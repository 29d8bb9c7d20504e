import { api } from '../../../contract/api.ts';
import { specTexts } from '../../lib/spec-texts.ts';
import { defineList, last } from '../../list/define-list.ts';
import { stationCell } from '../../objects/object-cells.tsx';

// ---- shared by both lists of station records (FSZ-01)

/** Headers by C79: labels of other lists and of the filter, the wire name in the tooltip. */
export const recordColumns = [
  {
    key: 'createdOn',
    header: 'Created On',
    width: 180,
    hasUtcMark: true,
    meaning: 'Record time, station clock',
  },
  { key: 'timestamp', header: 'Timestamp', unit: 's', width: 150, meaning: 'Record time in seconds since 1970' },
  { key: 'stationId', header: 'Station ID', width: 130, meaning: 'Station number', cell: stationCell },
  { key: 'msgType', header: 'Message Type', width: 140, meaning: 'Message type of the record' },
] as const;

/** SST-04, SST-11: both are free text. */
export const recordFilters = {
  start: { label: 'From, To', group: 'Time' },
  stationId: { label: 'Station ID', group: 'Station' },
  msgType: { label: 'Message Type', group: 'Station', values: ['ACARS', 'VDLM2', 'ADSB'] },
} as const;

/** SST-07: 'for previous day'. */
export const recordWindow = last({ hours: 24 });
/** SST-03, PAGE-13. */
export const recordPaging = { sizes: [10, 25, 50, 100, 1000], all: 'after-search' } as const;
export const recordTexts = {
  empty: specTexts.list.emptyPreviousDay,
  incompleteDate: specTexts.list.incompleteDateNoArrow,
  columnsMenu: { closed: specTexts.stationRecords.showColumns, open: specTexts.stationRecords.hideColumns },
} as const;
/** Route of both lists. */
export const onStatistics = (slot: string) => ({ path: '/statistics', label: 'Statistics', slot }) as const;

/** The nine version triples (SST-10, C114). */
const versionOf = {
  acars: 'ACARS',
  vdlm2: 'VDLM2',
  adsb: 'ADSB',
  gnss: 'GNSS',
  mqtt: 'MQTT',
  locationApp: 'Location App',
  mainSystem: 'Main System',
  fotaService: 'FOTA Service',
  appImage: 'App Image',
} as const;
type Versioned = keyof typeof versionOf;
const parts = ['Major', 'Minor', 'Build'] as const;
type VersionField = `${Versioned}${(typeof parts)[number]}`;
const versioned = Object.keys(versionOf) as Versioned[];
const versionFields = (name: Versioned): VersionField[] => parts.map((part) => `${name}${part}` as const);
const versionColumns = versioned.flatMap((name) =>
  parts.map((part) => ({
    key: `${name}${part}` as const,
    header: `${versionOf[name]} Version ${part}`,
    width: 210,
  })),
);

/** STATIONS STATUS on /statistics: status records of stations (SST-01 to SST-11). */
export default defineList({
  name: 'stationsStatus',
  within: onStatistics('status'),
  noun: ['record', 'records'],
  endpoint: api.station.status,
  window: recordWindow,
  columns: [
    ...recordColumns,
    { key: 'hwRevisionMajor', header: 'Hardware Revision Major', width: 200 },
    { key: 'hwRevisionBuild', header: 'Hardware Revision Build', width: 200 },
    { key: 'statsStartTimestamp', header: 'Count Start', unit: 's', width: 150, meaning: 'Seconds since 1970' },
    { key: 'statsEndTimestamp', header: 'Count End', unit: 's', width: 150, meaning: 'Seconds since 1970' },
    { key: 'acarsMsgStats', header: 'ACARS Messages', width: 150, meaning: 'From count start to count end' },
    { key: 'vdlm2MsgStats', header: 'VDLM2 Messages', width: 150, meaning: 'From count start to count end' },
    { key: 'adsbMsgStats', header: 'ADSB Messages', width: 150, meaning: 'From count start to count end' },
    { key: 'framesStats', header: 'Frames', width: 120, meaning: 'From count start to count end' },
    { key: 'ramUsage', header: 'RAM Usage', unit: '%', width: 130 },
    { key: 'cpuTemperature', header: 'CPU Temperature', unit: '°C', width: 170 },
    { key: 'wifiBitrate', header: 'Wi-Fi Bitrate', unit: 'Mbit/s', width: 160 },
    { key: 'wifiSignalLevel', header: 'Wi-Fi Signal Level', unit: 'dBm', width: 190 },
    { key: 'wifiLinkQuality', header: 'Wi-Fi Link Quality', width: 160 },
    { key: 'locationLat', header: 'Latitude', unit: '°', width: 130 },
    { key: 'locationLon', header: 'Longitude', unit: '°', width: 130 },
    { key: 'locationSource', header: 'Location Source', width: 150 },
    { key: 'locationAccuracy', header: 'Location Accuracy', unit: 'm', width: 170 },
    { key: 'locationCountry', isMono: false, header: 'Country', width: 160 },
    { key: 'locationTown', isMono: false, header: 'Town', width: 160 },
    ...versionColumns,
  ],
  filters: recordFilters,
  paging: recordPaging,
  export: { fileName: specTexts.stationRecords.statusWorkbook, without: [] },
  messages: { ...recordTexts, failed: specTexts.stationRecords.statusFailed },
  isFilterClosedByReset: true,
  groups: [
    {
      name: 'Record',
      fields: [
        'stationId',
        'createdOn',
        'timestamp',
        'msgType',
        'statsStartTimestamp',
        'statsEndTimestamp',
        'acarsMsgStats',
        'vdlm2MsgStats',
        'adsbMsgStats',
        'framesStats',
      ],
    },
    {
      name: 'Device',
      fields: [
        'cpuTemperature',
        'ramUsage',
        'wifiSignalLevel',
        'wifiLinkQuality',
        'wifiBitrate',
        'hwRevisionMajor',
        'hwRevisionBuild',
      ],
    },
    {
      name: 'Place',
      fields: ['locationLat', 'locationLon', 'locationAccuracy', 'locationSource', 'locationTown', 'locationCountry'],
    },
    { name: 'Versions', fields: versioned.flatMap(versionFields) },
  ],
  card: {
    title: ['stationId', 'msgType'],
    time: 'createdOn',
    text: null,
    facts: ['cpuTemperature', 'wifiSignalLevel', 'ramUsage', 'framesStats'],
    otherFacts: ['wifiLinkQuality', 'adsbMsgStats', 'vdlm2MsgStats', 'acarsMsgStats', 'locationTown'],
  },
});
