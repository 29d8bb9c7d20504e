/** Parameter `company` of a call. */
export const companyQuery = (company: string | null): { readonly company?: string } =>
  company === null ? {} : { company };
