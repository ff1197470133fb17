import { QUOTA_ACTIONS, type Quota, quotaOf, raise } from '../account/quotas.ts';
import { defineCheck, type Finding, ok, warning } from '../check.ts';

const rate: Quota = { service: 'apigateway', code: 'L-8A5B8E43', name: 'Throttle rate' };
const burst: Quota = { service: 'apigateway', code: 'L-CDF5615A', name: 'Throttle burst rate' };

interface Throttle {
  readonly rate: number;
  readonly burst: number;
}

export const apiThrottle = defineCheck<Throttle>({
  id: 'api-throttle',
  about: "API Gateway's throttle for all APIs of the account against `requestsPerSecond` and `requestBurst`",
  when: ['before', 'after'],
  actions: QUOTA_ACTIONS,
  async read({ quotas }) {
    const [perSecond, atOnce] = await Promise.all([quotaOf(quotas, rate), quotaOf(quotas, burst)]);
    return { rate: perSecond, burst: atOnce };
  },
  judge: (allowed, { settings }) => [
    compared('requestsPerSecond', settings.requestsPerSecond, rate, allowed.rate, 'calls in a second'),
    compared('requestBurst', settings.requestBurst, burst, allowed.burst, 'calls at once'),
  ],
});

function compared(setting: string, wanted: number, quota: Quota, allowed: number, unit: string): Finding {
  const says = `API Gateway takes ${allowed} ${unit} for all APIs of the account; ${setting} is ${wanted}.`;
  if (allowed >= wanted) return ok(says);
  return warning(
    says,
    'Callers are throttled (429) before the limit that the settings name.',
    `Set ${setting} to ${allowed} or less. Or ask AWS Support for more (${quota.name}, ${quota.code}); for the rate also: \`${raise(quota, wanted)}\`.`,
  );
}
