/** Terms and privacy policy (AUTH-15, AUTH-16), with the configured provider (C50). Only state what the product does. */
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
      paragraphs: ["Do not share your password, copy another company's data or overload the service."],
    },
  ];
}

export function privacySections(provider: Provider): readonly Section[] {
  const contact = provider.contact ? `${provider.name} (${provider.contact})` : provider.name;
  return [
    {
      heading: 'Privacy Policy',
      paragraphs: [
        'We keep your name, email address, company and role, and the times you logged in.',
        'Security measures: passwords are stored as a hash only, sessions expire automatically, and access to data follows your role. Data stored on your device for offline use is deleted when you log out.',
      ],
    },
    {
      heading: 'Data retention',
      paragraphs: ['Basic user and subscriber information is kept for 7 years after you leave.'],
    },
    {
      heading: 'Your rights',
      paragraphs: [
        'Your rights: access to your data, correction, erasure, objection to its use, restriction of its use, transfer to you or to someone else, and withdrawal of consent.',
        `To exercise these rights, contact ${contact}. Normally there is no fee.`,
      ],
    },
    {
      heading: 'Changes to this policy',
      paragraphs: ['Changes to this policy are posted on this page and sometimes sent by email.'],
    },
  ];
}

/** The same sections as plain text, for the read-only areas (AUTH-14). */
export function asPlainText(sections: readonly Section[]): string {
  return sections.map(({ heading, paragraphs }) => [heading, ...paragraphs].join('\n')).join('\n\n');
}
