/**
 * What the words of reassembly and consensus mean (docs/decisions/0008), for who reads a message.
 * Must not: decide anything; an unknown word is shown as it is.
 */
export type StatusWords = { readonly word: string; readonly meaning: string };

/** `blocks` = how many the message has, as far as it is known. */
export function aggregationWords(status: string | null, blocks: number | null): StatusWords {
  switch (status) {
    case 'complete':
      return {
        word: 'Complete',
        meaning:
          blocks === 1
            ? 'The message came whole in one block.'
            : 'Every block was heard; together they are the joined text.',
      };
    case 'in progress':
      return {
        word: 'In progress',
        meaning: 'A later block has not been heard, so the text is not joined. After some minutes it was lost.',
      };
    case 'out of sequence':
      return { word: 'Out of sequence', meaning: 'An earlier block was not heard, so the text is not joined.' };
    case 'skipped':
      return { word: 'Skipped', meaning: 'The message has one block: there is nothing to join.' };
    case 'duplicate':
      return { word: 'Duplicate', meaning: 'The receiver had heard this block before.' };
    case null:
    case '':
      return { word: 'None', meaning: 'Nothing was joined.' };
    default:
      return { word: status, meaning: 'The word of the receiver.' };
  }
}

export function consensusWords(status: string | null): StatusWords {
  switch (status) {
    case 'single':
      return { word: 'Single', meaning: 'It was heard once: there is nothing to compare it with.' };
    case 'agreed':
      return { word: 'Agreed', meaning: 'Every reception has the same text.' };
    case 'majority':
      return { word: 'Majority', meaning: 'The texts differ; at each place more than half of the stations agree.' };
    case 'disputed':
      return {
        word: 'Disputed',
        meaning: 'The texts differ, and at some place no majority decides: there the better reception won.',
      };
    case null:
    case '':
      return { word: 'None', meaning: 'Receptions of this kind are not compared.' };
    default:
      return { word: status, meaning: 'The word of the server.' };
  }
}
