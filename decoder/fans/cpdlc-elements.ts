/**
 * Elements of CPDLC in FANS-1/A by number, first = 0: the answer wanted, and a phrase whose slots are the arguments in the order they are sent (RTCA DO-258A / EUROCAE ED-100A;
 * meaning and answers by ICAO Doc 4444, appendix 5). W = wilco or unable, A = affirm or negative, R = roger, N = none, Y = any.
 * Own file: data, without reading. Pure.
 */
import { slotTypes } from './cpdlc-types.ts';
import type { Type } from './per.ts';

export type Element = {
  readonly code: string;
  readonly phrase: string;
  /** Of an uplink: `W/U`, `A/N`, `R`, `NE`. Of a downlink: `Y`, `N`. */
  readonly response: string;
  /** Arguments in the order they are sent, and in which the phrase names them. */
  readonly slots: readonly { readonly name: string; readonly type: Type }[];
};

const answers: Readonly<Record<string, string>> = { W: 'W/U', A: 'A/N' };

const elementsOf = (letters: 'UM' | 'DM', lines: string): readonly Element[] =>
  lines
    .trim()
    .split('\n')
    .map((line, at) => {
      const [answer = '', phrase] = [line.trim().slice(0, 1), line.trim().slice(2)];
      return {
        code: `${letters}${at}`,
        phrase,
        response: answers[answer] ?? (letters === 'UM' && answer === 'N' ? 'NE' : answer),
        slots: [...phrase.matchAll(/\[(\w+)\]/g)].flatMap(([, name = '']) => {
          const type = slotTypes[name];
          return type ? [{ name, type }] : [];
        }),
      };
    });

/** A phrase with its arguments in place. */
export function fillPhrase(phrase: string, values: readonly string[]): string {
  let at = 0;
  return phrase.replace(/\[\w+\]/g, (slot) => values[at++] ?? slot);
}

export const uplinks = elementsOf(
  'UM',
  `
  N UNABLE
  N STANDBY
  N Request deferred
  N ROGER
  N AFFIRM
  N NEGATIVE
  R Expect [altitude]
  R Expect climb at [time]
  R Expect climb at [position]
  R Expect descent at [time]
  R Expect descent at [position]
  R Expect cruise climb at [time]
  R Expect cruise climb at [position]
  R At [time], expect climb to [altitude]
  R At [position], expect climb to [altitude]
  R At [time], expect descent to [altitude]
  R At [position], expect descent to [altitude]
  R At [time], expect cruise climb to [altitude]
  R At [position], expect cruise climb to [altitude]
  W Maintain [altitude]
  W Climb to and maintain [altitude]
  W At [time], climb to and maintain [altitude]
  W At [position], climb to and maintain [altitude]
  W Descend to and maintain [altitude]
  W At [time], descend to and maintain [altitude]
  W At [position], descend to and maintain [altitude]
  W Climb to reach [altitude] by [time]
  W Climb to reach [altitude] by [position]
  W Descend to reach [altitude] by [time]
  W Descend to reach [altitude] by [position]
  W Maintain block [altitude] to [altitude]
  W Climb to and maintain block [altitude] to [altitude]
  W Descend to and maintain block [altitude] to [altitude]
  W Cruise [altitude]
  W Cruise climb to [altitude]
  W Cruise climb above [altitude]
  W Expedite climb to [altitude]
  W Expedite descent to [altitude]
  W Immediately climb to [altitude]
  W Immediately descend to [altitude]
  W Immediately stop climb at [altitude]
  W Immediately stop descent at [altitude]
  R Expect to cross [position] at [altitude]
  R Expect to cross [position] at or above [altitude]
  R Expect to cross [position] at or below [altitude]
  R Expect to cross [position] at and maintain [altitude]
  W Cross [position] at [altitude]
  W Cross [position] at or above [altitude]
  W Cross [position] at or below [altitude]
  W Cross [position] at and maintain [altitude]
  W Cross [position] between [altitude] and [altitude]
  W Cross [position] at [time]
  W Cross [position] at or before [time]
  W Cross [position] at or after [time]
  W Cross [position] between [time] and [time]
  W Cross [position] at [speed]
  W Cross [position] at or less than [speed]
  W Cross [position] at or greater than [speed]
  W Cross [position] at [time] at [altitude]
  W Cross [position] at or before [time] at [altitude]
  W Cross [position] at or after [time] at [altitude]
  W Cross [position] at and maintain [altitude] at [speed]
  W At [time], cross [position] at and maintain [altitude]
  W At [time], cross [position] at and maintain [altitude] at [speed]
  W Offset [offset] [direction] of route
  W At [position], offset [offset] [direction] of route
  W At [time], offset [offset] [direction] of route
  W Proceed back on route
  W Rejoin route by [position]
  W Rejoin route by [time]
  R Expect back on route by [position]
  R Expect back on route by [time]
  W Resume own navigation
  W Departure clearance: [departure]
  W Proceed direct to [position]
  W When able, proceed direct to [position]
  W At [time], proceed direct to [position]
  W At [position], proceed direct to [position]
  W At [altitude], proceed direct to [position]
  W Cleared to [position] via [route]
  W Cleared [route]
  W Cleared [procedure]
  W Cleared to deviate up to [offset] [direction] of route
  W At [position], cleared [route]
  W At [position], cleared [procedure]
  R Expect [route]
  R At [position], expect [route]
  R Expect direct to [position]
  R At [position], expect direct to [position]
  R At [time], expect direct to [position]
  R At [altitude], expect direct to [position]
  W Hold at [hold]
  W Hold as published at [position], maintain [altitude]
  R Expect further clearance at [time]
  W Turn [direction] heading [degrees]
  W Turn [direction] ground track [degrees]
  W Fly present heading
  W At [position], fly heading [degrees]
  W Immediately turn [direction] heading [degrees]
  R Expect [procedure]
  R At [time], expect [speed]
  R At [position], expect [speed]
  R At [altitude], expect [speed]
  R At [time], expect [speed] to [speed]
  R At [position], expect [speed] to [speed]
  R At [altitude], expect [speed] to [speed]
  W Maintain [speed]
  W Maintain present speed
  W Maintain [speed] or greater
  W Maintain [speed] or less
  W Maintain [speed] to [speed]
  W Increase speed to [speed]
  W Increase speed to [speed] or greater
  W Reduce speed to [speed]
  W Reduce speed to [speed] or less
  W Do not exceed [speed]
  W Resume normal speed
  W Contact [unit] on [frequency]
  W At [position], contact [unit] on [frequency]
  W At [time], contact [unit] on [frequency]
  W Monitor [unit] on [frequency]
  W At [position], monitor [unit] on [frequency]
  W At [time], monitor [unit] on [frequency]
  W Squawk [squawk]
  W Stop squawk
  W Squawk altitude
  W Stop altitude squawk
  R Report back on route
  R Report leaving [altitude]
  R Report level at [altitude]
  R Report passing [position]
  N Report remaining fuel and persons on board
  N Confirm position
  N Confirm altitude
  N Confirm speed
  N Confirm assigned altitude
  N Confirm assigned speed
  N Confirm assigned route
  N Confirm time over reported waypoint
  N Confirm reported waypoint
  N Confirm next waypoint
  N Confirm ETA at next waypoint
  N Confirm ensuing waypoint
  N Confirm request
  N Confirm squawk
  N Confirm heading
  N Confirm ground track
  N Request position report
  N When can you accept [altitude]?
  A Can you accept [altitude] at [position]?
  A Can you accept [altitude] at [time]?
  N When can you accept [speed]?
  N When can you accept an offset of [offset] [direction]?
  R Altimeter [altimeter]
  R Radar service terminated
  R Radar contact at [position]
  R Radar contact lost
  R Check stuck microphone on [frequency]
  R ATIS [atis]
  N Error: [error]
  N Next data authority [facility]
  N End of service
  N Service unavailable
  N Facility [facility], table [table]
  N When ready
  N Then
  N Due to traffic
  N Due to airspace restriction
  R Disregard
  R [freeText]
  R [freeText]
  W Climb at [verticalRate] minimum
  W Climb at [verticalRate] maximum
  W Descend at [verticalRate] minimum
  W Descend at [verticalRate] maximum
  R Report reaching [altitude]
  W Maintain own separation and VMC
  N At pilot's discretion
  N Reserved element UM178
  W Squawk ident
  R Report reaching block [altitude] to [altitude]
  N Report distance [toFrom] [position]
  N Confirm ATIS code`,
);

const reserved = Array.from({ length: 48 }, (_, at) => `N Reserved element DM${at + 81}`);

export const downlinks = elementsOf(
  'DM',
  `
  N WILCO
  N UNABLE
  N STANDBY
  N ROGER
  N AFFIRM
  N NEGATIVE
  Y Request [altitude]
  Y Request block [altitude] to [altitude]
  Y Request cruise climb to [altitude]
  Y Request climb to [altitude]
  Y Request descent to [altitude]
  Y At [position], request climb to [altitude]
  Y At [position], request descent to [altitude]
  Y At [time], request climb to [altitude]
  Y At [time], request descent to [altitude]
  Y Request offset [offset] [direction] of route
  Y At [position], request offset [offset] [direction] of route
  Y At [time], request offset [offset] [direction] of route
  Y Request [speed]
  Y Request [speed] to [speed]
  Y Request voice contact
  Y Request voice contact on [frequency]
  Y Request direct to [position]
  Y Request [procedure]
  Y Request route clearance [route]
  Y Request clearance
  Y Request weather deviation to [position] via [route]
  Y Request weather deviation up to [offset] [direction] of route
  N Leaving [altitude]
  N Climbing to [altitude]
  N Descending to [altitude]
  N Passing [position]
  N Present altitude [altitude]
  N Present position [position]
  N Present speed [speed]
  N Present heading [degrees]
  N Present ground track [degrees]
  N Level at [altitude]
  N Assigned altitude [altitude]
  N Assigned speed [speed]
  N Assigned route [route]
  N Back on route
  N Next waypoint [position]
  N ETA at next waypoint [time]
  N Ensuing waypoint [position]
  N Reported waypoint [position]
  N Reported waypoint at [time]
  N Squawking [squawk]
  N Position report: [report]
  Y When can we expect [speed]?
  Y When can we expect [speed] to [speed]?
  Y When can we expect back on route?
  Y When can we expect a lower altitude?
  Y When can we expect a higher altitude?
  Y When can we expect cruise climb to [altitude]?
  N PAN PAN PAN
  N MAYDAY MAYDAY MAYDAY
  N Fuel for [fuel], [persons] persons on board
  N Cancel emergency
  N Diverting to [position] via [route]
  N Offsetting [offset] [direction] of route
  N Descending to [altitude]
  N Error: [error]
  N Not current data authority
  N Facility [facility]
  N Due to weather
  N Due to aircraft performance
  N [freeText]
  Y [freeText]
  Y Request VMC descent
  Y Request heading [degrees]
  Y Request ground track [degrees]
  N Reaching [altitude]
  N Version [version]
  N Maintain own separation and VMC
  N At pilot's discretion
  N Reaching block [altitude] to [altitude]
  N Assigned block [altitude] to [altitude]
  N At [time], [distance] [toFrom] [position]
  N ATIS [atis]
  N Deviating [offset] [direction] of route
${reserved.join('\n')}`,
);
