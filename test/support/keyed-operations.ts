import { beforeEach } from 'vitest';
import type { Part } from '../../shared/aws/transact.ts';
import { AppError } from '../../shared/errors.ts';
import { defineEndpoint, implement } from '../../shared/http/endpoint.ts';
import type { ClaimDeps } from '../../shared/idempotency/attempt.ts';
import { echoEndpoint } from './echo.ts';
import { MemoryClaimStore } from './memory-claim-store.ts';
import { checkParts, writeParts } from './memory-parts.ts';
import { SettableClock } from './settable-clock.ts';

/** How one run of an operation goes. */
export interface Script {
  /** Before anything is done. */
  readonly first?: (() => Promise<void> | void) | undefined;
  /** After it is done. */
  readonly last?: (() => void) | undefined;
  readonly doesNothing?: boolean;
}

const endpointIn = (idempotent: true | 'lease') => defineEndpoint({ ...echoEndpoint, idempotent });

/** Operations that take an Idempotency-Key, and what they have done: anew for each test. */
export class KeyedOperations {
  readonly clock = new SettableClock();
  readonly store = new MemoryClaimStore(this.clock.now);
  /** As everybody can see it. */
  readonly effects: string[] = [];
  readonly triedAt: (string | null)[] = [];
  readonly claims: ClaimDeps = { claims: this.store, now: this.clock.now };

  /** Makes a thing in one transaction with the claim. */
  readonly inTransaction = implement(
    endpointIn(true),
    async ({ body, request }, { first, last, doesNothing }: Script) => {
      await first?.();
      if (doesNothing) return { said: 'nothing to do' };
      const parts: readonly Part[] = await request.claim({ said: this.#next() });
      checkParts(parts);
      const answer = { said: this.#next() };
      this.effects.push(body.name);
      writeParts(parts);
      last?.();
      return answer;
    },
  );

  /** Makes it elsewhere. */
  readonly underLease = implement(endpointIn('lease'), async ({ body, request }, { first, last }: Script) => {
    this.triedAt.push(request.triedAt);
    await first?.();
    this.effects.push(body.name);
    last?.();
    return { said: `thing ${this.effects.length}` };
  });

  #next(): string {
    return `thing ${this.effects.length + 1}`;
  }
}

/** @returns those of the test that runs. */
export function useKeyedOperations(): () => KeyedOperations {
  let operations = new KeyedOperations();
  beforeEach(() => {
    operations = new KeyedOperations();
  });
  return () => operations;
}

export const refuse = (code: 'not_found' | 'unavailable') => () => {
  throw new AppError(code, 'no');
};
