/** Text of an H1 message without the prefix of the sending system: `#M1B`, `#DFB`, `- #MDB`, also behind the number of a downlink and its flight. Pure. */
const systemPrefix =
  /^(?:- )?(?:[A-Z]\d\d[A-Z](?:[A-Z0-9]{2}\d[A-Z0-9]{3})?)?#(?:M\d|MD|DF|CF|EI|T\d|A\d|WO|HD|PS)B?\s*/;

/** Other labels have no prefix. */
export const bodyOf = (label: string | null, text: string | null): string =>
  label === 'H1' ? (text ?? '').replace(systemPrefix, '') : (text ?? '');
