import { endsOf, endWords, pauseWords } from '../../../../shared/presentation/sandboxes.ts';
import { sandboxStatuses } from '../../arguments/choices.ts';
import { limitOption } from '../../arguments/options.ts';
import { take } from '../../arguments/take.ts';
import { verb } from '../../command.ts';
import type { Output } from '../../output/output.ts';
import { styleOf } from '../../output/statuses.ts';
import { type Sandbox, withoutSessionKey } from './sandbox.ts';

export const listSandboxes = verb({
  command: 'list',
  aliases: ['ls'],
  describe: 'List sandboxes, newest first',
  options: {
    ...limitOption,
    status: {
      choices: sandboxStatuses,
      coerce: inCapitals,
      requiresArg: true,
      describe: 'Only those with this status',
    },
  },
  examples: [['sandboxes list --status RUNNING', 'Those that cost compute now']],
  run: async ({ limit, status }, { out, client }) => {
    const all = (await client()).sandboxes({ limit: 100 });
    const found = await take(withStatus(all, status), limit);
    out.list(found.map(withoutSessionKey), 'No sandboxes found.', () =>
      out.table(found, [
        { title: 'id', of: ({ id }) => id },
        { title: 'status', of: (row) => row.status, paint: (text) => out.paint(styleOf(text), text) },
        { title: 'spec', of: (row) => row.sandbox_spec_id, shrinks: true, isSpare: true },
        { title: 'created', of: (row) => out.time(row.created_at), isSpare: true },
        { title: 'next', of: (row) => nextOf(row, out), shrinks: true },
        {
          title: 'reason',
          of: (row) => (row.pause_reason ? pauseWords[row.pause_reason] : row.status_detail),
          shrinks: true,
        },
      ]),
    );
  },
});

/** `--status running` is as good. */
function inCapitals(status: string): Sandbox['status'] {
  return status.toUpperCase() as Sandbox['status'];
}

async function* withStatus(
  all: AsyncGenerator<Sandbox, void>,
  status: Sandbox['status'] | undefined,
): AsyncGenerator<Sandbox, void> {
  for await (const sandbox of all) if (status === undefined || sandbox.status === status) yield sandbox;
}

/** What happens to it if it is left alone. */
function nextOf(sandbox: Sandbox, out: Output): string | null {
  const [next] = endsOf(sandbox);
  return next === undefined ? null : `${out.time(next.at)}: ${endWords[next.name].toLowerCase()}`;
}
