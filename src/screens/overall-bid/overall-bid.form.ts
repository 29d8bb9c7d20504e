/**
 * The form of a new overall bid (BID-05, BID-07). Must not: send anything.
 */
import { bidFault, bidStartFault, readGlog } from '../../../contract/bid-rules.ts';
import { serverNow } from '../../api/send.ts';
import { defineForm } from '../../form/define-form.ts';
import { specTexts } from '../../lib/spec-texts.ts';
import { isoDay } from '../../lib/time.ts';

const { overallBid } = specTexts;

/** The wire's names; other servers may answer with those of the inputs (C75). */
export const bidForm = defineForm({
  name: 'updateOverallBid',
  sections: [
    {
      title: 'As it stands',
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
          hint: 'UTC. Today or earlier: current at once. Later: scheduled, in place of what is scheduled now.',
        },
      ],
    },
  ],
  buttons: { save: overallBid.submit, cancel: overallBid.cancel },
  failed: 'The overall bid was not saved',
});
