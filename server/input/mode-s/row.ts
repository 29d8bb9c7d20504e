/** A decoded frame as a row of the ADS-B lists, absent values null (ADSB-03). Make it only for frames that are stored. */

import { rowMaker } from '../../../contract/blank-row.ts';
import { type AdsbMessage, adsbMessage } from '../../../contract/entities/messages.ts';
import { writeInstant } from '../../../contract/params.ts';
import type { Decoded } from './decode.ts';
import type { Altitude, Velocity } from './fields.ts';
import { otherAddress } from './frame.ts';
import type { Located } from './position.ts';
import type { AirToAir, Reply } from './replies.ts';
import { type Content, emergencyStateOf, type PositionReport, type Squitter } from './squitter.ts';
import {
  capabilities,
  controlFields,
  emergencyStates,
  flightStatuses,
  interrogators,
  messageTypes,
  positionDecodings,
  reportOf,
} from './texts.ts';

const blankRow = rowMaker(adsbMessage);

/** A row with time and station only. */
export function adsbRowAt(timeMs: number, stationId: string | null): AdsbMessage {
  const row = blankRow();
  row.adsbDateTime = writeInstant(timeMs);
  row.timestamp = timeMs / 1000;
  row.stationId = stationId;
  return row;
}

export function rowOf(decoded: Decoded, stationId: string | null = null): AdsbMessage {
  const row = adsbRowAt(decoded.timeMs, stationId);
  row.level = levelOf(decoded.signal);
  row.error = decoded.repairedBits || null;
  row.msgType = messageTypes[decoded.df] ?? null;
  setAddress(row, decoded.address);
  if (decoded.capability !== null) row.capability = capabilities[decoded.capability] ?? null;
  if (decoded.control !== null) row.controlField = controlFields[decoded.control] ?? null;
  if (decoded.df === 11) row.iid = interrogators[decoded.interrogator] ?? null;
  if (decoded.airToAir) setAirToAir(row, decoded.airToAir);
  if (decoded.reply) setReply(row, decoded.reply);
  row.commBBds = decoded.register;
  if (decoded.squitter) setSquitter(row, decoded.squitter, decoded.located);
  return row;
}

/** dB below full scale. */
export const levelOf = (signal: number | null): number | null =>
  signal ? Math.round(20 * Math.log10(signal / 255) * 10) / 10 + 0 : null;

export function setAddress(row: AdsbMessage, address: number): void {
  const text = address.toString(16).padStart(6, '0');
  row.address = text;
  row.icao = text;
  row.addressType = address & otherAddress ? 'Other Address' : 'ICAO Address';
}

function setAltitude(row: AdsbMessage, { feet, isMetric }: Altitude): void {
  row.altitude = feet;
  if (isMetric) row.altUnit = 'meters';
  else if (feet !== null) row.altUnit = 'feet';
}

function setAirToAir(row: AdsbMessage, message: AirToAir): void {
  row.vs = message.isOnGround ? 'Ground' : 'Airborne';
  if (message.crossLink !== null) row.cc = String(message.crossLink);
  row.sl = String(message.sensitivity);
  setAltitude(row, message.altitude);
}

function setReply(row: AdsbMessage, reply: Reply): void {
  row.flightStatus = flightStatuses[reply.flightStatus] ?? null;
  row.dr = String(reply.downlinkRequest);
  row.um = String(reply.utilityMessage);
  row.squawk = reply.squawk;
  if (reply.altitude) setAltitude(row, reply.altitude);
  if (!reply.commB) return;
  row.bds2Identification = reply.commB.identification;
  row.commBMb = reply.commB.hex;
}

function setSquitter(row: AdsbMessage, { type, sub, content }: Squitter, located: Located | null): void {
  row.esType = String(type);
  row.esSub = String(sub);
  row.report = reportOf(type, sub);
  if (content) setContent(row, content, located);
  const emergency = emergencyStateOf(content);
  if (emergency !== null) row.emergencyState = emergencyStates[emergency] ?? null;
}

function setContent(row: AdsbMessage, content: Content, located: Located | null): void {
  switch (content.kind) {
    case 'identification':
      row.aircraftType = content.category;
      row.identification = content.text ?? 'invalid';
      break;
    case 'position':
      setPosition(row, content, located);
      break;
    case 'altitude':
      setAltitude(row, content.altitude);
      if (row.altUnit !== null) row.altInfo = 'barometric';
      break;
    case 'velocity':
      setVelocity(row, content);
      break;
    case 'emergency':
      row.squawk = content.squawk;
      break;
    case 'test squawk':
      row.squawk = content.squawk;
      break;
    case 'accuracy':
      if (content.nacp !== null) row.nacp = String(content.nacp);
  }
}

/** A position that contradicts others takes its altitude with it. */
function setPosition(row: AdsbMessage, report: PositionReport, located: Located | null): void {
  row.fFlag = report.isOdd ? 'odd' : 'even';
  if (report.isSynchronised !== null) row.tFlag = report.isSynchronised ? 'UTC' : 'non-UTC';
  row.nucp = String(report.nucp);
  if (located) row.posDecoding = positionDecodings[located.by];
  if (located?.by === 'bad') return;
  if (located) {
    row.lat = rounded(located.lat);
    row.lon = rounded(located.lon);
  }
  if (!report.altitude) return;
  setAltitude(row, report.altitude);
  if (row.altUnit !== null) row.altInfo = report.isHae ? 'HAE' : 'barometric';
}

/** Six decimals. Half of a millionth goes to the even digit, as the reference decoder prints it. */
function rounded(degrees: number): number {
  const millionths = degrees * 1e6;
  // Only multiples of 1/128 degree are halves.
  const isHalf = Number.isInteger(degrees * 128) && !Number.isInteger(millionths);
  return (isHalf ? (2 * Math.round(millionths / 2)) / 1e6 : Number(degrees.toFixed(6))) + 0;
}

const status = (value: number | null): string => (value === null ? 'Unavailable' : 'Valid');
const noOffset = -9999;

function setVelocity(row: AdsbMessage, { ground, air, vertical, haeBaroOffset }: Velocity): void {
  if (ground) {
    row.ewStatus = status(ground.eastKt);
    row.ewVelocity = ground.eastKt ?? 0;
    row.nsStatus = status(ground.northKt);
    row.nsVelocity = ground.northKt ?? 0;
  }
  if (air) {
    row.headingStatus = status(air.headingDeg);
    row.heading = Math.floor(air.headingDeg ?? 0);
    row.airspeedStatus = status(air.speedKt);
    row.airspeed = air.speedKt ?? 0;
  }
  if (vertical) {
    row.verticalStatus = status(vertical.feetPerMin);
    row.verticalRateSrc = vertical.isBarometric ? '1' : '0';
    row.verticalRate = vertical.feetPerMin ?? 0;
  }
  row.haeBaroOffset = haeBaroOffset ?? noOffset;
}
