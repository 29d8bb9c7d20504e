/**
 * The 53 columns of ADS-B, shared by /adsb and /adsbCompany: what each field is called, its unit, what it means, and
 * which belong together.
 * Must not: know how a table draws them.
 */
import type { adsbMessage } from '../../../contract/entities/messages.ts';
import { specTexts } from '../../lib/spec-texts.ts';
import type { FieldGroup, ListColumn } from '../../list/define-list.ts';

export type AdsbField = Extract<keyof typeof adsbMessage, string>;

/** ADSB-03, in this order. Headers by C79: where raw ACARS has the field its label, else the name split into words. */
export const adsbColumns = [
  { key: 'adsbDateTime', header: 'UTC Date/Time' },
  { key: 'address', header: 'Address', isMono: true, meaning: 'Address that the frame was sent from, hexadecimal' },
  { key: 'addressType', header: 'Address Type', meaning: '24-bit ICAO address, or another one' },
  { key: 'aircraftType', header: 'Aircraft Type', meaning: 'Emitter category, such as A3 for a large aircraft' },
  { key: 'airspeed', header: 'Airspeed', unit: 'kt' },
  { key: 'airspeedStatus', header: 'Airspeed Status' },
  { key: 'altInfo', header: 'Alt Info', meaning: 'Where the altitude is from: barometric, or GNSS height' },
  { key: 'altUnit', header: 'Alt Unit', meaning: 'Unit of the altitude' },
  { key: 'altitude', header: 'Altitude', unitField: 'altUnit', meaning: 'In the unit that Alt Unit names' },
  { key: 'bds2Identification', header: 'Bds2 Identification', isMono: true, meaning: 'Call sign of register BDS 2,0' },
  { key: 'capability', header: 'Capability', meaning: 'What the transponder can do, and whether it is airborne' },
  { key: 'cc', header: 'Cc', meaning: 'Cross-link capability' },
  { key: 'commBBds', header: 'Comm B Bds', meaning: 'Register (BDS) that the Comm-B reply holds' },
  { key: 'commBMb', header: 'Comm B Mb', isMono: true, meaning: 'Content of the Comm-B reply, hexadecimal' },
  { key: 'controlField', header: 'Control Field', meaning: 'Kind of sender of an extended squitter, DF 18' },
  { key: 'dr', header: 'Dr', meaning: 'Downlink request' },
  { key: 'emergencyState', header: 'Emergency State' },
  { key: 'error', header: 'Error', meaning: 'Bits that the decoder put right' },
  { key: 'esSub', header: 'Es Sub', meaning: 'Extended squitter sub-type' },
  { key: 'esType', header: 'Es Type', meaning: 'Extended squitter type code' },
  { key: 'ewStatus', header: 'Ew Status', meaning: 'Is the east-west velocity valid?' },
  {
    key: 'ewVelocity',
    header: 'Ew Velocity',
    unit: 'kt',
    meaning: 'Velocity over ground to the east, below 0 to the west',
  },
  { key: 'fFlag', header: 'F Flag', meaning: 'CPR format of the position: even or odd' },
  { key: 'flightStatus', header: 'Flight Status', meaning: 'Airborne or on the ground, alert, ident (SPI)' },
  {
    key: 'haeBaroOffset',
    header: 'Hae Baro Offset',
    unit: 'ft',
    named: { value: -9999, name: specTexts.adsb.notValid },
    meaning: 'Height above the ellipsoid (GNSS) less barometric altitude',
  },
  { key: 'heading', header: 'Heading', unit: '°' },
  { key: 'headingStatus', header: 'Heading Status' },
  { key: 'icao', header: 'Icao', isMono: true, meaning: '24-bit address of the aircraft (mode S), hexadecimal' },
  { key: 'identification', header: 'Identification', isMono: true, meaning: 'Call sign, flight' },
  { key: 'iid', header: 'Iid', meaning: 'Interrogator identifier of the radar, II or SI code' },
  { key: 'lat', header: 'Latitude', unit: '°' },
  { key: 'level', header: 'Level', unit: 'dB', decimals: 1, meaning: 'Signal strength (RSSI) below full scale' },
  { key: 'lon', header: 'Longitude', unit: '°' },
  { key: 'modeA', header: 'Mode A', isMono: true, meaning: 'Code of a Mode A/C reply' },
  { key: 'modeAIdent', header: 'Mode A Ident', meaning: 'Ident was pressed' },
  { key: 'modeC', header: 'Mode C', meaning: 'Height of a Mode A/C reply' },
  { key: 'msgType', header: 'Msg Type', meaning: 'Downlink format (DF) of the frame' },
  { key: 'nacp', header: 'Nacp', meaning: 'Navigation accuracy category of the position' },
  { key: 'nsStatus', header: 'Ns Status', meaning: 'Is the north-south velocity valid?' },
  {
    key: 'nsVelocity',
    header: 'Ns Velocity',
    unit: 'kt',
    meaning: 'Velocity over ground to the north, below 0 to the south',
  },
  { key: 'nucp', header: 'Nucp', meaning: 'Navigation uncertainty category of the position' },
  { key: 'posDecoding', header: 'Pos Decoding', meaning: 'How the position was decoded (CPR)' },
  { key: 'report', header: 'Report', meaning: 'Name of the extended squitter' },
  { key: 'sl', header: 'Sl', meaning: 'Sensitivity level of the collision avoidance (ACAS)' },
  { key: 'squawk', header: 'Squawk', isMono: true, meaning: 'Transponder code, four octal digits' },
  { key: 'stationId', header: 'Station ID' },
  { key: 'tFlag', header: 'T Flag', meaning: 'Is the position synchronised with UTC?' },
  { key: 'timestamp', header: 'Timestamp', unit: 's', meaning: 'Reception, seconds since 1970' },
  { key: 'um', header: 'Um', meaning: 'Utility message' },
  { key: 'verticalRate', header: 'Vertical Rate', unit: 'ft/min', meaning: 'Climb; below 0 descent' },
  { key: 'verticalRateSrc', header: 'Vertical Rate Src', meaning: 'Source of the vertical rate: 0 GNSS, 1 barometric' },
  { key: 'verticalStatus', header: 'Vertical Status', meaning: 'Is the vertical rate valid?' },
  { key: 'vs', header: 'Vs', meaning: 'Vertical status: airborne, or on the ground' },
] as const satisfies readonly ListColumn<AdsbField>[];

/** What the fields are about: the groups of an open row and of the filter. Each field stands in one. */
export const adsbGroups = [
  { name: 'Time, reception', fields: ['adsbDateTime', 'timestamp', 'stationId', 'level', 'error'] },
  {
    name: 'Identity',
    fields: ['icao', 'identification', 'squawk', 'aircraftType', 'address', 'addressType', 'modeA', 'modeAIdent'],
  },
  {
    name: 'Position, altitude',
    fields: [
      'altitude',
      'altUnit',
      'altInfo',
      'modeC',
      'haeBaroOffset',
      'lat',
      'lon',
      'posDecoding',
      'fFlag',
      'tFlag',
      'nucp',
      'nacp',
    ],
  },
  {
    name: 'Velocity',
    fields: [
      'airspeed',
      'airspeedStatus',
      'heading',
      'headingStatus',
      'ewVelocity',
      'ewStatus',
      'nsVelocity',
      'nsStatus',
      'verticalRate',
      'verticalRateSrc',
      'verticalStatus',
    ],
  },
  { name: 'State', fields: ['flightStatus', 'emergencyState', 'vs', 'capability', 'dr', 'um', 'cc', 'sl'] },
  { name: 'Message format', fields: ['msgType', 'report', 'esType', 'esSub', 'controlField', 'iid'] },
  { name: 'Comm-B', fields: ['commBBds', 'commBMb', 'bds2Identification'] },
] as const satisfies readonly FieldGroup<AdsbField>[];

/** ADSB-07: all columns. */
export const adsbExport = { fileName: specTexts.adsb.workbook, without: [] } as const;

/** ADSB-15. A kind of frame has a few of the fields only: what it does not have is left to the next that it has. */
export const adsbCard = {
  title: ['icao', 'identification'],
  time: 'adsbDateTime',
  text: 'report',
  otherText: 'msgType',
  facts: ['altitude', 'squawk', 'verticalRate', 'airspeed', 'level', 'stationId'],
  otherFacts: [
    'emergencyState',
    'lat',
    'lon',
    'ewVelocity',
    'nsVelocity',
    'heading',
    'flightStatus',
    'aircraftType',
    'bds2Identification',
    'vs',
    'capability',
    'controlField',
    'iid',
    'modeA',
    'modeC',
    'address',
  ],
} as const;

/** The first thing that the owner of an empty installation needs. */
export const adsbBringIn = {
  text: 'To bring in decoded frames, JSON lines under the names of these columns, run beside the server:',
  command: 'npm run import -- --as-if-now FILE',
} as const;
