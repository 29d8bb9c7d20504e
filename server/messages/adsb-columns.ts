/** Database columns of ADS-B fields. */
import { adsbMessage } from '../../contract/entities/messages.ts';
import { type Column, fewCodes, number, sqlColumns } from '../query/columns.ts';
import { adsbTable } from '../query/message-tables.ts';

const code = (name: string): Column => fewCodes(name, 'adsb');

/** `altitude` is in the row's own `altUnit`. A haeBaroOffset of -9999 means "not valid" (ADSB-03, ADSB-04). */
export const adsbColumns = sqlColumns(adsbMessage, {
  addressType: code('address_type'),
  airspeed: number('airspeed_kt'),
  airspeedStatus: code('airspeed_status'),
  altInfo: code('alt_info'),
  altUnit: code('alt_unit'),
  capability: code('capability'),
  controlField: code('control_field'),
  emergencyState: code('emergency_state'),
  ewStatus: code('ew_status'),
  ewVelocity: number('ew_velocity_kt'),
  fFlag: code('f_flag'),
  flightStatus: code('flight_status'),
  haeBaroOffset: number('hae_baro_offset_ft'),
  heading: number('heading_deg'),
  headingStatus: code('heading_status'),
  level: number('level_db'),
  msgType: code('msg_type'),
  nsStatus: code('ns_status'),
  nsVelocity: number('ns_velocity_kt'),
  posDecoding: code('pos_decoding'),
  stationId: { name: 'station_id', type: 'text', isBlankNull: true, hasFoldedIndex: true },
  tFlag: code('t_flag'),
  timestamp: number('epoch_seconds'),
  verticalRate: number('vertical_rate_ft_min'),
  verticalStatus: code('vertical_status'),
  vs: code('vs'),
});

// ---- Reads decoded Mode S frames.

export const adsbList = { table: adsbTable, columns: adsbColumns };
