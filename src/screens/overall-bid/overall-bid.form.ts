import { bidFault, bidStartFault, readGlog } from '../../../contract/bid-rules.ts';
import { serverNow } from '../../data/send.ts';
import { defineForm } from '../../form/define-form.ts';
import { specTexts } from '../../lib/spec-texts.ts';
import { isoDay } from '../../lib/time.ts';

const { overallBid } = specTexts;

/** Wire names. Other servers may use the names of the inputs (C75). */
export const bidForm = defineForm({
  name: 'updateOverallBid',
  sections: [
    {
      title: 'Current state',
      fields: [
        { name: 'currentBidValue', label: 'Current Bid (Glog)', isReadOnly: true },
        { name: 'currentStartDate', label: 'Current Bid Start Date', isReadOnly: true },
        { name: 'scheduledBidValue', label: 'Scheduled Bid (Glog)', isReadOnly: true },
        { name: 'scheduledStartDate', label: 'Scheduled Bid Start Date', isReadOnly: true },
      ],
    },
    {
      title: 'New bid',
      fields: [
        {
          name: 'bidValue',
          aliases: ['newBid'],
          label: overallBid.newBid,
          type: 'number',
          isRequired: true,
          rules: [(text) => bidFault(readGlog(text))],
          hint: '0 to 100',
        },
        {
          name: 'startDate',
          aliases: ['newBidStartDate'],
          label: overallBid.newStartDate,
          type: 'day',
          isRequired: true,
          rules: [(text) => bidStartFault(text, isoDay(serverNow()))],
          hint: 'UTC. Today or earlier: takes effect at once. Later: replaces the scheduled bid.',
        },
      ],
    },
  ],
  buttons: { save: overallBid.submit, cancel: overallBid.cancel },
  failed: 'The overall bid was not saved',
});
