/** Lambda gives a function a whole core from so many MB on, and less in proportion below, as it documents. */
const WHOLE_CORE_MEGABYTES = 1_769;

/** The share of a core that a function with so much memory has while it is invoked. */
export const shareOf = (memoryMegabytes: number) => Math.min(1, memoryMegabytes / WHOLE_CORE_MEGABYTES);
