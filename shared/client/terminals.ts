import { answerOf } from './answer-of.ts';
import type { components } from './api-types.ts';
import { type CommandNews, type CommandRequest, followCommand, runCommand, type SandboxCommand } from './commands.ts';
import { wait } from './retries.ts';
import type { ServiceClient } from './service-client.ts';
import { TerminalInput } from './terminal-input.ts';

export type TerminalSize = components['schemas']['TerminalSize'];

/** The most earlier output that is shown again, in characters. */
const MOST_SHOWN = 200_000;

/** What a terminal shows: earlier output as text, then news. */
export type TerminalNews = CommandNews | { readonly event: 'earlier'; readonly text: string };

export interface TerminalWish {
  /** A terminal that was opened before. Undefined: a new one. */
  readonly commandId?: string | undefined;
  /** What runs in a new one, instead of the shell of the user. */
  readonly request?: CommandRequest;
  readonly size: TerminalSize;
  readonly resume: boolean;
}

/**
 * Opens a terminal in a sandbox, or comes back to one, and follows it to its end. It continues when this is left early.
 *
 * @throws as `runCommand`
 */
export async function* openTerminal(
  client: ServiceClient,
  sandboxId: string,
  { commandId, request, size, resume }: TerminalWish,
  signal: AbortSignal,
): AsyncGenerator<TerminalNews, void> {
  if (commandId === undefined) {
    yield* runCommand(client, sandboxId, { ...request, tty: size }, { resume, signal });
    return;
  }
  const earlier = await earlierOutput(client, sandboxId, commandId, signal);
  yield { event: 'command', command: earlier.command };
  yield { event: 'earlier', text: withoutQueries(earlier.text) };
  for await (const news of followCommand(client, sandboxId, commandId, { offset: earlier.offset, signal })) {
    if (news.event !== 'command') yield news;
  }
}

interface Earlier {
  readonly command: SandboxCommand;
  readonly text: string;
  readonly offset: string;
}

/** More than a sandbox keeps of a terminal. One that writes without end is followed from there. */
const MOST_PAGES = 4;

/** The end of the output so far. Each response has at most a megabyte. */
async function earlierOutput(client: ServiceClient, sandbox_id: string, command_id: string, signal: AbortSignal) {
  let found: Earlier | undefined;
  for (let pages = 1; ; pages += 1) {
    const params = { path: { sandbox_id, command_id }, query: found ? { offset: found.offset } : {} };
    const page = await answerOf(
      client.api.GET('/api/v1/sandboxes/{sandbox_id}/commands/{command_id}/output', {
        params,
        headers: { Accept: 'application/json' },
        signal,
      }),
    );
    const isLast = page.offset === found?.offset || pages === MOST_PAGES;
    // After a gap, only what follows is the end.
    const text = `${page.cut.stdout > 0 ? '' : (found?.text ?? '')}${page.stdout}`.slice(-MOST_SHOWN);
    found = { command: page.command, text, offset: page.offset };
    if (isLast) return found;
  }
}

/** Device attributes and status, colours (OSC … ?), and capabilities (DCS). */
const QUERIES = new RegExp(
  [
    '\\u001b\\[[>=?]?[\\d;]*[cn]',
    '\\u001b\\][^\\u0007\\u001b]*\\?(?:\\u0007|\\u001b\\\\)',
    '\\u001bP[$+]q[^\\u001b]*\\u001b\\\\',
  ].join('|'),
  'g',
);

/** Earlier output without the questions to the terminal, whose answers would now be typed. */
export const withoutQueries = (text: string): string => text.replaceAll(QUERIES, '');

/** For typing into a terminal. */
export function inputFor(client: ServiceClient, sandbox_id: string, command_id: string): TerminalInput {
  const path = '/api/v1/sandboxes/{sandbox_id}/commands/{command_id}/input';
  return new TerminalInput({
    now: Date.now,
    pause: (milliseconds) => wait(milliseconds),
    send: async (bytes, offset) => {
      const body = { base64: base64Of(bytes), end: false, ...(offset === undefined ? {} : { offset }) };
      const answer = await answerOf(client.api.POST(path, { params: { path: { sandbox_id, command_id } }, body }));
      return answer.offset;
    },
  });
}

function base64Of(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}

export async function resizeTerminal(
  client: ServiceClient,
  sandbox_id: string,
  command_id: string,
  body: TerminalSize,
): Promise<void> {
  const path = '/api/v1/sandboxes/{sandbox_id}/commands/{command_id}/resize';
  await answerOf(client.api.POST(path, { params: { path: { sandbox_id, command_id } }, body }));
}
