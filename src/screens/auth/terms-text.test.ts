import { expect, test } from 'vitest';
import { asPlainText, privacySections, termsSections } from './TermsScreen.tsx';

const provider = { name: 'Airfield Radio', contact: 'data@airfield.example' };
const terms = asPlainText(termsSections(provider));
const privacy = asPlainText(privacySections(provider));

test.each([
  /informational only/,
  /not for navigation safety/,
  /site is free/,
  /programme exists .* host a receiver or share/,
])('AUTH-15: the terms say %s', (fact) => {
  expect(terms).toMatch(fact);
});

test.each([
  /Security measures/,
  /Basic user and subscriber information is kept for 7 years after you leave/,
  /access/,
  /correction/,
  /erasure/,
  /objection/,
  /restriction/,
  /transfer/,
  /withdrawal of consent/,
  /contact Airfield Radio \(data@airfield\.example\)/,
  /Normally there is no fee/,
  /posted on this page and sometimes sent by email/,
])('AUTH-16: the policy covers %s', (point) => {
  expect(privacy).toMatch(point);
});
