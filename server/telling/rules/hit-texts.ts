/** What a hit says about a message: title, words, address in the app (decision 45). Never the text of the message. Own file: words. */
import type { FaultFact, Meaning, MeaningKind } from '../../../contract/entities/meaning.ts';
import type { NoticeKind } from '../../../contract/entities/notices.ts';
import { writeInstant } from '../../../contract/params.ts';
import { list, placeWords, routeWords } from '../../../decoder/words.ts';
import { emergencyOf, type Identity } from './rule-event.ts';

type Told = Identity & {
  readonly atMs: number;
  readonly label: string | null;
  readonly meaning: Meaning | null;
  /** That the rule is about. [] = it is about none. */
  readonly faults: readonly FaultFact[];
  /** Only faults that the aircraft had not reported before. */
  readonly isNewFault: boolean;
  /** The condition of the rule. */
  readonly isFirst: boolean;
};
type HitTexts = {
  readonly kind: NoticeKind;
  readonly isEmergency: boolean;
  readonly title: string;
  readonly words: string;
  readonly path: string;
};

const kinds: Readonly<Record<MeaningKind, string>> = {
  position: 'Position report',
  gateTimes: 'Gate times',
  weather: 'Weather message',
  cpdlc: 'CPDLC message',
  adsc: 'ADS-C message',
  engine: 'Engine report',
  load: 'Load message',
  freeText: 'Free text',
  fault: 'Fault report',
  link: 'Link message',
  other: 'Message',
};
const maxWords = 500;
const maxNames = 3;

export function hitTexts(told: Told): HitTexts {
  const { meaning, faults, tail, icao, flight } = told;
  const emergency = emergencyOf(meaning);
  const who = tail?.replace(/^\.+/, '') || flight || icao;
  const isFault = faults.length > 0;
  const what = emergency
    ? emergency === 'ADS-C emergency'
      ? emergency
      : `CPDLC ${emergency}`
    : isFault
      ? faultTitle(faults.length, told.isNewFault)
      : told.isFirst
        ? 'First message'
        : meaning && meaning.level !== 'none'
          ? kinds[meaning.kind]
          : 'Message';
  return {
    kind: emergency ? 'emergency' : isFault ? 'fault' : 'message',
    isEmergency: emergency !== null,
    title: who ? `${what} of ${who}` : what,
    words: wordsOf(told),
    path: pathOf(told, isFault),
  };
}

function faultTitle(count: number, isNew: boolean): string {
  if (count === 1) return isNew ? 'New fault' : 'Fault';
  return isNew ? `${count} new faults` : `${count} faults`;
}

/** `EDDF–KJFK, 50.03 N 8.57 E, 14:32 UTC: Position near ROTAR` */
function wordsOf({ atMs, meaning, faults, label }: Told): string {
  const facts = meaning?.facts ?? {};
  const place = facts.position ? placeWords(facts.position) : null;
  const where = list([routeWords(facts), place, `${writeInstant(atMs).slice(11, 16)} UTC`]);
  const names = faults.slice(0, maxNames).map(({ ata, name }) => list([ata && `ATA ${ata}`, name]));
  const more = faults.length > maxNames ? ` and ${faults.length - maxNames} more` : '';
  const says = faults.length > 0 ? `${names.join(' · ')}${more}` : (saidBy(meaning) ?? (label ? `label ${label}` : ''));
  return `${where}${says ? `: ${says}` : ''}`.slice(0, maxWords);
}

/** Free text is the text of the message itself. */
function saidBy(meaning: Meaning | null): string | null {
  if (!meaning) return null;
  const { freeText } = meaning.facts;
  return freeText !== undefined && freeText !== '' ? kinds[meaning.kind] : meaning.words;
}

/** Of an aircraft, or its faults. A message without both is found by no address. */
function pathOf({ tail, icao }: Told, isFault: boolean): string {
  const id = tail?.replace(/^\.+/, '') || icao;
  return id ? `/${isFault && tail ? 'faults' : 'tail'}/${encodeURIComponent(id)}` : '/overview';
}
