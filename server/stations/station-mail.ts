/**
 * The words of the mails to the person who feeds a station. Plain text; texts that people typed stand on lines of their own.
 * Must not: decide when one is sent.
 */
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
    `How your station is doing: ${link}`,
    '',
    'You get this mail because an administrator of Downlink chose to tell you about this station. Ask there to stop it.',
    '',
  ];
  return { subject, body: ['Hello,', '', ...lines, ...end].join('\n') };
}

/** About a change: another feeder, another place, or both. */
export function changeNotice(
  publicUrl: string,
  station: StationWords,
  { isFeederNew, isPlaceNew }: { readonly isFeederNew: boolean; readonly isPlaceNew: boolean },
): NoticeText {
  const name = `Station ${station.stationId}`;
  const subject = isFeederNew ? `You feed station ${station.stationId} of Downlink` : `${name} of Downlink has moved`;
  return letter(publicUrl, station, subject, [
    ...(isFeederNew
      ? [`${name} is entered as fed by you since ${shown(station.feederSince)}.`, '']
      : [`The place of station ${station.stationId} was changed.`, '']),
    isPlaceNew ? 'Its place is now:' : 'Its place:',
    ...placeLines(station),
  ]);
}

export function silentNotice(publicUrl: string, station: StationWords, lastHeard: string): NoticeText {
  return letter(publicUrl, station, `Station ${station.stationId} has gone silent`, [
    `Nothing was heard of station ${station.stationId} since ${shown(lastHeard)}. That is longer than it usually pauses.`,
    '',
    'Worth a look: power, network, antenna cable, the receiver program.',
    'You get one more mail when it feeds again, and none until then.',
  ]);
}

export function backNotice(publicUrl: string, station: StationWords, silentSince: string): NoticeText {
  return letter(publicUrl, station, `Station ${station.stationId} feeds again`, [
    `Station ${station.stationId} feeds again. It had been silent since ${shown(silentSince)}.`,
  ]);
}
