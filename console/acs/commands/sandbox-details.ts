import {
  capacityWords,
  endsOf,
  endWords,
  pauseWords,
  resourceWords,
  sandboxStateWords,
  sandboxWords,
} from '../../../shared/presentation/sandboxes.ts';
import { duration, isoTime, untilDeadline } from '../../../shared/presentation/time.ts';
import { sandboxId } from '../arguments/options.ts';
import { verb } from '../command.ts';
import { type Output, styleOf, wordIn } from '../output/output.ts';
import { oneLine } from '../output/plain.ts';
import { type Sandbox, sandboxById, wakeWords, withoutSessionKey } from './sandbox.ts';

export const getSandbox = verb({
  command: 'get <id>',
  aliases: ['show', 'view'],
  describe: 'Show a sandbox: deadlines, problems and past states',
  positionals: sandboxId,
  options: {
    'session-key': { type: 'boolean', describe: 'With --json: include the session key of the sandbox' },
  },
  examples: [['sandboxes get 0193c0ffee --utc', 'With exact times']],
  run: async ({ id, 'session-key': withKey }, { out, client }) => {
    const found = await sandboxById(await client(), id);
    out.show(withKey ? found : withoutSessionKey(found), () => `${facts(found, out)}\n\n${timeLine(found, out)}`);
  },
});

function facts(found: Sandbox, out: Output): string {
  return out.details([
    ['ID', found.id],
    ['Status', wordIn(sandboxWords, found.status), (text) => out.paint(styleOf(found.status), text)],
    ['Reason', found.status_detail],
    ['Pause reason', found.pause_reason && pauseWords[found.pause_reason]],
    ['Spec', found.sandbox_spec_id],
    ['Size', resourceWords(found.resources)],
    ['Next size', found.next_resources && resourceWords(found.next_resources)],
    ['Capacity', capacityWords[found.capacity]],
    ['Workspace', workspaceOf(found, out)],
    ['Wakes', wakeWords(found)],
    ['Created', out.bothTimes(found.created_at)],
    ...endsOf(found).map(({ name, at }) => [endWords[name], out.bothTimes(at, untilDeadline)] as const),
    ...(found.exposed_urls ?? []).map(({ name, url }) => [name, addressOnly(url)] as const),
  ]);
}

function workspaceOf({ workspace }: Sandbox, out: Output): string | null {
  if (!workspace) return null;
  const saved = out.bothTimes(workspace.saved_at);
  return `${workspace.size_gib} GiB${saved === null ? '' : `, saved ${saved}`}`;
}

/** A URL without its query, which can contain a credential. */
function addressOnly(url: string): string {
  const query = url.indexOf('?');
  return query < 0 ? url : `${url.slice(0, query)}?…`;
}

/** One line for each state, with its time and its duration. */
function timeLine({ transitions }: Sandbox, out: Output): string {
  return transitions
    .map(({ state, reason, time }, index) => {
      const next = transitions[index + 1];
      const isLast = next === undefined;
      const lasted = isLast ? 'now' : duration(Date.parse(next.time) - Date.parse(time));
      const why = reason === null ? '' : `  ${oneLine(reason)}`;
      const line = `${isoTime(new Date(time))}  ${isLast ? '●' : '│'} ${wordIn(sandboxStateWords, state).padEnd(16)} ${lasted}${why}`;
      return isLast ? out.paint('bold', line) : line;
    })
    .join('\n');
}
