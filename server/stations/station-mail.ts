/** Texts of emails to feeders. Plain text. Text typed by people is on separate lines. */
export type StationWords = {
  /** Digits. */
  readonly stationId: string;
  readonly recordId: number;
  readonly latitude: number;
  readonly longitude: number;
  readonly city: string | null;
  readonly country: string | null;
  readonly address: string | null;
  readonly feederSince: string;
  readonly locationSince: string;
};
export type NoticeText = { readonly subject: string; readonly body: string };

const shown = (wire: string): string => `${wire.slice(0, 16).replace('T', ' ')} UTC`;
const degrees = (value: number, positive: string, negative: string): string =>
  `${Math.abs(value).toFixed(4)} ${value < 0 ? negative : positive}`;
const placeLines = (station: StationWords): string[] => {
  const where = [station.address, station.city, station.country].filter((part) => part !== null).join(', ');
  return [
    `  ${degrees(station.latitude, 'N', 'S')}, ${degrees(station.longitude, 'E', 'W')}`,
    ...(where ? [`  ${where}`] : []),
    `  since ${shown(station.locationSince)}`,
  ];
};

function letter(publicUrl: string, station: StationWords, subject: string, lines: readonly string[]): NoticeText {
  const link = `${publicUrl}/stationStatus?stationId=${encodeURIComponent(station.stationId)}`;
  const end = [
    '',
    `Station status: ${link}`,
    '',
    'A Downlink administrator turned on emails for this station. Ask them to turn them off.',
    '',
  ];
  return { subject, body: ['Hello,', '', ...lines, ...end].join('\n') };
}

/** About a change of feeder, position, or both. */
export function changeNotice(
  publicUrl: string,
  station: StationWords,
  { isFeederNew, isPlaceNew }: { readonly isFeederNew: boolean; readonly isPlaceNew: boolean },
): NoticeText {
  const name = `Station ${station.stationId}`;
  const subject = isFeederNew ? `You are the feeder of station ${station.stationId}` : `${name} has moved`;
  return letter(publicUrl, station, subject, [
    ...(isFeederNew
      ? [`You are the feeder of ${name} (since ${shown(station.feederSince)}).`, '']
      : [`${name} has a new position.`, '']),
    isPlaceNew ? 'New position:' : 'Position:',
    ...placeLines(station),
  ]);
}

export function silentNotice(publicUrl: string, station: StationWords, lastReceived: string): NoticeText {
  return letter(publicUrl, station, `Station ${station.stationId} has gone silent`, [
    `Station ${station.stationId} has sent nothing since ${shown(lastReceived)}, longer than its usual gap.`,
    '',
    'Check power, network, antenna cable and receiver software.',
    'The next email comes when the station feeds again.',
  ]);
}

export function backNotice(publicUrl: string, station: StationWords, silentSince: string): NoticeText {
  return letter(publicUrl, station, `Station ${station.stationId} feeds again`, [
    `Station ${station.stationId} feeds again. It was silent since ${shown(silentSince)}.`,
  ]);
}
