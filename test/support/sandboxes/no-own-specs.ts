/** The specs of owners in a deployment without any. */
export const noOwnSpecs = {
  find: async () => undefined,
  list: async () => [],
  due: async () => [],
} as const;
