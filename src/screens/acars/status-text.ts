/** Texts for the values of reassembly and consensus (decision 8). Unknown values are shown unchanged. */
type StatusText = { readonly word: string; readonly meaning: string };

/** `blocks` = known number of blocks. */
export function aggregationText(status: string | null, blocks: number | null): StatusText {
  switch (status) {
    case 'complete':
      return {
        word: 'Complete',
        meaning: blocks === 1 ? 'Received in a single block.' : 'All blocks were received and joined.',
      };
    case 'in progress':
      return {
        word: 'In progress',
        meaning: 'A later block is still missing. After a few minutes it counts as lost.',
      };
    case 'out of sequence':
      return { word: 'Out of sequence', meaning: 'An earlier block is missing, so the text is incomplete.' };
    case 'skipped':
      return { word: 'Skipped', meaning: 'Single-block message. Nothing to join.' };
    case 'duplicate':
      return { word: 'Duplicate', meaning: 'Repeat of a block this receiver already reported.' };
    case null:
    case '':
      return { word: 'None', meaning: 'Not reassembled.' };
    default:
      return { word: status, meaning: 'Reported by the receiver.' };
  }
}

export function consensusText(status: string | null): StatusText {
  switch (status) {
    case 'single':
      return { word: 'Single', meaning: 'Single reception. Nothing to compare.' };
    case 'agreed':
      return { word: 'Agreed', meaning: 'All receptions agree.' };
    case 'majority':
      return { word: 'Majority', meaning: 'Texts differ. A majority of stations agrees on every character.' };
    case 'disputed':
      return {
        word: 'Disputed',
        meaning: 'Texts differ without a majority at some positions. The better reception is used there.',
      };
    case null:
    case '':
      return { word: 'None', meaning: 'This message type is not compared.' };
    default:
      return { word: status, meaning: 'Reported by the server.' };
  }
}
