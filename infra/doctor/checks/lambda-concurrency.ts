import { GetAccountSettingsCommand } from '@aws-sdk/client-lambda';
import { workers } from '../../../shared/contract/workers.ts';
import { raise } from '../account/quotas.ts';
import { defineCheck, error, ok, warning } from '../check.ts';

const quota = { service: 'lambda', code: 'L-B99A9384', name: 'Concurrent executions' };

/** What an account has unless AWS gave it less or more. */
const USUAL = 1_000;

interface Limits {
  readonly total: number;
  /** What functions without a reservation of their own share. */
  readonly unreserved: number;
}

export const lambdaConcurrency = defineCheck<Limits>({
  id: 'lambda-concurrency',
  about: "Lambda's concurrent executions against the workers, `waits`, `requestsPerSecond` and `functionConcurrency`",
  when: ['before', 'after'],
  actions: ['lambda:GetAccountSettings'],
  async read({ lambda }) {
    const { AccountLimit } = await lambda.send(new GetAccountSettingsCommand({}));
    const total = AccountLimit?.ConcurrentExecutions ?? 0;
    return { total, unreserved: AccountLimit?.UnreservedConcurrentExecutions ?? total };
  },
  judge({ total, unreserved }, { settings }) {
    const { requestsPerSecond, waits, functionConcurrency } = settings;
    const says = `Lambda may run ${total} functions at a time, ${unreserved} of them without a reservation.`;
    const wanted = Math.max(USUAL, requestsPerSecond + workers.length);
    const remedy = `Ask for more: \`${raise(quota, wanted)}\`.`;
    if (unreserved <= workers.length) {
      return [
        error(
          says,
          `The service has ${workers.length} workers beside its endpoints: a few waiting calls stop everything else.`,
          remedy,
        ),
      ];
    }
    if (waits > 0 && unreserved <= waits + workers.length) {
      return [
        error(
          says,
          `${waits} of them may be held by requests that wait (waits): too few are left for the ${workers.length} workers.`,
          `Set waits to ${Math.max(0, Math.floor(unreserved / 2) - workers.length)}. ${remedy}`,
        ),
      ];
    }
    if (settings.alarms === 'all' && functionConcurrency !== total) {
      return [
        warning(
          says,
          `The alarm concurrency-used counts on ${functionConcurrency} (functionConcurrency): it rings too early, or too late.`,
          `Deploy with \`-c functionConcurrency=${total}\`.`,
        ),
      ];
    }
    // A call that takes a second holds one execution; one that waits for a change holds it for up to 25 s.
    if (unreserved >= requestsPerSecond) return [ok(says)];
    return [
      warning(
        says,
        `The API accepts ${requestsPerSecond} calls in a second (requestsPerSecond). When they take a second each, Lambda throttles some of them, and the workers too.`,
        `${remedy} Or set requestsPerSecond below ${unreserved}.`,
      ),
    ];
  },
});
