/** Status records and frame sizes for tests, a second apart, newest first (C120). */
export function stationRecords(count: number): Record<string, unknown>[] {
  const newest = Math.floor(Date.now() / 1000) - 30;
  return Array.from({ length: count }, (_, at) => {
    const fields = { timestamp: newest - at, stationId: String(7000 + (at % 3)), msgType: 'ADSB' };
    return [
      { ...fields, cpuTemperature: 50 + (at % 9), ramUsage: 40, acarsMajor: 1, acarsMinor: 4, acarsBuild: at },
      { ...fields, frameSizeMin: 7, frameSizeMax: 14, frameSizeAvg: 11.5 },
    ];
  }).flat();
}
