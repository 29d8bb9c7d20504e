/** Performance of the demo's aircraft, by type designator. */
export type AircraftType = {
  readonly cruiseKt: number;
  readonly topFt: number;
  /** Category that it sends (ADS-B): A2 below 34 t, A3 large, A5 heavy. */
  readonly category: 'A2' | 'A3' | 'A5';
  readonly burnKgHour: number;
  /** Fuel at landing. */
  readonly reserveKg: number;
};

const jet: AircraftType = { cruiseKt: 450, topFt: 37_000, category: 'A3', burnKgHour: 2500, reserveKg: 2600 };
const heavy: AircraftType = { cruiseKt: 483, topFt: 38_000, category: 'A5', burnKgHour: 6300, reserveKg: 5600 };
const regional: AircraftType = { ...jet, cruiseKt: 440, burnKgHour: 1900, reserveKg: 2000 };

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
  B752: { ...jet, cruiseKt: 458, burnKgHour: 3500, reserveKg: 3600 },
  BCS3: jet,
  E190: regional,
  F100: { ...regional, cruiseKt: 425, topFt: 34_000 },
  AT76: { cruiseKt: 275, topFt: 20_000, category: 'A2', burnKgHour: 750, reserveKg: 900 },
  A333: { ...heavy, cruiseKt: 475, burnKgHour: 5800, reserveKg: 5200 },
  A359: heavy,
  A35K: { ...heavy, burnKgHour: 6500 },
  B763: { ...heavy, cruiseKt: 465, topFt: 37_000, burnKgHour: 4900, reserveKg: 4500 },
  B772: { ...heavy, burnKgHour: 6900, reserveKg: 6000 },
  B77W: { ...heavy, burnKgHour: 7600, reserveKg: 6500 },
  B788: { ...heavy, burnKgHour: 5000, reserveKg: 4600 },
} as const satisfies Readonly<Record<string, AircraftType>>;
export type TypeDesignator = keyof typeof aircraftTypes;
