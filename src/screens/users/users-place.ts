export const backToUsers = { to: '/user', label: 'Back to users' } as const;
