/** Positions of aircraft as the sources report them. */
import type { PositionKind } from '../../../contract/entities/map.ts';
import type { EmergencyState } from '../../../contract/squawk.ts';
import type { AircraftKind } from '../aircraft/kinds.ts';

/** C111: one of them is polled at a time. */
export const positionSources = ['receivers', 'opensky', 'states'] as const;
export type PositionSource = (typeof positionSources)[number];

export type AltitudeBandM = { readonly minM: number; readonly maxM: number };
/** MAP-12, C59: of the first call, before any zoom. */
export const firstAltitudeBand: AltitudeBandM = { minM: 10_500, maxM: 16_000 };

/** A parsed position of a source. Unreadable values are null, positions without coordinates are skipped. */
export type Fix = {
  /** As received. */
  readonly icao: string;
  /** Identity of the aircraft, case-insensitive. */
  readonly key: string;
  /** Degrees, within -90..90 and -180..180. */
  readonly lat: number;
  readonly lon: number;
  /** Track in degrees, 0 to below 360, clockwise from north. null = unknown. */
  readonly angle: number | null;
  /** Epoch ms, server time. null if the source sends none. */
  readonly seenAt: number | null;
  readonly callsign: string | null;
  readonly altitudeFt: number | null;
  readonly groundSpeedKt: number | null;
  readonly verticalRateFtMin: number | null;
  readonly isOnGround: boolean | null;
  /** Four octal digits. */
  readonly squawk: string | null;
  /** Epoch ms of its last ACARS message. null = none known. */
  readonly messageAt: number | null;
  /** Epoch ms of its last fault report. null = none known. */
  readonly faultAt: number | null;
  /** ICAO type. null = unknown. */
  readonly typeCode: string | null;
  /** How the position was received. null = not stated by the server. */
  readonly positionKind: PositionKind | null;
  /** `altitudeFt` is above the ellipsoid: there is none of the barometer. */
  readonly isAltitudeGeometric: boolean;
  /** State of ADS-B, next to the squawk. */
  readonly emergency: EmergencyState | null;
  /** As on record, else as the receiver knows it. */
  readonly registration: string | null;
  /** Name of the airline on record. null = unknown. */
  readonly airline: string | null;
  /** Emitter category, such as A3. null = unknown. */
  readonly category: string | null;
  /** ACARS messages received from it, up to 99. null = not counted. */
  readonly messages: number | null;
  /** Its address was received at two places in turns. */
  readonly isDoubtful: boolean;
  readonly kind: AircraftKind;
};

export const aircraftKey = (icao: string): string => icao.trim().toUpperCase();
