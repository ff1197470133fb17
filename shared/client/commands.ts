import type { components } from './api-types.ts';
import { backoff, wait } from './retries.ts';
import { type SentEvent, sentEvents } from './server-sent-events.ts';
import type { ServiceClient } from './service-client.ts';

export type SandboxCommand = components['schemas']['SandboxCommand'];
export type CommandRequest = components['schemas']['RunCommandRequest'];
export type CommandExit = components['schemas']['CommandExit'];

/** What a followed command shows, in order. `exit` is the last. */
export type CommandNews =
  | { readonly event: 'command'; readonly command: SandboxCommand }
  | { readonly event: 'stdout' | 'stderr'; readonly bytes: Uint8Array }
  | { readonly event: 'cut'; readonly stream: 'stdout' | 'stderr'; readonly bytes: number }
  | { readonly event: 'exit'; readonly exit: CommandExit };

/** The service ended the stream of a command: its sandbox was paused, or the key revoked. */
export class CommandStreamEnded extends Error {
  readonly code: string;

  constructor(code: string, detail: string) {
    super(detail);
    this.name = 'CommandStreamEnded';
    this.code = code;
  }
}

export interface RunOptions {
  /** Whether to resume a paused sandbox. */
  readonly resume?: boolean;
  readonly signal?: AbortSignal | undefined;
}

/** Connections in a row that bring nothing before following gives up: about five minutes. */
const MOST_FAILURES = 15;

/**
 * Runs a command and follows it to its end, over as many connections as that takes. The command continues when this is
 * left early; `stop-command` ends it.
 *
 * @throws ApiProblem; CommandStreamEnded; the reason of the signal; the error of the last connection
 */
export function runCommand(
  client: ServiceClient,
  sandboxId: string,
  body: CommandRequest,
  { resume = false, signal }: RunOptions = {},
): AsyncGenerator<CommandNews, void> {
  // All attempts name the same command.
  const header = { 'Idempotency-Key': crypto.randomUUID() };
  const params = { path: { sandbox_id: sandboxId }, query: { resume }, header };
  const begin = () =>
    client.api.POST('/api/v1/sandboxes/{sandbox_id}/commands', {
      params,
      body: { ...body, background: false },
      headers: EVENTS,
      parseAs: 'stream',
      signal,
    });
  return followed(client, sandboxId, begin, signal);
}

/** Follows a command from its beginning, or from an offset. @throws as `runCommand` */
export function followCommand(
  client: ServiceClient,
  sandboxId: string,
  commandId: string,
  { signal, offset }: { readonly signal?: AbortSignal | undefined; readonly offset?: string } = {},
): AsyncGenerator<CommandNews, void> {
  return followed(client, sandboxId, () => output(client, sandboxId, commandId, offset, signal), signal);
}

const EVENTS = { Accept: 'text/event-stream' };

interface Answer {
  readonly response: Response;
}

function output(
  client: ServiceClient,
  sandboxId: string,
  commandId: string,
  offset: string | undefined,
  signal: AbortSignal | undefined,
): Promise<Answer> {
  const query = offset === undefined ? {} : { offset };
  const params = { path: { sandbox_id: sandboxId, command_id: commandId }, query };
  return client.api.GET('/api/v1/sandboxes/{sandbox_id}/commands/{command_id}/output', {
    params,
    headers: EVENTS,
    parseAs: 'stream',
    signal,
  });
}

async function* followed(
  client: ServiceClient,
  sandboxId: string,
  begin: () => Promise<Answer>,
  signal: AbortSignal | undefined,
): AsyncGenerator<CommandNews, void> {
  let commandId: string | undefined;
  let offset: string | undefined;
  for (let failures = 0; ; failures += 1) {
    let pause = backoff(failures);
    try {
      const answer =
        commandId === undefined ? await begin() : await output(client, sandboxId, commandId, offset, signal);
      for await (const sent of bodyOf(answer, signal)) {
        pause = sent.retry ?? pause;
        if (sent.data === '') continue;
        failures = 0;
        const news = newsOf(sent);
        const isRepeated = news?.event === 'command' && commandId !== undefined;
        if (news?.event === 'command') commandId = news.command.id;
        if (news && !isRepeated) yield news;
        if (news?.event === 'exit') return;
        // What was yielded must not come again.
        offset = sent.id;
      }
    } catch (error) {
      signal?.throwIfAborted();
      if (!isLost(error) || failures >= MOST_FAILURES) throw error;
    }
    await wait(pause, signal);
  }
}

function bodyOf({ response }: Answer, signal: AbortSignal | undefined): AsyncGenerator<SentEvent, void> {
  if (!response.body) throw new TypeError('terminated');
  return sentEvents(response.body, signal);
}

/** `fetch` throws a TypeError for a connection that is lost. */
function isLost(error: unknown): boolean {
  return error instanceof TypeError;
}

/** @throws CommandStreamEnded for an error */
function newsOf({ event, data }: SentEvent): CommandNews | undefined {
  const content = JSON.parse(data);
  switch (event) {
    case 'command':
      return { event, command: content };
    case 'stdout':
    case 'stderr':
      return { event, bytes: bytesOf(content) };
    case 'cut':
      return { event, ...content };
    case 'exit':
      return { event, exit: content };
    case 'error':
      throw new CommandStreamEnded(content.code, content.detail);
    default:
      // Of a newer service.
      return undefined;
  }
}

function bytesOf(piece: components['schemas']['CommandOutputPiece']): Uint8Array {
  if ('text' in piece) return new TextEncoder().encode(piece.text);
  return Uint8Array.from(atob(piece.base64), (character) => character.charCodeAt(0));
}
