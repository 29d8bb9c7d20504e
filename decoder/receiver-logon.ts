/**
 * Log-on to air traffic control over ATN (context management of ICAO Doc 9705), which reaches us only as dumpvdl2 decoded it: log-on and its answer, sending to another unit.
 * Own file: a format of its own. Pure.
 */
import type { CpdlcFact, Facts } from '../contract/entities/meaning.ts';
import { itemsOf, type Reading } from './reading.ts';
import { type Json, numberIn, objectIn, objectOf, objectsIn, textIn } from './receiver-json.ts';
import { list } from './words.ts';

const maxLayers = 8;

/** null = no log-on in this packet. */
export function readReceiverLogon(packet: Json): Reading | null {
  let layers = [packet];
  for (let depth = 0; depth < maxLayers && layers.length > 0; depth++) {
    for (const layer of layers) {
      const found = objectIn(layer, 'context_mgmt');
      if (found) return reading(found);
    }
    layers = layers.flatMap((layer) =>
      Object.values(layer)
        .map(objectOf)
        .filter((one) => one !== null),
    );
  }
  return null;
}

type Said = Pick<CpdlcFact, 'what'> & {
  readonly words: string;
  readonly description: string;
  readonly facts?: Pick<Facts, 'flight' | 'from' | 'to'>;
  readonly ground?: string | null;
  readonly values?: Readonly<Record<string, string>>;
};

function reading(management: Json): Reading | null {
  const [down, up] = [objectIn(management, 'cm_aircraft_message'), objectIn(management, 'cm_ground_message')];
  const message = down ?? up;
  const content = message && objectIn(message, 'data');
  const said = content && (down ? fromAircraft(content) : fromGround(content));
  if (!said) return null;
  const { what, words, description, facts = {}, ground = null, values = {} } = said;
  return {
    ...{ kind: 'cpdlc', level: 'full', by: 'receiver', words, description, remaining: '', understoodPercent: null },
    facts: {
      ...facts,
      cpdlc: {
        ...{ direction: down ? 'down' : 'up', what, ground, number: null, reference: null, time: null, elements: [] },
      },
    },
    items: itemsOf(values),
  };
}

const facility = (values: Json): string | null => textIn(values, 'facility_designation', /^[A-Z0-9]{4,8}$/);
const airport = (values: Json, name: string): string | null => textIn(values, name, /^[A-Z]{4}$/);

function fromAircraft(content: Json): Said | null {
  const request = objectIn(content, 'atn_context_mgmt_logon_request');
  if (request) return logon(request);
  const answer = textIn(content, 'atn_context_mgmt_contact_response', /^contact(?:Success|NotSuccessful)$/);
  if (answer)
    return {
      ...{ what: 'contact', description: 'Response to a contact request (ATN)' },
      words: `Contact ${answer === 'contactSuccess' ? 'successful' : 'not successful'}`,
    };
  return ended(content);
}

function logon(request: Json): Said {
  const flight = textIn(request, 'flight_id', /^[A-Z0-9]{2,8}$/);
  const [ground, from, to] = [
    facility(request),
    airport(request, 'departure_airport'),
    airport(request, 'destination_airport'),
  ];
  return {
    ...{ what: 'logon', description: 'Log-on (ATN)', ground },
    words: list([ground ? `Log-on to ${ground}` : 'Log-on', flight, from && `from ${from}`, to && `to ${to}`]),
    facts: { ...(flight && { flight }), ...(from && { from }), ...(to && { to }) },
    values: {
      'Ground unit': ground ?? '',
      'Flight Number': flight ?? '',
      Origin: from ?? '',
      Destination: to ?? '',
      Applications: applicationsIn(request, ['ground_initiated_apps', 'air_only_initiated_apps']),
    },
  };
}

function fromGround(content: Json): Said | null {
  const [answer, update, contact] = ['logon_response', 'update', 'contact_request'].map((name) =>
    objectIn(content, `atn_context_mgmt_${name}`),
  );
  const given = answer ?? update;
  if (given) {
    const applications = applicationsIn(given, ['air_initiated_apps', 'ground_only_initiated_apps']);
    return {
      ...{ what: 'logonAnswer', description: answer ? 'Response to a log-on (ATN)' : 'Change of a log-on (ATN)' },
      words: list([answer ? 'Log-on answered' : 'Log-on changed', applications && `for ${applications}`]),
      values: { Applications: applications },
    };
  }
  const next = contact && facility(contact);
  if (next)
    return {
      ...{ what: 'contact', description: 'Contact request (ATN)', words: `Log on to ${next}` },
      values: { 'Next unit': next },
    };
  return ended(content);
}

/** The reason is a name of the standard. */
function ended(content: Json): Said | null {
  const reason = textIn(content, 'atn_context_mgmt_abort_reason', /^[A-Za-z-]{1,50}$/);
  return reason === null
    ? null
    : {
        ...{ what: 'contact', description: 'Log-on ended (ATN)' },
        words: `Log-on ended: ${reason.replaceAll('-', ' ')}`,
      };
}

/** Qualifiers of applications (ICAO Doc 9705). Others stay numbers. */
const applications: Readonly<Record<number, string>> = { 0: 'ADS-C', 1: 'CM', 2: 'CPDLC', 22: 'CPDLC' };
const maxApplications = 8;
function applicationsIn(values: Json, names: readonly string[]): string {
  const all = names.flatMap((name) => objectsIn(values, name)).slice(0, maxApplications);
  const named = all.flatMap((one) => {
    const part = objectIn(one, 'ae_qualifier_version_address') ?? objectIn(one, 'ae_qualifier_version');
    const [qualifier, version] = part
      ? [numberIn(part, 'ae_qualifier', 0, 255), numberIn(part, 'version', 1, 255)]
      : [null, null];
    if (qualifier === null) return [];
    const name = applications[qualifier] ?? `application ${qualifier}`;
    return [version === null ? name : `${name} version ${version}`];
  });
  return named.join(' and ');
}
