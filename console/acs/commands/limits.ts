import { answerOf } from '../../../shared/client/answer-of.ts';
import type { components } from '../../../shared/client/api-types.ts';
import { count, dollars } from '../../../shared/presentation/money.ts';
import { duration } from '../../../shared/presentation/time.ts';
import { verb } from '../command.ts';

interface Row {
  readonly name: string;
  readonly used: string | null;
  readonly limit: string;
  readonly resetsAt: string | null;
}

export const limits = verb({
  command: 'limits',
  describe: 'Show the limits of the owner and of this key, and how much of them is used',
  examples: [['limits --json | jq .sandboxes', 'How many sandboxes may run at once']],
  run: async (_, { out, client }) => {
    const { api } = await client();
    const current = await answerOf(api.GET('/api/v1/limits'));
    out.show(current, () =>
      out.table(rowsOf(current), [
        { title: 'limit of', of: ({ name }) => name },
        { title: 'used', of: ({ used }) => used, align: 'right' },
        { title: 'limit', of: ({ limit }) => limit, align: 'right' },
        { title: 'resets', of: ({ resetsAt }) => out.time(resetsAt) },
      ]),
    );
  },
});

interface Bound {
  readonly used: number | null;
  readonly limit: number | null;
}

function rowsOf({ rate_limit: calls, sandboxes, budgets }: components['schemas']['CurrentLimits']): readonly Row[] {
  const { month } = budgets;
  const bounds: readonly (readonly [name: string, owner: Bound, key: Bound, text: (amount: number) => string])[] = [
    ['sandboxes at once', sandboxes.owner, sandboxes.key, count],
    [`spend in ${month}`, budgets.owner.usd, budgets.key.usd, (amount) => dollars(amount)],
    [`sandbox hours in ${month}`, budgets.owner.sandbox_hours, budgets.key.sandbox_hours, hours],
  ];
  return [
    { ...row(`API calls in ${duration(calls.window_seconds * 1000)}`, calls, count), resetsAt: calls.reset_at },
    ...bounds.map(([name, owner, , text]) => row(name, owner, text)),
    // What the key has no limit of is limited by the row of its owner.
    ...bounds.flatMap(([name, , key, text]) => (key.limit === null ? [] : [row(`${name}, this key`, key, text)])),
  ];
}

function row(name: string, { used, limit }: Bound, text: (amount: number) => string): Row {
  const [usedText, limitText] = [used === null ? null : text(used), limit === null ? 'none' : text(limit)];
  return { name, used: usedText, limit: limitText, resetsAt: null };
}

const hours = (amount: number): string => amount.toFixed(2);
