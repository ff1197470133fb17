import { ApiProblem } from '../../../shared/client/api-problem.ts';
import { StartFailed } from '../../../shared/client/service-client.ts';
import { duration } from '../../../shared/presentation/time.ts';
import { oneLine } from './plain.ts';

/** What a shell learns of a run, as `gh` has it. */
export const exitCodes = { done: 0, failure: 1, usage: 2, notSignedIn: 4, cancelled: 130 } as const;

/** What went wrong, in one sentence, and what to do about it. */
export class Failure extends Error {
  readonly remedy: string | undefined;
  readonly exitCode: number;

  constructor(message: string, remedy?: string, exitCode: number = exitCodes.failure) {
    super(message);
    this.name = 'Failure';
    this.remedy = remedy;
    this.exitCode = exitCode;
  }
}

/** Nothing came back from the service, so that another try may do better. */
export class NoAnswer extends Failure {}

/** The command line itself is wrong. */
export function wrongUsage(message: string, remedy?: string): Failure {
  return new Failure(message, remedy, exitCodes.usage);
}

/** What people read of a failure: a line or a few, and the exit code. */
export interface Report {
  readonly lines: readonly string[];
  readonly exitCode: number;
}

/**
 * Undefined for a defect of this program, whose stack has to be seen.
 *
 * @param list the command that lists what the failed one was about
 */
export function reportOf(error: unknown, list?: string): Report | undefined {
  if (error instanceof Failure) return failed(error);
  if (error instanceof ApiProblem) return refused(error, list);
  if (error instanceof StartFailed) return startFailed(error);
  // What `fetch` says of an answer that was cut off on its way.
  if (error instanceof TypeError && error.message === 'terminated')
    return failed(new Failure('The connection broke in the middle of an answer.', 'Try again.'));
  if (error instanceof SyntaxError && /JSON/.test(error.message))
    return failed(new Failure('The answer is not valid JSON.', 'Check the address of the service: --url or ACS_URL.'));
  return undefined;
}

/** API keys and secrets, should one ever come into a text: the last line of defence. */
export function withoutKeys(text: string): string {
  return text.replace(/\b(acs_|whsec_)[\w+/=-]+/g, '$1…');
}

function failed({ message, remedy, exitCode }: Failure): Report {
  return { lines: [message, ...(remedy === undefined ? [] : [remedy])], exitCode };
}

/** The part of the request in front of the name of a field: it says nothing to who has typed options. */
const PART = /^(?:body|query|path|header)\.(?=\w)/;

function refused(problem: ApiProblem, list: string | undefined): Report {
  const message = oneLine(problem.message).replace(PART, '');
  const lines = [`${message} (${problem.status}${problem.problem === undefined ? '' : ` ${problem.code}`})`];
  const fields = (problem.problem?.errors ?? []).map(({ loc, msg }) => oneLine(`${loc.slice(1).join('.')}: ${msg}`));
  // With one of them, the message mostly says it already.
  lines.push(...fields.filter((field) => !message.includes(field)).map((field) => `  ${field}`));
  const remedy = remedyOf(problem, list);
  if (remedy !== undefined) lines.push(remedy);
  if (problem.requestId !== null) lines.push(`request_id: ${oneLine(problem.requestId)}`);
  return { lines, exitCode: problem.status === 401 ? exitCodes.notSignedIn : exitCodes.failure };
}

function remedyOf({ status, problem, retryAfterSeconds }: ApiProblem, list: string | undefined): string | undefined {
  if (status === 401) return 'The API key is wrong, revoked or expired. Sign in again: acs login';
  const scope = problem?.required_scope;
  if (scope !== undefined) return `Use a key with the scope ${oneLine(scope)}: acs login, or ACS_API_KEY.`;
  if (retryAfterSeconds !== null) return `Try again in ${duration(Math.ceil(retryAfterSeconds) * 1000)}.`;
  if (status >= 500) return 'Try again. If it fails again, give the request_id to the operator of the service.';
  if (problem === undefined) return 'This is not an answer of the service. Check its address: --url or ACS_URL.';
  if (status === 404 && list !== undefined) return `Ids are written in full. List yours: acs ${list}`;
  return undefined;
}

function startFailed({ message, task }: StartFailed): Report {
  const sandbox = task.sandbox_id === null ? [] : [`See: acs sandboxes get ${task.sandbox_id}`];
  return {
    lines: [`The conversation ${task.conversation_id} did not start: ${oneLine(message)}`, ...sandbox],
    exitCode: exitCodes.failure,
  };
}
