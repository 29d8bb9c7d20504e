/**
 * Messages: ACARS, ADS-B, and ACARS per aircraft, under the wire's own names and in the order of the specification.
 * Must not: rename or correct a name (airportICAO beside airportIata is the wire's, C76), or know a call.
 */
import * as z from 'zod/mini';
import { codeOrNull, flagOrNull, instant, numberOrNull, type Row, textOrNull } from '../kinds.ts';

/** RAW-04. freq MHz, level dB, timestamp epoch seconds, alt ft (C81). `type` = the radio link: ACARS, VDLM2 or HFDL.
 *  `end` = the block ended with ETB, so that another block of the message follows (as acarsdec writes it). */
export const acarsMessage = {
  acarsDateTime: instant,
  tail: codeOrNull,
  flight: codeOrNull,
  text: textOrNull,
  aggregatedText: textOrNull,
  aggregationStatus: codeOrNull,
  freq: numberOrNull,
  timestamp: numberOrNull,
  stationId: codeOrNull,
  channel: numberOrNull,
  level: numberOrNull,
  error: numberOrNull,
  mode: codeOrNull,
  label: codeOrNull,
  blockId: codeOrNull,
  ack: codeOrNull,
  msgno: codeOrNull,
  end: flagOrNull,
  alt: numberOrNull,
  dsta: codeOrNull,
  icao: codeOrNull,
  isOnground: flagOrNull,
  isResponse: flagOrNull,
  lat: numberOrNull,
  lon: numberOrNull,
  toAddr: codeOrNull,
  type: codeOrNull,
  consensusStatus: codeOrNull,
  consensusResult: textOrNull,
};
export type AcarsMessage = Row<typeof acarsMessage>;

const heardText = z.nullable(z.string());
/**
 * Who heard a message, and what was made of it. `blocks` in the order of the message, each with the text that won and its receptions as they
 * came, the earliest first; a message of one block has one.
 */
export const messageHeard = z.object({
  aggregatedText: heardText,
  aggregationStatus: heardText,
  consensusStatus: heardText,
  consensusResult: heardText,
  blocks: z.array(
    z.object({
      msgno: heardText,
      blockId: heardText,
      /** The text that won. */
      text: heardText,
      /** The block of the message that was asked for. */
      isAsked: z.boolean(),
      receptions: z.array(
        z.object({
          id: z.string(),
          stationId: heardText,
          acarsDateTime: z.string(),
          /** Epoch seconds with the receiver's fraction. */
          timestamp: z.nullable(z.number()),
          freq: z.nullable(z.number()),
          level: z.nullable(z.number()),
          error: z.nullable(z.number()),
          text: heardText,
          /** Its text is the one that won. */
          isWinner: z.boolean(),
        }),
      ),
    }),
  ),
});

/** ADSB-03. airspeed kt, altitude in altUnit, haeBaroOffset ft with -9999 = not valid, heading degrees, verticalRate ft/min. */
export const adsbMessage = {
  adsbDateTime: instant,
  address: codeOrNull,
  addressType: codeOrNull,
  aircraftType: codeOrNull,
  airspeed: numberOrNull,
  airspeedStatus: codeOrNull,
  altInfo: codeOrNull,
  altUnit: codeOrNull,
  altitude: numberOrNull,
  bds2Identification: codeOrNull,
  capability: codeOrNull,
  cc: codeOrNull,
  commBBds: codeOrNull,
  commBMb: codeOrNull,
  controlField: codeOrNull,
  dr: codeOrNull,
  emergencyState: codeOrNull,
  error: numberOrNull,
  esSub: codeOrNull,
  esType: codeOrNull,
  ewStatus: codeOrNull,
  ewVelocity: numberOrNull,
  fFlag: codeOrNull,
  flightStatus: codeOrNull,
  haeBaroOffset: numberOrNull,
  heading: numberOrNull,
  headingStatus: codeOrNull,
  icao: codeOrNull,
  identification: codeOrNull,
  iid: codeOrNull,
  lat: numberOrNull,
  level: numberOrNull,
  lon: numberOrNull,
  modeA: codeOrNull,
  modeAIdent: codeOrNull,
  modeC: codeOrNull,
  msgType: codeOrNull,
  nacp: codeOrNull,
  nsStatus: codeOrNull,
  nsVelocity: numberOrNull,
  nucp: codeOrNull,
  posDecoding: codeOrNull,
  report: codeOrNull,
  sl: codeOrNull,
  squawk: codeOrNull,
  stationId: codeOrNull,
  tFlag: codeOrNull,
  timestamp: numberOrNull,
  um: codeOrNull,
  verticalRate: numberOrNull,
  verticalRateSrc: codeOrNull,
  verticalStatus: codeOrNull,
  vs: codeOrNull,
};
export type AdsbMessage = Row<typeof adsbMessage>;

/**
 * EXT-02 and EXT-05, then what we add: mode S, registration and the ids by which the aircraft and the airline are opened.
 * Which aircraft and airline a message meets: docs/decisions/0017.
 */
export const acarsPerAircraft = {
  acarsDateTime: instant,
  tail: codeOrNull,
  flight: codeOrNull,
  text: textOrNull,
  aggregatedText: textOrNull,
  aggregationStatus: codeOrNull,
  mode: codeOrNull,
  label: codeOrNull,
  blockId: codeOrNull,
  msgno: codeOrNull,
  dsta: codeOrNull,
  airlineName: textOrNull,
  iata: codeOrNull,
  aircraftType: textOrNull,
  typeCode: codeOrNull,
  serialNumber: codeOrNull,
  consensusStatus: codeOrNull,
  consensusResult: textOrNull,
  airlineIata: codeOrNull,
  airlineIcao: codeOrNull,
  operatorName: textOrNull,
  operatorIata: codeOrNull,
  operatorIcao: codeOrNull,
  modeS: codeOrNull,
  registration: codeOrNull,
  aircraftId: numberOrNull,
  airlineId: numberOrNull,
};
export type AcarsPerAircraft = Row<typeof acarsPerAircraft>;
