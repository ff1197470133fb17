/** The specs of owners in a deployment where nobody has made any. */
export const noOwnSpecs = {
  find: async () => undefined,
  list: async () => [],
  due: async () => [],
} as const;
