import { endsOf, endWords, pauseWords } from '../../../../shared/presentation/sandboxes.ts';
import { duration, isoTime } from '../../../../shared/presentation/time.ts';
import { sandboxId } from '../../arguments/options.ts';
import { verb } from '../../command.ts';
import type { Output } from '../../output/output.ts';
import { oneLine } from '../../output/plain.ts';
import { styleOf } from '../../output/statuses.ts';
import { type Sandbox, sandboxById, withoutSessionKey } from './sandbox.ts';

export const getSandbox = verb({
  command: 'get <id>',
  aliases: ['show', 'view'],
  describe: 'Show a sandbox: deadlines, problems and past states',
  positionals: sandboxId,
  options: {
    'session-key': { type: 'boolean', describe: 'With --json: include the key of its agent server' },
  },
  examples: [['sandboxes get 0193c0ffee --utc', 'With exact times']],
  run: async ({ id, 'session-key': withKey }, { out, client }) => {
    const found = await sandboxById(await client(), id);
    out.show(withKey ? found : withoutSessionKey(found), () => `${facts(found, out)}\n\n${timeLine(found, out)}`);
  },
});

function facts(found: Sandbox, out: Output): string {
  return out.details([
    ['Id', found.id],
    ['Status', found.status, (text) => out.paint(styleOf(text), text)],
    ['Reason', found.status_detail],
    ['Why it is paused', found.pause_reason && pauseWords[found.pause_reason]],
    ['Spec', found.sandbox_spec_id],
    ['Workspace', workspaceOf(found, out)],
    ['Created', out.bothTimes(found.created_at)],
    ...endsOf(found).map(({ name, at }) => [endWords[name], out.bothTimes(at)] as const),
    ...(found.exposed_urls ?? []).map(({ name, url }) => [name, addressOnly(url)] as const),
  ]);
}

function workspaceOf({ workspace }: Sandbox, out: Output): string | null {
  if (!workspace) return null;
  const saved = out.bothTimes(workspace.saved_at);
  return `${workspace.size_gib} GiB${saved === null ? '' : `, saved ${saved}`}`;
}

/** An address without its query, which may hold what lets people in. */
function addressOnly(url: string): string {
  const query = url.indexOf('?');
  return query < 0 ? url : `${url.slice(0, query)}?…`;
}

/** The states one below the other, each with its time and how long it lasted. */
function timeLine({ transitions }: Sandbox, out: Output): string {
  return transitions
    .map(({ state, reason, time }, index) => {
      const next = transitions[index + 1];
      const isLast = next === undefined;
      const lasted = isLast ? 'now' : duration(Date.parse(next.time) - Date.parse(time));
      const why = reason === null ? '' : `  ${oneLine(reason)}`;
      const line = `${isoTime(new Date(time))}  ${isLast ? '●' : '│'} ${state.padEnd(12)} ${lasted}${why}`;
      return isLast ? out.paint('bold', line) : line;
    })
    .join('\n');
}
