import type { BrokerDeps } from '../domain/broker/proxy/call-model.ts';
import { relayLimits } from '../domain/broker/relay/time-limits.ts';
import { AppError } from '../platform/errors.ts';
import { targetRules } from './webhooks.ts';

/** For the endpoints of the model broker. */
export const brokerDeps = (): BrokerDeps => ({
  authenticate: async () => undefined,
  modelOf: async () => {
    throw new AppError('unavailable', 'No model yet.');
  },
  calls: {
    open: async () => {
      throw new AppError('unavailable', 'No calls yet.');
    },
    close: async () => undefined,
  },
  targets: targetRules(),
  limits: relayLimits,
});
