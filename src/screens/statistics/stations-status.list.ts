import { api } from '../../../contract/api.ts';
import { specTexts } from '../../lib/spec-texts.ts';
import { defineList } from '../../list/define-list.ts';
import {
  onStatistics,
  recordColumns,
  recordFilters,
  recordPaging,
  recordTexts,
  recordWindow,
} from './station-record-columns.ts';

/** Which part of the station has this version: 9 parts, 3 numbers each (SST-10, C114). */
const versionOf = {
  acars: 'ACARS decoder',
  vdlm2: 'VDLM2 decoder',
  adsb: 'ADSB decoder',
  gnss: 'GNSS service',
  mqtt: 'MQTT service',
  locationApp: 'location app',
  mainSystem: 'main system',
  fotaService: 'FOTA service',
  appImage: 'app image',
} as const;
type Versioned = keyof typeof versionOf;
const parts = ['Major', 'Minor', 'Build'] as const;
type VersionField = `${Versioned}${(typeof parts)[number]}`;
const versioned = Object.keys(versionOf) as Versioned[];
const versionFields = (name: Versioned): VersionField[] => parts.map((part) => `${name}${part}` as const);
const versionColumns = versioned.flatMap((name) =>
  parts.map((part) => ({
    key: `${name}${part}` as const,
    header: `${name}${part}`,
    width: 140,
    meaning: `Version of the ${versionOf[name]}, ${part.toLowerCase()} number`,
  })),
);

/** STATIONS STATUS on /statistics: what stations report of themselves (SST-01 to SST-11). */
export const stationsStatus = defineList({
  name: 'stationsStatus',
  title: specTexts.statistics.stationsStatus,
  within: onStatistics('status'),
  noun: ['record', 'records'],
  endpoint: api.station.status,
  window: recordWindow,
  columns: [
    ...recordColumns,
    ...versionColumns,
    { key: 'hwRevisionMajor', header: 'hwRevisionMajor', width: 150, meaning: 'Revision of the hardware' },
    { key: 'hwRevisionBuild', header: 'hwRevisionBuild', width: 150, meaning: 'Build of the hardware' },
    { key: 'statsStartTimestamp', header: 'statsStartTimestamp', unit: 's', meaning: 'The counts begin here' },
    { key: 'statsEndTimestamp', header: 'statsEndTimestamp', unit: 's', meaning: 'The counts end here' },
    { key: 'acarsMsgStats', header: 'acarsMsgStats', width: 130, meaning: 'ACARS messages counted' },
    { key: 'vdlm2MsgStats', header: 'vdlm2MsgStats', width: 130, meaning: 'VDLM2 messages counted' },
    { key: 'adsbMsgStats', header: 'adsbMsgStats', width: 130, meaning: 'ADSB messages counted' },
    { key: 'framesStats', header: 'framesStats', width: 120, meaning: 'Frames counted' },
    { key: 'ramUsage', header: 'ramUsage', unit: '%', width: 120 },
    { key: 'cpuTemperature', header: 'cpuTemperature', unit: '°C', width: 160 },
    { key: 'wifiBitrate', header: 'wifiBitrate', unit: 'Mbit/s', width: 150 },
    { key: 'wifiSignalLevel', header: 'wifiSignalLevel', unit: 'dBm', width: 160 },
    { key: 'wifiLinkQuality', header: 'wifiLinkQuality', width: 140 },
    { key: 'locationLat', header: 'locationLat', unit: '°', width: 130 },
    { key: 'locationLon', header: 'locationLon', unit: '°', width: 130 },
    { key: 'locationSource', header: 'locationSource', width: 140 },
    { key: 'locationAccuracy', header: 'locationAccuracy', unit: 'm', width: 160 },
    { key: 'locationCountry', isMono: false, header: 'locationCountry', width: 160 },
    { key: 'locationTown', isMono: false, header: 'locationTown', width: 160 },
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
