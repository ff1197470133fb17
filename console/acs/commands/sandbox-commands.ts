import { answerOf } from '../../../shared/client/answer-of.ts';
import { type CommandExit, followCommand, type SandboxCommand } from '../../../shared/client/commands.ts';
import { duration } from '../../../shared/presentation/time.ts';
import { sandboxId } from '../arguments/options.ts';
import { verb } from '../command.ts';
import { wrongUsage } from '../output/failure.ts';

export const listCommands = verb({
  command: 'commands <id>',
  describe: 'List the commands of a sandbox; follow or stop one',
  positionals: sandboxId,
  options: {
    follow: {
      type: 'string',
      requiresArg: true,
      alias: 'f',
      describe: 'Show the output of this command until it ends',
    },
    stop: { type: 'string', requiresArg: true, describe: 'Stop this command' },
    signal: {
      choices: ['TERM', 'INT', 'KILL'] as const,
      requiresArg: true,
      describe: 'With --stop: the signal (default: TERM)',
    },
  },
  examples: [
    ['sandboxes commands 0193c0ffee', 'Running and recent commands, newest first'],
    ['sandboxes commands 0193c0ffee --stop 0193c1cafe', 'End one with all its processes'],
  ],
  run: async ({ id, follow, stop, signal }, { out, client: open }) => {
    const client = await open();
    if (follow !== undefined && stop !== undefined) throw wrongUsage('--follow and --stop cannot be combined.');
    if (stop !== undefined) {
      const params = { path: { sandbox_id: id, command_id: stop } };
      const path = '/api/v1/sandboxes/{sandbox_id}/commands/{command_id}/stop';
      const stopped = await answerOf(client.api.POST(path, { params, body: { signal: signal ?? 'TERM' } }));
      out.show(stopped, () => `Sent ${signal ?? 'TERM'} to the command ${stop}.`);
      return;
    }
    if (follow !== undefined) {
      for await (const news of followCommand(client, id, follow)) {
        if (news.event === 'stdout' || news.event === 'stderr') process[news.event].write(news.bytes);
        else if (news.event === 'exit') out.say(`The command ${endOf(news.exit)}.`);
      }
      return;
    }
    const params = { path: { sandbox_id: id } };
    const { items } = await answerOf(client.api.GET('/api/v1/sandboxes/{sandbox_id}/commands', { params }));
    out.list(items, 'No commands found.', () =>
      out.table(items, [
        { title: 'ID', of: (row) => row.id },
        { title: 'status', of: endOf },
        { title: 'started', of: (row) => out.time(row.started_at), isSpare: true },
        {
          title: 'duration',
          of: (row) => (row.duration_ms === null ? null : duration(row.duration_ms)),
          isSpare: true,
        },
        { title: 'command', of: wordsOf, shrinks: true },
      ]),
    );
  },
});

function wordsOf({ command }: SandboxCommand): string {
  return typeof command === 'string' ? command : command.join(' ');
}

function endOf({ status, exit_code: code, end_reason: reason }: SandboxCommand | CommandExit): string {
  if (status === 'RUNNING') return 'running';
  if (status === 'LOST') return 'lost';
  if (reason === 'timeout') return 'timed out';
  return reason === 'stopped' ? 'stopped' : `exit ${code}`;
}
