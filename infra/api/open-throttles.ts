import type { MethodDeploymentOptions } from 'aws-cdk-lib/aws-apigateway';
import { type EndpointId, endpoints } from '../../shared/contract/index.ts';
import type { Settings } from '../config.ts';

interface Throttle {
  /** Calls in a second, of all callers together. */
  readonly rate: number;
  /** Calls at once. */
  readonly burst: number;
}

/**
 * The endpoints that write and that no key protects. API Gateway refuses what is beyond this before a function runs:
 * it bounds what strangers can cost (docs/cost.md). Polls come every five seconds from each device that waits.
 */
export const openThrottles = {
  'authorize-device': { rate: 5, burst: 20 },
  'get-device-token': { rate: 20, burst: 100 },
} as const satisfies Partial<Record<EndpointId, Throttle>>;

/** The throttles of single methods, which never let more through than the stage. */
export function methodThrottles({
  requestsPerSecond,
  requestBurst,
}: Pick<Settings, 'requestsPerSecond' | 'requestBurst'>): Record<string, MethodDeploymentOptions> {
  const throttles: Partial<Record<string, Throttle>> = openThrottles;
  return Object.fromEntries(
    endpoints.flatMap(({ id, path, method }) => {
      const throttle = throttles[id];
      if (!throttle) return [];
      const throttlingRateLimit = Math.min(throttle.rate, requestsPerSecond);
      const throttlingBurstLimit = Math.min(throttle.burst, requestBurst);
      return [[`${path}/${method}`, { throttlingRateLimit, throttlingBurstLimit }]];
    }),
  );
}
