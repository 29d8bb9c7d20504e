/** Kinds of a receiver that is added on the screen. */

/** `-listen` = receivers connect to the server. `acars-listen` = UDP and TCP port of decoders. */
export const receiverKinds = [
  'beast',
  'avr',
  'sbs',
  'aircraft.json',
  'acars',
  'acars-listen',
  'beast-listen',
  'avr-listen',
  'sbs-listen',
] as const;
export type ReceiverKind = (typeof receiverKinds)[number];
