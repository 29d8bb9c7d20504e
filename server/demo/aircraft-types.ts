/** Performance of the demo's aircraft, by type designator. */
export type AircraftType = {
  readonly cruiseKt: number;
  readonly topFt: number;
  /** Category that it sends (ADS-B): A2 below 34 t, A3 large, A5 heavy. */
  readonly category: 'A2' | 'A3' | 'A5';
};

const jet: AircraftType = { cruiseKt: 450, topFt: 37_000, category: 'A3' };
const heavy: AircraftType = { cruiseKt: 483, topFt: 38_000, category: 'A5' };

export const aircraftTypes = {
  A318: jet,
  A319: jet,
  A320: jet,
  A20N: jet,
  A321: jet,
  A21N: jet,
  B737: jet,
  B738: jet,
  B38M: jet,
  B39M: jet,
  B752: { cruiseKt: 458, topFt: 37_000, category: 'A3' },
  BCS3: jet,
  E190: { cruiseKt: 440, topFt: 37_000, category: 'A3' },
  F100: { cruiseKt: 425, topFt: 34_000, category: 'A3' },
  AT76: { cruiseKt: 275, topFt: 20_000, category: 'A2' },
  A333: { cruiseKt: 475, topFt: 38_000, category: 'A5' },
  A359: heavy,
  A35K: heavy,
  B763: { cruiseKt: 465, topFt: 37_000, category: 'A5' },
  B772: heavy,
  B77W: heavy,
  B788: heavy,
} as const satisfies Readonly<Record<string, AircraftType>>;
export type TypeDesignator = keyof typeof aircraftTypes;
