/** Database columns of station records (SST-09, SST-10, FSZ-02). */
import type { stationFrameSize, stationStatus } from '../../contract/entities/stations.ts';
import { type Column, type ColumnsOf, number, text } from '../query/columns.ts';

const createdOn = { name: 'created_on', type: 'instant' } as const;
const stationId: Column = { name: 'station_id', type: 'text', hasFoldedIndex: true };

/** Names of versions on the wire and in the table. */
export const versionNames = {
  acars: 'acars',
  vdlm2: 'vdlm2',
  adsb: 'adsb',
  gnss: 'gnss',
  mqtt: 'mqtt',
  locationApp: 'location_app',
  mainSystem: 'main_system',
  fotaService: 'fota_service',
  appImage: 'app_image',
} as const;
const versionColumns = Object.fromEntries(
  Object.entries(versionNames).flatMap(([field, column]) =>
    ['Major', 'Minor', 'Build'].map((part) => [`${field}${part}`, number(`${column}_${part.toLowerCase()}`)]),
  ),
);
type VersionField = Extract<keyof typeof stationStatus, `${string}${'Major' | 'Minor' | 'Build'}`>;

export const stationStatusColumns: ColumnsOf<typeof stationStatus> = {
  createdOn,
  timestamp: number('epoch_seconds'),
  stationId,
  msgType: text('msg_type'),
  ...(versionColumns as Record<VersionField, Column>),
  hwRevisionMajor: number('hw_revision_major'),
  hwRevisionBuild: number('hw_revision_build'),
  statsStartTimestamp: number('stats_start_epoch_seconds'),
  statsEndTimestamp: number('stats_end_epoch_seconds'),
  acarsMsgStats: number('acars_msg_stats'),
  vdlm2MsgStats: number('vdlm2_msg_stats'),
  adsbMsgStats: number('adsb_msg_stats'),
  framesStats: number('frames_stats'),
  ramUsage: number('ram_usage_percent'),
  cpuTemperature: number('cpu_temperature_celsius'),
  wifiBitrate: number('wifi_bitrate_mbit_s'),
  wifiSignalLevel: number('wifi_signal_level_dbm'),
  wifiLinkQuality: number('wifi_link_quality'),
  locationLat: number('location_lat'),
  locationLon: number('location_lon'),
  locationSource: text('location_source'),
  locationAccuracy: number('location_accuracy_m'),
  locationCountry: text('location_country'),
  locationTown: text('location_town'),
};

export const frameSizeColumns: ColumnsOf<typeof stationFrameSize> = {
  createdOn,
  timestamp: number('epoch_seconds'),
  stationId,
  msgType: text('msg_type'),
  frameSizeMin: number('frame_size_min_bytes'),
  frameSizeMax: number('frame_size_max_bytes'),
  frameSizeAvg: number('frame_size_avg_bytes'),
};
