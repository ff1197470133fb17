/** Lambda gives a function a whole core from so many MB on, and less in proportion below. */
const WHOLE_CORE_MEGABYTES = 1_769;

/** What builds are compared with, in MB: more of it hides what a call does. Every endpoint had it before. */
export const COMPARED_MEGABYTES = 512;

export const shareOf = (memoryMegabytes: number) => Math.min(1, memoryMegabytes / WHOLE_CORE_MEGABYTES);

/** CPU milliseconds of a function's INIT and of one call. */
export interface Work {
  readonly init: number;
  readonly call: number;
  readonly memoryMegabytes: number;
}

/** Lambda runs INIT at full speed, and a call at its share of a core. Waits for other services are not in it. */
export const coldMs = ({ init, call, memoryMegabytes }: Work) => init + call / shareOf(memoryMegabytes);

export const callMs = ({ call, memoryMegabytes }: Omit<Work, 'init'>) => call / shareOf(memoryMegabytes);
