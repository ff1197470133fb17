/** Memory from which Lambda gives a function a whole core. Below, the share is proportional. */
const WHOLE_CORE_MEGABYTES = 1_769;

/** The share of a core of a function with this memory. */
export const shareOf = (memoryMegabytes: number) => Math.min(1, memoryMegabytes / WHOLE_CORE_MEGABYTES);
