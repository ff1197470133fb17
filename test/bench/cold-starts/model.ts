import { shareOf } from '../core-share.ts';

/** What builds are compared with, in MB: more of it hides what a call does. Every endpoint had it before. */
export const COMPARED_MEGABYTES = 512;

/** CPU milliseconds of a function's INIT and of one call. */
export interface Work {
  readonly init: number;
  readonly call: number;
  readonly memoryMegabytes: number;
}

/** Lambda runs INIT at full speed, and a call at its share of a core. Waits for other services are not in it. */
export const coldMs = ({ init, call, memoryMegabytes }: Work) => init + call / shareOf(memoryMegabytes);

export const callMs = ({ call, memoryMegabytes }: Omit<Work, 'init'>) => call / shareOf(memoryMegabytes);
