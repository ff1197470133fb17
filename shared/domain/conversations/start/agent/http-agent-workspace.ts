import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { type AgentAnswer, type AgentCall, agentTimeouts, callAgent } from '../../../sandboxes/agent/agent-http.ts';
import { AgentFailedError, HandOverError, StartFailedError } from '../task/start-failed.ts';
import { isPermanent, readAnswer, SUPPORTED } from './failed-answer.ts';
import type { AgentAccess, AgentWorkspace, ShellCommand, ShellOutcome, StreamedContent } from './start-context.ts';

/** Time limit for the report after a command's own limit has ended it, in milliseconds. */
const REPORT_TIMEOUT = 20_000;

/** Pauses between polls of a command, in milliseconds: most commands end at once, some take minutes. */
const FIRST_PAUSE = 10;
const LONGEST_PAUSE = 2_000;

/** Consecutive polls that can fail. */
const MAX_MISSED = 5;

const BashCommand = z.object({ id: z.string() });
const BashOutputs = z.object({
  items: z.array(
    z.object({
      exit_code: z.int().nullish(),
      stdout: z.string().nullish(),
      stderr: z.string().nullish(),
    }),
  ),
});

type Pause = (milliseconds: number, signal: AbortSignal) => Promise<void>;

/** Uses the bash and file interfaces of agent servers. */
export class HttpAgentWorkspace implements AgentWorkspace {
  readonly #pause: Pause;

  /** @param pause waits; can end early when the signal aborts. */
  constructor(pause: Pause) {
    this.#pause = pause;
  }

  async writeFile(
    agent: AgentAccess,
    path: string,
    content: string | StreamedContent,
    signal: AbortSignal,
  ): Promise<void> {
    const boundary = `form-${randomUUID()}`;
    const part =
      'Content-Disposition: form-data; name="file"; filename="file"\r\nContent-Type: application/octet-stream';
    const before = Buffer.from(`--${boundary}\r\n${part}\r\n\r\n`);
    const after = Buffer.from(`\r\n--${boundary}--\r\n`);
    const { bytes, pieces } = typeof content === 'string' ? wholeOf(content) : content;
    await call(agent, `/api/file/upload?${new URLSearchParams({ path })}`, {
      method: 'POST',
      headers: {
        'Content-Type': `multipart/form-data; boundary=${boundary}`,
        'Content-Length': String(before.length + bytes + after.length),
      },
      body: (function* () {
        yield before;
        yield* pieces();
        yield after;
      })(),
      signal,
    });
  }

  /** Runs the command in the background, as a request that waits for minutes could be cut off. */
  async run(
    agent: AgentAccess,
    { command, limitSeconds }: ShellCommand,
    signal: AbortSignal,
    timeIsUp: () => boolean,
  ): Promise<ShellOutcome> {
    const started = await call(agent, '/api/bash/start_bash_command', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ command, cwd: null, timeout: limitSeconds }),
      signal,
    });
    const { id } = readAnswer(BashCommand, started, '/api/bash/start_bash_command');
    const query = new URLSearchParams({ command_id__eq: id, kind__eq: 'BashOutput', limit: '100' });
    const until = Date.now() + limitSeconds * 1000 + REPORT_TIMEOUT;
    let missed = 0;
    for (let pause = FIRST_PAUSE; Date.now() < until; pause = Math.min(pause * 1.5, LONGEST_PAUSE)) {
      await this.#pause(pause, signal);
      signal.throwIfAborted();
      try {
        const answer = await call(agent, `/api/bash/bash_events/search?${query}`, { signal });
        const outcome = outcomeOf(readAnswer(BashOutputs, answer, '/api/bash/bash_events/search').items);
        missed = 0;
        if (outcome) return outcome;
      } catch (error) {
        missed += 1;
        if (signal.aborted || missed > MAX_MISSED || error instanceof StartFailedError) throw error;
      }
      if (timeIsUp()) throw new HandOverError('the time of this worker is over');
    }
    return { exitCode: null, stdout: '', stderr: '' };
  }
}

function wholeOf(text: string): StreamedContent {
  const content = Buffer.from(text);
  return { bytes: content.length, pieces: () => [content] };
}

/** @returns undefined while the command is running. */
function outcomeOf(items: z.infer<typeof BashOutputs>['items']): ShellOutcome | undefined {
  const exitCode = items.find(({ exit_code: code }) => typeof code === 'number')?.exit_code;
  if (typeof exitCode !== 'number') return undefined;
  return {
    // A negative code means that the command was killed.
    exitCode: exitCode < 0 ? null : exitCode,
    stdout: items.map(({ stdout }) => stdout ?? '').join(''),
    stderr: items.map(({ stderr }) => stderr ?? '').join(''),
  };
}

/** @throws StartFailedError when the agent server refuses; AgentFailedError when it fails */
async function call(
  { url, sessionKey }: AgentAccess,
  path: string,
  { headers, signal, ...options }: AgentCall,
): Promise<AgentAnswer> {
  const answer = await callAgent(`${url}${path}`, {
    ...options,
    headers: { ...headers, 'X-Session-API-Key': sessionKey },
    signal: AbortSignal.any([signal, AbortSignal.timeout(agentTimeouts.workspace)]),
  });
  if (answer.ok) return answer;
  const [name] = path.split('?');
  if (answer.status === 404 || answer.status === 405) {
    throw new StartFailedError(
      `The agent server of the sandbox does not support ${name}: its version is incompatible with this service. Use a sandbox spec with one of the ${SUPPORTED}.`,
    );
  }
  // The error does not quote the agent server, whose message may contain the command or a file.
  const message = `The agent server returned ${answer.status} to ${name} when the workspace was prepared.`;
  throw isPermanent(answer)
    ? new StartFailedError(message)
    : new AgentFailedError(message, null, answer.status === 500);
}
