/** Where the screens of one user lead back to. */
export const backToUsers = { to: '/user', label: 'Back to users' } as const;
