import type { Method } from './api.ts';
import { GatewayFailure } from './gateway-failure.ts';

interface Bucket {
  tokens: number;
  at: number;
}

/** The rate limits of the stage: one token bucket per method, as in API Gateway. */
export class Throttles {
  readonly #buckets = new Map<Method, Bucket>();

  /** @throws GatewayFailure 429 when the method is called more often than its stage allows */
  take(method: Method): void {
    const { throttle } = method;
    if (!throttle) return;
    const now = Date.now();
    const bucket = this.#buckets.get(method) ?? { tokens: throttle.burst, at: now };
    const refilled = bucket.tokens + ((now - bucket.at) / 1000) * throttle.ratePerSecond;
    const tokens = Math.min(throttle.burst, refilled);
    this.#buckets.set(method, { tokens: tokens >= 1 ? tokens - 1 : tokens, at: now });
    if (tokens < 1) throw new GatewayFailure('THROTTLED', 'Too Many Requests');
  }
}
