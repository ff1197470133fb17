import * as z from 'zod';
import { MASK } from '../../../contract/shapes/mask.ts';
import { parseAgentJson } from '../../../platform/agent-json.ts';
import { AppError } from '../../../platform/errors.ts';
import { log } from '../../../platform/log.ts';
import { type AgentAnswer, AnswerTooLongError, agentTimeouts, callAgent, EdgeRefusedError } from './agent-http.ts';
import { redacted, withoutInnerPaths } from './foreign-text.ts';
import type { SandboxAgent } from './sandbox-agent.ts';

export interface Question {
  readonly method?: 'GET' | 'POST' | 'PATCH';
  readonly path: string;
  readonly query?: Readonly<Record<string, string | undefined>>;
  readonly json?: unknown;
  /** A body that is not JSON, with its content type. */
  readonly bytes?: { readonly type: string; readonly body: Uint8Array };
  readonly headers?: Readonly<Record<string, string>>;
  /** Time limit in milliseconds, well below the timeout of the calling function. */
  readonly timeout?: number;
  /** Ends the call instead of the time limit. */
  readonly signal?: AbortSignal;
  readonly maxBytes?: number;
  /** The error detail for a response that is too long. Without it, such a response is a failure of the agent. */
  readonly tooLong?: string;
}

/** Length limit of an agent server's message in an error. */
const DETAIL_LENGTH = 300;

/**
 * Calls the agent server of a sandbox, with a time and a size limit.
 *
 * @throws AppError `gateway_timeout` when the agent takes too long; `bad_gateway` when it cannot be reached, fails or
 * responds with too much; `payload_too_large` instead, if `tooLong` is set; `not_found`, `malformed_request` or
 * `conflict` when it refuses the request.
 */
export async function askAgent(agent: SandboxAgent, question: Question): Promise<AgentAnswer> {
  const answer = await call(agent, question);
  if (answer.status === 413 && question.tooLong !== undefined)
    throw new AppError('payload_too_large', question.tooLong);
  return accepted(answer, agent);
}

/** The response, if it is a success. @throws AppError as `askAgent`, for a refusal */
export function accepted(answer: AgentAnswer, agent: SandboxAgent): AgentAnswer {
  if (answer.ok) return answer;
  throw refusal(answer, agent);
}

/** As `askAgent`, for callers that handle refusals themselves. @throws AppError `gateway_timeout`, `bad_gateway` */
export async function call(agent: SandboxAgent, question: Question): Promise<AgentAnswer> {
  const {
    method = 'GET',
    path,
    query = {},
    json,
    bytes,
    headers,
    timeout = agentTimeouts.question,
    signal = AbortSignal.timeout(timeout),
    maxBytes,
    tooLong,
  } = question;
  const given = Object.entries(query).filter((pair): pair is [string, string] => pair[1] !== undefined);
  const search = given.length === 0 ? '' : `?${new URLSearchParams(given)}`;
  const type = bytes?.type ?? (json === undefined ? undefined : 'application/json');
  const body = bytes?.body ?? (json === undefined ? undefined : JSON.stringify(json));
  try {
    return await callAgent(`${agent.url}${path}${search}`, {
      method,
      headers: {
        ...headers,
        'X-Session-API-Key': agent.sessionKey,
        ...(type === undefined ? {} : { 'Content-Type': type }),
      },
      ...(body === undefined ? {} : { body }),
      ...(maxBytes === undefined ? {} : { maxBytes }),
      signal,
    });
  } catch (cause) {
    if (cause instanceof AnswerTooLongError && tooLong !== undefined) throw new AppError('payload_too_large', tooLong);
    if (signal.aborted)
      throw new AppError('gateway_timeout', `The agent did not respond within ${timeout / 1000} seconds.`);
    if (cause instanceof EdgeRefusedError && cause.status === 504)
      throw new AppError('gateway_timeout', 'The agent did not respond in time.', { cause });
    throw new AppError('bad_gateway', 'The agent could not be reached, or closed the connection.', { cause });
  }
}

/** The response as JSON. @throws AppError `bad_gateway` when it is not JSON. */
export function jsonOf({ text }: AgentAnswer): unknown {
  try {
    return parseAgentJson(text);
  } catch (cause) {
    throw new AppError('bad_gateway', 'The agent returned a response that is not JSON.', { cause });
  }
}

/** The agent's refusal as an error of this service, with the agent's message. */
export function refusal(answer: AgentAnswer, agent: SandboxAgent): AppError {
  const words = answerText(answer, agent.sessionKey);
  const said = `The agent returned ${answer.status}${words === '' ? '' : `: ${words}`}`;
  switch (answer.status) {
    case 404:
      return new AppError('not_found', said);
    case 400:
    // The agent must not access this path.
    case 403:
    case 422:
      return new AppError('malformed_request', said);
    case 409:
      return new AppError('conflict', said);
    case 504:
      return new AppError('gateway_timeout', said);
    default:
      log.warn('agent server refused the request', { sandbox_id: agent.sandbox.sandbox_id, status: answer.status });
      return new AppError('bad_gateway', said);
  }
}

/** The agent's message for an error: one line of limited length, without keys, tokens and inner paths. */
function answerText({ text }: AgentAnswer, sessionKey: string): string {
  const clean = withoutInnerPaths(redacted(detailOf(text), [sessionKey]).replace(SECRETS, MASK));
  const line = clean.replace(/\s+/g, ' ').trim();
  return line.length > DETAIL_LENGTH ? `${line.slice(0, DETAIL_LENGTH)}…` : line;
}

/** Tokens of known formats: an agent may print the request that a model or git server refused. */
const SECRETS =
  /\b(?:sk-|ghp_|gho_|ghu_|ghs_|github_pat_|glpat-|xox[abp]-)[A-Za-z0-9_-]{8,}|\bacs-model\.[A-Za-z0-9._-]{8,}|(?<=\/\/)[^\s/@]+(?=@)|(?<=Bearer )\S+/g;

const Refusal = z.object({ detail: z.unknown() });
/** Agent servers report their own failures in `exception`, with a fixed `detail`. */
const Failure = z.object({ detail: z.literal('Internal Server Error'), exception: z.string() });

function detailOf(text: string): string {
  try {
    const body: unknown = JSON.parse(text);
    const { success, data } = Failure.safeParse(body);
    const said = success ? data.exception.replace(/^\d{3}: /, '') : (Refusal.safeParse(body).data?.detail ?? body);
    return typeof said === 'string' ? said : JSON.stringify(said);
  } catch {
    // Not JSON, such as the page of a proxy.
    return text;
  }
}

/** Parses the response. @throws AppError `bad_gateway` when it does not fit the schema. */
export function parsed<S extends z.ZodType>(schema: S, answer: AgentAnswer): z.output<S> {
  const result = schema.safeParse(jsonOf(answer));
  if (result.success) return result.data;
  throw new AppError('bad_gateway', 'The agent returned an unexpected response.', { cause: result.error });
}
