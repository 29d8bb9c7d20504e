/**
 * Terms and Conditions and Privacy Policy (AUTH-15, AUTH-16). The provider's name and contact come from /config.json (C50).
 * Must not: promise anything that the product does not do.
 */
export type Provider = { readonly name: string; readonly contact: string };
export type Section = { readonly heading: string; readonly paragraphs: readonly string[] };

export const termsTitle = 'Terms and Conditions, Privacy Policy';
export const termsVersion = 'Version of 1 November 2026.';

export function termsSections(provider: Provider): readonly Section[] {
  return [
    {
      heading: '1. What the data is for',
      paragraphs: [
        'The data is informational only. It is not for navigation safety: never use it to fly, to separate aircraft or to decide on an emergency. Messages can be late, incomplete or wrong.',
      ],
    },
    { heading: '2. Price', paragraphs: ['The site is free.'] },
    {
      heading: '3. Receiver hosts and data sharers',
      paragraphs: [
        `A programme exists for people who host a receiver or share their data. Ask ${provider.name} how to take part.`,
      ],
    },
    {
      heading: '4. Your account',
      paragraphs: [
        'You may not pass on your password, copy the data of another company, or load the interface so that others cannot use it.',
      ],
    },
  ];
}

export function privacySections(provider: Provider): readonly Section[] {
  const contact = provider.contact ? `${provider.name} (${provider.contact})` : provider.name;
  return [
    {
      heading: 'Privacy Policy',
      paragraphs: [
        'We keep your name, e-mail address, company and role, and the times you logged in.',
        'Security measures: passwords are stored as a hash only, sessions end by themselves, and access to data follows your role. What is stored on your device for use without network is deleted when you log out.',
      ],
    },
    {
      heading: 'How long data is kept',
      paragraphs: ['Basic user and subscriber information is kept for 7 years after you leave.'],
    },
    {
      heading: 'Your rights',
      paragraphs: [
        'You have the right of access to your data, of correction, of erasure, of objection to its use, of restriction of its use, of transfer to you or to somebody else, and of withdrawal of your consent.',
        `To use these rights contact ${contact}. Normally there is no fee.`,
      ],
    },
    {
      heading: 'Changes of this policy',
      paragraphs: ['Changes of this policy are posted on this page and sometimes sent by e-mail.'],
    },
  ];
}

/** The same sections as plain text, for the read-only areas (AUTH-14). */
export function asPlainText(sections: readonly Section[]): string {
  return sections.map(({ heading, paragraphs }) => [heading, ...paragraphs].join('\n')).join('\n\n');
}
