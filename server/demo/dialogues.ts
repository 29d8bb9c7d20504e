/**
 * Talk of a flight with air traffic control by data link: log-on, connection, clearances, hand-over, end, and ADS-C contracts with their reports.
 * Own file: what is said when, apart from its encoding.
 */
import { minuteMs } from '../../contract/durations.ts';
import {
  adscAcknowledgement,
  adscReport,
  type Cpdlc,
  cancelContracts,
  centre,
  contactAdvisory,
  contactComplete,
  cpdlc,
  disconnect,
  eventContract,
  flightLevel,
  type GroundUnit,
  logOn,
  logOnAnswer,
  nextFix,
  periodicContract,
} from './ats-texts.ts';
import type { DemoAircraft } from './fleet.ts';
import type { FlightState, FlownLeg } from './flight.ts';
import type { Random } from './random.ts';
import type { DemoText, Moment } from './text-parts.ts';

export type Planned = { readonly atMs: number; readonly text: DemoText };

const shanwick: GroundUnit = { address: 'PIKCPYA', facility: 'EGGX' };
const gander: GroundUnit = { address: 'YQXE2YA', facility: 'CZQX' };
const newYork: GroundUnit = { address: 'NYCODYA', facility: 'KZWY' };
const reykjavik: GroundUnit = { address: 'REYCAYA', facility: 'BIRD' };
const maastricht: GroundUnit = { address: 'MSTEC7X', facility: 'EDYY' };
const domestic: GroundUnit = { address: 'USADCXA', facility: 'KUSA' };

/** Voice units behind the end of a connection, by place. */
function voiceAt({ lat, lon }: FlightState): readonly [facility: string, mhz: number] {
  if (lon < -108) return ['KZLA', 134.9];
  if (lon < -95) return ['KZDV', 133.4];
  if (lon < -82) return ['KZAU', 132.225];
  if (lon < -40) return lat > 45 ? ['CZUL', 132.45] : ['KZNY', 133.5];
  if (lat > 59) return ['EGPX', 133.675];
  return lon < 0 ? ['EISN', 127.5] : ['EDGG', 131.3];
}

/** Whose airspace this is, roughly. null = no data link with a unit of the demo. */
function unitAt({ lat, lon, altFt }: FlightState): GroundUnit | null {
  if (altFt < 18_000) return null;
  if (lon < -66) return lat < 50 ? domestic : null;
  if (lat > 61 && lon > -45 && lon < 0) return reykjavik;
  if (lon < -30) return lat > 44 ? gander : newYork;
  if (lon < -12) return lat > 44 ? shanwick : newYork;
  return lat > 50 && lon > 2 && lon < 11 && altFt > 24_500 ? maastricht : null;
}

type Sector = { readonly unit: GroundUnit; readonly fromMs: number; readonly toMs: number };
/** In the order of the flight, each of at least 20 minutes. */
function sectorsOf({ times, stateAt }: FlownLeg): Sector[] {
  const sectors: Sector[] = [];
  for (let ms = times.off; ms < times.on; ms += 2 * minuteMs) {
    const here = unitAt(stateAt(ms));
    const last = sectors.at(-1);
    if (here && last && last.unit === here && ms - last.toMs < 5 * minuteMs)
      sectors[sectors.length - 1] = { ...last, toMs: ms };
    else if (here) sectors.push({ unit: here, fromMs: ms, toMs: ms });
  }
  return sectors.filter(({ fromMs, toMs }) => toMs - fromMs >= 20 * minuteMs);
}

type Heard = 'both' | 'up' | 'down';
/** Everything that the flight and its units send, as far as it can be received. `random` = of the leg. */
export function dialogueOf(aircraft: DemoAircraft, leg: FlownLeg, random: Random): Planned[] {
  const planned: Planned[] = [];
  const sectors = sectorsOf(leg);
  for (const [at, sector] of sectors.entries()) {
    const talk = new Talk(aircraft, leg, sector, random);
    const next = sectors[at + 1];
    const before = sectors[at - 1];
    talk.begin(before && sector.fromMs - before.toMs < 10 * minuteMs ? before.unit : null);
    talk.requests();
    talk.end(next && next.fromMs - sector.toMs < 10 * minuteMs ? next.unit : null);
    // Often a receiver is in reach of one side only.
    const heard: Heard = random.chance(0.18) ? 'down' : random.chance(0.12) ? 'up' : 'both';
    planned.push(...talk.planned.filter(({ text }) => heard === 'both' || (heard === 'up') === (text.number === '')));
  }
  return planned;
}

/** Of one connection. Numbers begin with 1 and have 6 bits. */
class Talk {
  readonly planned: Planned[] = [];
  readonly #aircraft: DemoAircraft;
  readonly #leg: FlownLeg;
  readonly #sector: Sector;
  readonly #random: Random;
  readonly #numbers = { up: 0, down: 0 };

  constructor(aircraft: DemoAircraft, leg: FlownLeg, sector: Sector, random: Random) {
    this.#aircraft = aircraft;
    this.#leg = leg;
    this.#sector = sector;
    this.#random = random;
  }

  /** `from` = the unit that sends the flight here. */
  begin(from: GroundUnit | null): void {
    const { unit: here, fromMs } = this.#sector;
    const { up, down } = this.#say;
    const after = this.#clock(from ? fromMs - 4 * minuteMs : fromMs);
    if (from) this.#add(after(0, 0), (moment) => contactAdvisory(moment, from, here));
    this.#add(after(20, 60), (moment) => logOn(moment, here));
    this.#add(after(8, 30), (moment) => logOnAnswer(moment, here));
    if (from) this.#add(after(5, 9), (moment) => contactComplete(moment, from, here));
    const connection = up(after(20, 60), { elements: [[163, here.facility, 'A']] }, 'CR1');
    down(after(8, 25), { reference: connection, elements: [[73, 1]] }, 'CC1');
    if (here !== domestic && here !== maastricht) this.#contracts(Math.max(after(30, 90), fromMs));
  }

  /** A report each 5 to 18 minutes, and acknowledgements of both contracts. */
  #contracts(beginMs: number): void {
    const { unit: here, toMs } = this.#sector;
    const everyS = this.#random.pick([304, 640, 832, 1088]);
    const contract = this.#random.whole(1, 9);
    this.#add(beginMs, (moment) => periodicContract(moment, here, contract, everyS));
    let ms = beginMs + this.#seconds(10, 30);
    for (let isFirst = true; ms < toMs - minuteMs; ms += everyS * 1000, isFirst = false) {
      const acknowledged = isFirst ? contract : null;
      this.#add(ms, (moment) => adscReport(moment, here, acknowledged));
    }
    const eventMs = beginMs + 2 * minuteMs;
    this.#add(eventMs, (moment) => eventContract(moment, here, contract + 1));
    this.#add(eventMs + this.#seconds(10, 30), (moment) => adscAcknowledgement(moment, here, contract + 1));
    this.#add(toMs + minuteMs, (moment) => cancelContracts(moment, here));
  }

  /** Clearances that the flight then follows: climb while it climbs, descent when it descends; refusals of what it does not do. */
  requests(): void {
    const { fromMs, toMs, unit: here } = this.#sector;
    const { stateAt } = this.#leg;
    const beginMs = fromMs + 6 * minuteMs;
    const endMs = toMs - 6 * minuteMs;
    const first = stateAt(fromMs + 3 * minuteMs);
    const cruiseFt = stateAt((this.#leg.times.off + this.#leg.times.on) / 2).altFt;
    if (first.phase === 'climb' && first.altFt < cruiseFt - 3000) this.#climb(fromMs + 3 * minuteMs, cruiseFt);
    const middleMs = beginMs + this.#random.next() * Math.max(0, endMs - beginMs - 6 * minuteMs);
    if (stateAt(middleMs).phase !== 'cruise' || middleMs > endMs) return;
    const next = this.#random.next();
    if (next < 0.3) this.#direct(middleMs);
    else if (next < 0.5) this.#refused(middleMs, cruiseFt + 2000);
    else if (next < 0.72) this.#maintain(middleMs, cruiseFt);
    else if (next < 0.86) this.#weather(middleMs);
    const descentMs = endMs - 2 * minuteMs;
    if (here !== domestic && here !== maastricht) return;
    const [before, after] = [stateAt(descentMs), stateAt(toMs + 4 * minuteMs)];
    if (before.altFt > 30_000 && after.phase === 'descent' && descentMs > middleMs + 4 * minuteMs)
      this.#descend(descentMs, 24_000);
  }

  /** Request, standby, clearance, WILCO, report. */
  #climb(atMs: number, toFt: number): void {
    const { up, down } = this.#say;
    const { stateAt } = this.#leg;
    const to = flightLevel(toFt);
    const after = this.#clock(atMs);
    const request = down(atMs, { elements: [[9, to]] });
    up(after(15, 40), { reference: request, elements: [[1]] });
    const clearedMs = after(40, 120);
    const clearance = up(clearedMs, { reference: request, elements: [[20, to]] });
    down(after(15, 50), { reference: clearance, elements: [[0]] });
    let levelMs = clearedMs;
    while (stateAt(levelMs).phase === 'climb') levelMs += 30_000;
    down(levelMs + this.#seconds(55, 75), { elements: [[37, to]] });
  }

  #descend(atMs: number, toFt: number): void {
    this.#obey(atMs, { elements: [[23, flightLevel(toFt)]] });
  }

  /** An order and its WILCO. */
  #obey(atMs: number, order: Omit<Cpdlc, 'number'>): void {
    const reference = this.#say.up(atMs, order);
    this.#say.down(atMs + this.#seconds(15, 50), { reference, elements: [[0]] });
  }

  #direct(atMs: number): void {
    const fix = nextFix(this.#momentAt(atMs));
    const reference = this.#say.down(atMs, { elements: [[22, fix]] });
    this.#obey(atMs + this.#seconds(30, 120), { reference, elements: [[74, fix]] });
  }

  /** The level stays. */
  #refused(atMs: number, toFt: number): void {
    const after = this.#clock(atMs);
    const reference = this.#say.down(atMs, { elements: [[9, flightLevel(toFt)]] });
    this.#say.up(after(15, 40), { reference, elements: [[1]] });
    this.#say.up(after(40, 200), { reference, elements: [[0], [166]] });
  }

  #maintain(atMs: number, ft: number): void {
    this.#obey(atMs, { elements: [[19, flightLevel(ft)]] });
  }

  /** A request that nobody answers. */
  #weather(atMs: number): void {
    this.#say.down(atMs, { elements: [[27, { nmi: 20 }, this.#random.pick(['left', 'right'])], [65]] });
  }

  /** `to` = the next unit with data link. */
  end(to: GroundUnit | null): void {
    const { unit: here, toMs } = this.#sector;
    const { up, down } = this.#say;
    const after = this.#clock(toMs - 4 * minuteMs);
    if (to) up(after(0, 0), { elements: [[160, to.facility]] });
    const contactMs = after(110, 130);
    const reference = up(contactMs, { elements: [[117, ...centre(...voiceAt(this.#leg.stateAt(contactMs)))]] });
    down(after(12, 40), { reference, elements: [[0]] });
    up(after(20, 60), { elements: [[161]] });
    this.#add(after(5, 15), (moment) => disconnect(moment, here));
  }

  /** Both return the number of the message. */
  get #say() {
    const say =
      (direction: 'up' | 'down') =>
      (atMs: number, message: Omit<Cpdlc, 'number'>, imi: 'AT1' | 'CR1' | 'CC1' = 'AT1'): number => {
        this.#numbers[direction] = (this.#numbers[direction] + 1) % 64;
        const number = this.#numbers[direction];
        this.#add(atMs, (moment) => cpdlc(moment, this.#sector.unit, direction, { ...message, number }, imi));
        return number;
      };
    return { up: say('up'), down: say('down') };
  }

  #momentAt = (atMs: number): Moment => ({
    aircraft: this.#aircraft,
    state: this.#leg.stateAt(atMs),
    atMs,
    random: this.#random,
  });
  /** Whole seconds, as CPDLC writes them. Nothing is sent from the ground. */
  #add(atMs: number, write: (moment: Moment) => DemoText): void {
    const ms = Math.round(atMs / 1000) * 1000;
    if (this.#leg.stateAt(ms).altFt > 0) this.planned.push({ atMs: ms, text: write(this.#momentAt(ms)) });
  }
  #seconds = (min: number, max: number): number => this.#random.whole(min * 4, max * 4) * 250;
  /** Each call returns the moment some seconds after the last one. */
  #clock(startMs: number): (min: number, max: number) => number {
    let ms = startMs;
    return (min, max) => {
      ms += this.#seconds(min, max);
      return ms;
    };
  }
}
