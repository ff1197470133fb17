/** How often lists and single things are asked for again while they are looked at, in milliseconds. */
export const LIVE = { fast: 2_000, normal: 5_000, slow: 30_000 } as const;
