/**
 * ADS-C as libacars writes it, as the parts of our decoder. Nothing is trusted: a part with a missing value, or one that its field cannot contain, counts as not decoded.
 * Own file: the names of the other decoder. Pure.
 */
import type { AdscContent, AdscGroup, AdscPart, AdscPlace, Noncompliance } from './fans/adsc.ts';
import { type Json, numberIn, objectIn, objectOf, objectsIn, textIn } from './receiver-json.ts';

const positions: Readonly<Record<string, number>> = {
  basic_report: 7,
  emerg_basic_report: 9,
  lat_dev_change_event: 10,
  vspd_chg_event: 18,
  alt_range_event: 19,
  wpt_change_event: 20,
};
const requests = {
  periodic_contract_req: 'periodic',
  event_contract_req: 'event',
  emerg_periodic_contract_req: 'emergency',
} as const;
const contents: Readonly<Record<string, number>> = {
  flight_id: 12,
  predicted_route: 13,
  earth_ref_data: 14,
  air_ref_data: 15,
  meteo_data: 16,
  airframe_id: 17,
  acft_intent_data: 21,
};
/** nmi, in the order of the field. −1 = navigation lost. */
const accuracies = [-1, 30, 15, 8, 4, 1, 0.25, 0.05];
const causes: Readonly<Record<string, Noncompliance['cause']>> = {
  group_unrecognized: 'unrecognised',
  group_unavailable: 'unavailable',
};
const maxTags = 64;

/** null = no ADS-C. */
export function receiverAdsc(message: Json): AdscContent | null {
  const adsc = objectIn(message, 'adsc');
  if (!adsc) return null;
  const tags = objectsIn(adsc, 'tags').slice(0, maxTags);
  const parts = tags.flatMap((tag) => partOf(tag) ?? []);
  return { parts, rest: adsc.err === true || parts.length < tags.length ? 1 : 0 };
}

export const isFromGround = ({ parts }: AdscContent): boolean =>
  parts.some(
    ({ what, ...part }) =>
      what === 'contract' ||
      what === 'cancel' ||
      what === 'cancelAll' ||
      (what === 'cancelEmergency' && 'contract' in part && part.contract !== null),
  );

function partOf(tag: Json): AdscPart | null {
  const [name = '', content] = Object.entries(tag)[0] ?? [];
  const values = objectOf(content);
  if (!values) return null;
  const tagNumber = Object.hasOwn(positions, name) ? positions[name] : undefined;
  if (tagNumber !== undefined) return positionOf(values, tagNumber);
  const kind = Object.hasOwn(requests, name) ? requests[name as keyof typeof requests] : null;
  if (kind) return contractOf(values, kind);
  if (name === 'nack') return refusal(values);
  if (name === 'cancel_emergency_mode') return { what: 'cancelEmergency', contract: contract(values) };
  return Object.hasOwn(read, name) ? (whole(read[name]?.(values) ?? null) as AdscPart | null) : null;
}

/** A part with a value that is missing or impossible is none. */
function whole<Part extends object>(part: { [Key in keyof Part]: Part[Key] | null } | null): Part | null {
  return part === null || Object.values(part).some((value) => value === null) ? null : (part as Part);
}

const contract = (values: Json, name = 'contract_num'): number | null => numberIn(values, name, 0, 255);
const alt = (values: Json, name = 'alt'): number | null => numberIn(values, name, -131_072, 131_068);
const seconds = (values: Json): number | null => numberIn(values, 'eta_sec', 0, 16_383);
const rate = (values: Json): number | null => numberIn(values, 'vspd_ftmin', -32_768, 32_752);

const placeOf = (values: Json | null): AdscPlace | null =>
  values &&
  whole<AdscPlace>({
    lat: numberIn(values, 'lat', -180, 180),
    lon: numberIn(values, 'lon', -180, 180),
    alt: alt(values),
  });

function positionOf(values: Json, tag: number): AdscPart | null {
  const accuracy = accuracies.findIndex(
    (nmi) => Math.abs(nmi - (numberIn(values, 'pos_accuracy_nm', -1, 30) ?? 99)) < 0.001,
  );
  const place = placeOf(values);
  const pastHourS = numberIn(values, 'ts_sec', 0, 4095.875);
  if (!place || pastHourS === null || accuracy < 0) return null;
  return {
    ...{ what: 'position', tag, ...place, pastHourS, accuracy },
    isRedundant: values.nav_redundancy === true,
    hasTcas: values.tcas_avail === true,
  };
}

const motionOf = (values: Json, name: string) => ({
  direction: numberIn(values, `${name}_deg`, 0, 360),
  isDirectionValid: values[`${name}_valid`] === true,
});

/** The parts that consist of plain values. null in a value = the part is none. */
const read: Readonly<Record<string, (values: Json) => { [key: string]: unknown } | null>> = {
  ack: (values) => ({ what: 'acknowledgement', contract: contract(values) }),
  cancel_contract: (values) => ({ what: 'cancel', contract: contract(values) }),
  cancel_all_contracts: () => ({ what: 'cancelAll' }),
  noncomp_notify: noncompliance,
  reason: (values) => ({ what: 'disconnect', reason: numberIn(values, 'reason_code', 0, 15) }),
  airframe_id: (values) => ({ what: 'airframe', address: numberIn(values, 'icao_id', 0, 0xffffff) }),
  flight_id: (values) => ({ what: 'flight', flight: textIn(values, 'flight_id', /^[\x20-\x7e]{1,8}$/) }),
  earth_ref_data: (values) => ({
    ...{ what: 'ground', ...motionOf(values, 'true_trk'), rate: rate(values) },
    speed: numberIn(values, 'gnd_spd_kts', 0, 4095.5),
  }),
  air_ref_data: (values) => ({
    ...{ what: 'air', ...motionOf(values, 'true_hdg'), rate: rate(values) },
    mach: numberIn(values, 'spd_mach', 0, 4.0955),
  }),
  meteo_data: (values) => ({
    what: 'weather',
    windKt: numberIn(values, 'wind_spd_kts', 0, 255.5),
    windFrom: numberIn(values, 'wind_dir_true_deg', 0, 360),
    isWindFromValid: values.wind_dir_valid === true,
    temperature: numberIn(values, 'temp_c', -512, 512),
  }),
  predicted_route: (values) => {
    const next = objectIn(values, 'next_wpt');
    const inS = next && seconds(next);
    const first = placeOf(next);
    return {
      what: 'route',
      next: first && inS !== null ? { ...first, inS } : null,
      second: placeOf(objectIn(values, 'next_next_wpt')),
    };
  },
  intermediate_projection: (values) => ({
    ...{ what: 'turn', ...motionOf(values, 'true_trk'), alt: alt(values), inS: seconds(values) },
    distance: numberIn(values, 'dist_nm', 0, 8191.875),
  }),
  fixed_projection: (values) => {
    const place = placeOf(values);
    return place && { what: 'projection', ...place, inS: seconds(values) };
  },
};

function refusal(values: Json): AdscPart | null {
  const number = contract(values, 'contract_req_num');
  const reason = numberIn(values, 'reason', 0, 255);
  const detail = numberIn(values, 'err_octet', 0, 255) ?? numberIn(values, 'err_tag', 0, 255);
  return number === null || reason === null ? null : { what: 'refusal', contract: number, reason, detail };
}

function noncompliance(values: Json): { [key: string]: unknown } {
  const groups = objectsIn(values, 'msg_groups')
    .slice(0, 255)
    .flatMap((group): Noncompliance[] => {
      const tag = numberIn(group, 'noncomp_tag', 0, 255);
      const cause = causes[textIn(group, 'noncomp_cause', /^\w{1,40}$/) ?? ''] ?? 'partial';
      const parameters = Array.isArray(group.params) ? group.params.filter(Number.isInteger).slice(0, 15) : [];
      return tag === null ? [] : [{ tag, cause, parameters }];
    });
  return { what: 'noncompliance', contract: contract(values, 'contract_req_num'), groups };
}

function contractOf(values: Json, kind: 'periodic' | 'event' | 'emergency'): AdscPart | null {
  const number = contract(values);
  if (number === null) return null;
  const groups = objectsIn(values, 'groups')
    .slice(0, maxTags)
    .flatMap((group) => groupOf(group) ?? []);
  return { what: 'contract', kind, contract: number, groups };
}

function groupOf(group: Json): AdscGroup | null {
  const [name = '', content] = Object.entries(group)[0] ?? [];
  const values = objectOf(content);
  if (!values) return null;
  switch (name) {
    case 'report_wpt_changes':
      return { what: 'waypoint', tag: 20 };
    case 'report_interval': {
      const everyS = numberIn(values, 'interval_secs', 0, 4096);
      return everyS === null ? null : { what: 'interval', tag: 11, everyS };
    }
    case 'report_when_lateral_dev_exceeds': {
      const overNmi = numberIn(values, 'lat_dev_treshold_nm', 0, 31.875);
      return overNmi === null ? null : { what: 'lateral', tag: 10, overNmi };
    }
    case 'report_when_vspd_is': {
      const size = numberIn(values, 'vspd_ftmin_threshold', 0, 8192);
      return size === null ? null : { what: 'verticalRate', tag: 18, rate: values.higher_than === true ? size : -size };
    }
    case 'report_when_alt_out_of_range': {
      const [floor, ceiling] = [alt(values, 'floor_alt'), alt(values, 'ceiling_alt')];
      return floor === null || ceiling === null ? null : { what: 'altitude', tag: 19, floor, ceiling };
    }
    default: {
      const tag = Object.hasOwn(contents, name) ? contents[name] : undefined;
      const every = numberIn(values, 'modulus', 0, 255);
      if (tag === undefined || every === null) return null;
      return { what: 'content', tag, every, aheadMin: numberIn(values, 'proj_time_mins', 0, 255) };
    }
  }
}
