/** Ready-made rules, off until chosen: a user opens one, tries it on stored messages and saves it (decision 45). Pure. */
import { type Audience, permissionFor } from '../../../contract/audience.ts';
import type { Condition, RuleBody } from '../../../contract/entities/rules.ts';
import type { Watched } from '../watched.ts';

export type ReadyMade = {
  /** In addresses. */
  readonly id: string;
  readonly name: string;
  readonly all: readonly Condition[];
  readonly not?: readonly Condition[];
  readonly scope: RuleBody['scope'];
  /** Sent at once, also in quiet hours. */
  readonly isUrgent?: true;
  /** About the watched aircraft. */
  readonly isOfWatched?: true;
};

const squawk = (code: string): readonly Condition[] => [{ field: 'squawk', values: [code] }];
const urgent = { scope: 'leg', isUrgent: true } as const;

/** Without a station it is about those that the user feeds. */
const silence: ReadyMade = {
  id: 'silent',
  name: 'Silence of my station',
  all: [{ field: 'silent', of: 'station', minutes: null }],
  scope: 'day',
};

export const readyMade: readonly ReadyMade[] = [
  { id: '7500', name: 'Squawk 7500, unlawful interference', all: squawk('7500'), ...urgent },
  { id: '7600', name: 'Squawk 7600, radio failure', all: squawk('7600'), ...urgent },
  { id: '7700', name: 'Squawk 7700, emergency', all: squawk('7700'), ...urgent },
  { id: 'mayday', name: 'CPDLC MAYDAY', all: [{ field: 'element', values: ['DM56'] }], ...urgent },
  { id: 'pan', name: 'CPDLC PAN PAN', all: [{ field: 'element', values: ['DM55'] }], ...urgent },
  {
    id: 'adsc',
    name: 'ADS-C emergency',
    all: [{ field: 'emergency' }, { field: 'kind', values: ['adsc'] }],
    ...urgent,
  },
  {
    id: 'adsb',
    name: 'ADS-B emergency state',
    all: [{ field: 'emergency' }],
    not: [{ field: 'kind', values: ['cpdlc', 'adsc'] }],
    ...urgent,
  },
  {
    id: 'diversion',
    name: 'Diversion in a text',
    all: [{ field: 'words', values: ['divert', 'diverting', 'diverted', 'diversion'] }],
    scope: 'leg',
  },
  { id: 'diverting', name: 'CPDLC diversion', all: [{ field: 'element', values: ['DM59'] }], scope: 'leg' },
  {
    id: 'medical',
    name: 'Medical words',
    all: [
      {
        field: 'words',
        values: [
          'medical',
          'medlink',
          'doctor',
          'paramedic',
          'paramedics',
          'ambulance',
          'defibrillator',
          'unconscious',
        ],
      },
    ],
    scope: 'leg',
  },
  {
    id: 'faults',
    name: 'New fault of a watched tail',
    all: [{ field: 'newFault' }],
    scope: 'leg',
    isOfWatched: true,
  },
  silence,
];

/** Others see no message about a fault, so that a rule about faults would never notify them. */
export const mayReadFaults = (audience: Audience): boolean => permissionFor('ADD-faults', audience, true) === 'yes';

/** Those that can notify this audience. */
export const readyMadeFor = (audience: Audience): readonly ReadyMade[] =>
  readyMade.filter(({ all }) => mayReadFaults(audience) || all.every(({ field }) => field !== 'newFault'));

/** Ways of a new rule: the inbox, and push where it works. */
const firstWays: RuleBody['ways'] = { push: true, email: 'none', webhooks: [], mqtt: false };

export const blankRule: RuleBody = {
  name: '',
  owner: 'user',
  isEnabled: true,
  all: [],
  not: [],
  scope: 'leg',
  quiet: null,
  ways: firstWays,
};

/** `tails` = the watched aircraft, for a rule about them. Without any the condition has no values, which the editor requests. */
export function ruleOf(ready: ReadyMade, tails: readonly string[]): RuleBody {
  const about: readonly Condition[] = ready.isOfWatched ? [{ field: 'tail', values: [...tails] }] : [];
  return {
    ...blankRule,
    name: ready.name,
    all: [...ready.all, ...about],
    not: [...(ready.not ?? [])],
    scope: ready.scope,
    quiet: ready.isUrgent ? 'none' : null,
  };
}

/** Silence and recovery of the stations that the user feeds. */
export const silenceRule = (): RuleBody => ruleOf(silence, []);

/** Rules of the user about the silence of this station, or of all that the user feeds, and of nothing else. */
export const silenceRulesOf = <R extends RuleBody>(rules: readonly R[], stationId: string): readonly R[] =>
  rules.filter(
    ({ owner, all }) =>
      owner === 'user' &&
      all.some((one) => one.field === 'silent' && one.of === 'station') &&
      all.every(
        (one) =>
          one.field === 'silent' || (one.field === 'station' && one.values.some((value) => value.trim() === stationId)),
      ),
  );

export const watchedTails = (list: readonly Watched[]): readonly string[] =>
  list.filter(({ kind }) => kind === 'tail').map(({ id }) => id);
