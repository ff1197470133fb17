import type { World } from '../stub/world.ts';

export interface Subject {
  readonly id: string;
  readonly area: string;
  readonly kind: 'endpoint' | 'worker';
  readonly event: unknown;
  readonly world: World;
  /** @returns the fault of the call, or undefined. `calls` are the requests that the stub received during it. */
  readonly faultOf: (answer: unknown, calls: readonly string[]) => string | undefined;
}
