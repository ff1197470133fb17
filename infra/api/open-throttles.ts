import type { MethodDeploymentOptions } from 'aws-cdk-lib/aws-apigateway';
import type { EndpointId } from '../../shared/contract/coded-endpoints.ts';
import { endpoints } from '../../shared/contract/index.ts';
import type { Settings } from '../config.ts';
import { ADDRESS_PATH, addressThrottle } from './address-path.ts';

interface Throttle {
  /** Requests per second over all callers. */
  readonly rate: number;
  readonly burst: number;
}

/**
 * Throttles of the endpoints that write without a key. API Gateway applies them before a function runs, which bounds
 * the cost that strangers can cause (docs/cost.md). A waiting device polls every five seconds.
 */
export const openThrottles = {
  'authorize-device': { rate: 5, burst: 20 },
  'get-device-token': { rate: 16, burst: 100 },
  'receive-push': { rate: 5, burst: 100 },
  // Each counts its address. A page reads a conversation once, and its events a hundred at a time.
  'batch-get-shared-conversations': { rate: 3, burst: 50 },
  'search-shared-events': { rate: 5, burst: 100 },
  'count-shared-events': { rate: 2, burst: 50 },
  'batch-get-shared-events': { rate: 2, burst: 50 },
  'get-shared-event': { rate: 2, burst: 50 },
  'get-shared-file': { rate: 1, burst: 50 },
} as const satisfies Partial<Record<EndpointId, Throttle>>;

/** The throttles of single methods, at most those of the stage. */
export function methodThrottles({
  requestsPerSecond,
  requestBurst,
}: Pick<Settings, 'requestsPerSecond' | 'requestBurst'>): Record<string, MethodDeploymentOptions> {
  const throttles: Partial<Record<string, Throttle>> = openThrottles;
  const within = ({ rate, burst }: Throttle): MethodDeploymentOptions => ({
    throttlingRateLimit: Math.min(rate, requestsPerSecond),
    throttlingBurstLimit: Math.min(burst, requestBurst),
  });
  const ofEndpoints = endpoints.flatMap(({ id, path, method }) => {
    const throttle = throttles[id];
    return throttle ? [[`${path}/${method}`, within(throttle)] as const] : [];
  });
  return Object.fromEntries([...ofEndpoints, [`${ADDRESS_PATH}/ANY`, within(addressThrottle)]]);
}
