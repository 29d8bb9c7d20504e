/** Added: reports of a day or a week, on demand and by email (decision 46). */
import { get, nothing, put } from '../endpoint.ts';
import { report, reportLimits, reportMail, reportMailState, reportPeriods } from '../entities/report.ts';
import { BadValue, dayParam, type Param, wordParam } from '../params.ts';

const tailsParam: Param<readonly string[]> = {
  read(text) {
    const tails = [...new Set(text.split(',').map((one) => one.trim()))].filter((one) => one !== '');
    if (tails.length > reportLimits.tails) throw new BadValue(`Use at most ${reportLimits.tails} aircraft.`);
    if (tails.some((tail) => tail.length > reportLimits.tailLength || tail.includes('\0')))
      throw new BadValue(`A registration has at most ${reportLimits.tailLength} characters.`);
    return tails;
  },
  write: (tails) => tails.join(','),
  json: { type: 'string', examples: ['D-ABCD,N123AB'] },
};

export const reports = {
  read: get('ADD-report', '/Report', report, {
    query: { period: wordParam(reportPeriods), day: dayParam, tails: tailsParam },
    summary: 'A day or the seven days that end with it: messages, faults, stations, aircraft. Without a day: yesterday',
    stored: { title: 'Reports', screen: '/report' },
  }),
  mail: get('ADD-reportMail', '/Report/Mail', reportMailState, {
    summary: 'Which reports the caller receives by email',
  }),
  changeMail: put('ADD-changeReportMail', '/Report/Mail', nothing, {
    body: reportMail,
    summary: 'Receive reports by email, or not',
  }),
};
