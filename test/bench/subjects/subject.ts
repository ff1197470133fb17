import type { World } from '../stub/world.ts';

/** One function with its first call: what it is called with, what it finds, and whether it did its work. */
export interface Subject {
  readonly id: string;
  readonly area: string;
  readonly kind: 'endpoint' | 'worker';
  readonly event: unknown;
  readonly world: World;
  /** @returns what is wrong with the call, or undefined. `calls` is what the stub was asked meanwhile. */
  readonly faultOf: (answer: unknown, calls: readonly string[]) => string | undefined;
}
