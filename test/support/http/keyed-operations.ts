import { beforeEach } from 'vitest';
import { defineEndpoint } from '../../../shared/contract/endpoint/endpoint.ts';
import type { ClaimDeps } from '../../../shared/http/idempotency/attempt.ts';
import { implement } from '../../../shared/http/operation/operation.ts';
import type { Part } from '../../../shared/platform/aws/transact.ts';
import { AppError } from '../../../shared/platform/errors.ts';
import { checkParts, writeParts } from '../platform/memory-parts.ts';
import { SettableClock } from '../platform/settable-clock.ts';
import { echoEndpoint } from './echo.ts';
import { MemoryClaimStore } from './memory-claim-store.ts';

export interface Script {
  readonly first?: (() => Promise<void> | void) | undefined;
  readonly last?: (() => void) | undefined;
  readonly doesNothing?: boolean;
}

const endpointIn = (idempotent: true | 'lease') => defineEndpoint(() => ({ ...echoEndpoint, idempotent }));

/** Operations that accept an Idempotency-Key, with their effects. */
class KeyedOperations {
  readonly clock = new SettableClock();
  readonly store = new MemoryClaimStore(this.clock.now);
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
