import { shareOf } from '../core-share.ts';

/** From a function to DynamoDB and back within a Region, in milliseconds: an assumption, on the slow side. */
export const ROUND_TRIP_MS = { read: 4, write: 6, transaction: 12 } as const;

export type RoundTrip = keyof typeof ROUND_TRIP_MS;

/** What a warm call of a function takes. */
export interface Work {
  readonly memoryMegabytes: number;
  /** Of CPU, in milliseconds on a whole core. */
  readonly cpuMs: number;
  /** Calls of services, one after the other. */
  readonly roundTrips: readonly RoundTrip[];
  /** What it waits for besides, in milliseconds: an agent, a receiver, the time that it was asked to wait. */
  readonly waitsMs?: number;
}

/** For how long the call holds an instance, in milliseconds: its CPU at its share of a core, and what it waits for. */
export function durationMs({ memoryMegabytes, cpuMs, roundTrips, waitsMs = 0 }: Work): number {
  const away = roundTrips.reduce((sum, trip) => sum + ROUND_TRIP_MS[trip], 0);
  return cpuMs / shareOf(memoryMegabytes) + away + waitsMs;
}
