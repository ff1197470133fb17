import { answerOf } from '../../../shared/client/answer-of.ts';
import { verb } from '../command.ts';
import { table } from '../output/table.ts';

interface Row {
  readonly name: string;
  readonly limit: number | null;
  readonly used: number | null;
  readonly until: string | null;
}

export const limits = verb({
  command: 'limits',
  describe: 'Show the limits of the owner and of this key, and what is used of them',
  examples: [['limits --json | jq .sandboxes', 'Sandboxes at once']],
  run: async (_, { out, client }) => {
    const { api } = await client();
    const current = await answerOf(api.GET('/api/v1/limits'));
    const { rate_limit: calls, sandboxes, budgets } = current;
    const ofOwner: readonly Row[] = [
      { name: `calls in ${calls.window_seconds} s`, limit: calls.limit, used: calls.used, until: calls.reset_at },
      { name: 'sandboxes at once', ...sandboxes.owner, until: null },
      { name: `USD in ${budgets.month}`, ...budgets.owner.usd, until: null },
      { name: `sandbox hours in ${budgets.month}`, ...budgets.owner.sandbox_hours, until: null },
    ];
    const ofKey: readonly Row[] = [
      { name: 'sandboxes at once, of the key', ...sandboxes.key, until: null },
      { name: `USD in ${budgets.month}, of the key`, ...budgets.key.usd, until: null },
      { name: `sandbox hours in ${budgets.month}, of the key`, ...budgets.key.sandbox_hours, until: null },
    ];
    // What the key has no limit of is limited by the row of its owner.
    const rows = [...ofOwner, ...ofKey.filter(({ limit }) => limit !== null)];
    out.show(current, () =>
      table(rows, [
        { title: 'limit of', of: ({ name }) => name },
        { title: 'used', of: ({ used }) => rounded(used), align: 'right' },
        { title: 'limit', of: ({ limit }) => limit ?? 'no limit', align: 'right' },
        { title: 'begins anew', of: ({ until }) => out.time(until) },
      ]),
    );
  },
});

const rounded = (amount: number | null): number | null => (amount === null ? null : Number(amount.toFixed(4)));
