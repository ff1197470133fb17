import { answerOf } from '../../../shared/client/answer-of.ts';
import type { components } from '../../../shared/client/api-types.ts';
import { sentEvents } from '../../../shared/client/server-sent-events.ts';
import type { ServiceClient } from '../../../shared/client/service-client.ts';
import { momentOf, sandboxId } from '../arguments/options.ts';
import { verb } from '../command.ts';
import { wrongUsage } from '../output/failure.ts';
import type { Output } from '../output/output.ts';
import { json, oneLine, plain } from '../output/plain.ts';
import { serviceClock } from '../service-clock.ts';

type LogLine = components['schemas']['LogLine'];
type LogEnd = components['schemas']['LogEnd'];

/** What to read. */
interface Wanted {
  readonly source: 'agent' | 'commands';
  readonly command_id?: string;
  readonly since?: string;
  readonly tail?: number;
}

/** The largest page. */
const PAGE = 1_000;

export const logs = verb({
  command: 'logs <id>',
  describe: 'Show what the agent server or commands printed, also after the sandbox ended',
  positionals: sandboxId,
  options: {
    follow: { type: 'boolean', alias: 'f', describe: 'Keep showing new lines until the sandbox ends or Ctrl-C' },
    tail: { type: 'number', alias: 'n', requiresArg: true, describe: 'Only the last lines, at most 1000' },
    since: { type: 'string', requiresArg: true, describe: 'Lines since a time: 10m, 2027-01-31T12:00Z' },
    commands: { type: 'boolean', describe: 'What commands printed, not the agent server' },
    command: { type: 'string', requiresArg: true, describe: 'Only this command, by its ID' },
    timestamps: { type: 'boolean', alias: 't', describe: 'Begin each line with its time' },
  },
  examples: [
    ['sandboxes logs 0193c0ffee --follow --tail 20', 'The last lines, then new ones'],
    ['sandboxes logs 0193c0ffee --commands --since 1h', 'What commands printed in the last hour'],
  ],
  run: async ({ id, follow, tail, since, commands, command, timestamps }, { out, client: open }) => {
    if (tail !== undefined && !(Number.isInteger(tail) && tail >= 1 && tail <= PAGE))
      throw wrongUsage(`--tail must be a whole number from 1 to ${PAGE}.`);
    const wanted: Wanted = {
      source: commands || command !== undefined ? 'commands' : 'agent',
      ...(command === undefined ? {} : { command_id: command }),
      ...(since === undefined ? {} : { since: momentOf('since', since, serviceClock.now()).toISOString() }),
      ...(tail === undefined ? {} : { tail }),
    };
    const client = await open();
    const lines = follow ? followed(client, id, wanted, out) : past(client, id, wanted);
    for await (const line of lines) process.stdout.write(`${out.json ? json(line) : shown(line, out, timestamps)}\n`);
  },
});

function shown({ time, stream, text }: LogLine, out: Output, hasTime: boolean | undefined): string {
  const clean = plain(text);
  const painted = stream === 'stderr' ? out.paint('red', clean) : clean;
  return hasTime ? `${out.paint('gray', oneLine(time))}  ${painted}` : painted;
}

async function* past(client: ServiceClient, id: string, wanted: Wanted): AsyncGenerator<LogLine, void> {
  const path = { sandbox_id: id };
  for (let page_id: string | undefined; ; ) {
    const query = { ...wanted, ...(wanted.tail === undefined ? { limit: PAGE } : {}), ...(page_id && { page_id }) };
    const page = await answerOf(client.api.GET('/api/v1/sandboxes/{sandbox_id}/logs', { params: { path, query } }));
    yield* page.items;
    if (page.next_page_id === null) return;
    page_id = page.next_page_id;
  }
}

/** New lines for as long as the sandbox runs, over as many requests as that takes. */
async function* followed(
  client: ServiceClient,
  id: string,
  wanted: Wanted,
  out: Output,
): AsyncGenerator<LogLine, void> {
  const path = { sandbox_id: id };
  for (let last: string | undefined; ; ) {
    const { tail: _, ...rest } = wanted;
    const query = { ...(last === undefined ? wanted : { ...rest, page_id: last }), follow: true };
    const body = await answerOf(
      client.api.GET('/api/v1/sandboxes/{sandbox_id}/logs', { params: { path, query }, parseAs: 'stream' }),
    );
    if (!body) return;
    let end: LogEnd['reason'] | undefined;
    for await (const { id: position, event, data } of sentEvents(body)) {
      last = position ?? last;
      if (event === 'line') yield JSON.parse(data) as LogLine;
      if (event === 'end') end = (JSON.parse(data) as LogEnd).reason;
    }
    if (end === 'sandbox_ended' || end === 'key_ended') {
      out.say(end === 'key_ended' ? 'The API key is no longer valid.' : 'The sandbox is not running.');
      return;
    }
    if (end === 'too_many_waiting') await new Promise((resolve) => setTimeout(resolve, 5_000));
  }
}
