/** How often visible data is refreshed, in milliseconds. */
export const LIVE = { fast: 2_000, normal: 5_000, slow: 30_000 } as const;
