/**
 * A number that grows whenever this process changed messages: answers made before are stale.
 * Must not: be trusted across processes (an import runs in its own); that is why hot pages also have an age.
 */
let version = 0;

export const dataVersion = {
  get: (): number => version,
  bump: (): void => {
    version++;
  },
};
