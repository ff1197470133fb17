import { ApiProblem } from '../../../shared/client/api-problem.ts';
import { StartFailed } from '../../../shared/client/service-client.ts';
import { duration } from '../../../shared/presentation/time.ts';
import { oneLine } from './plain.ts';

/** Exit codes, the same as those of `gh`. */
export const exitCodes = { done: 0, failure: 1, usage: 2, notSignedIn: 4, cancelled: 130 } as const;

/** An error in one sentence, and its remedy. */
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

/** The service sent no response: a retry can succeed. */
export class NoResponse extends Failure {}

/** The command line is not valid. */
export function wrongUsage(message: string, remedy?: string): Failure {
  return new Failure(message, remedy, exitCodes.usage);
}

/** The lines that are printed for a failure, and the exit code. */
export interface Report {
  readonly lines: readonly string[];
  readonly exitCode: number;
}

/**
 * The report of an error; undefined for a bug of acs, whose stack is printed.
 *
 * @param list the command that lists the objects of the failed one
 */
export function reportOf(error: unknown, list?: string): Report | undefined {
  if (error instanceof Failure) return failed(error);
  if (error instanceof ApiProblem) return refused(error, list);
  if (error instanceof StartFailed) return startFailed(error);
  // The error of `fetch` for a truncated response.
  if (error instanceof TypeError && error.message === 'terminated')
    return failed(new Failure('The connection closed in the middle of a response.', 'Try again.'));
  if (error instanceof SyntaxError && /JSON/.test(error.message))
    return failed(new Failure('The response is not valid JSON.', 'Check the URL of the service: --url or ACS_URL.'));
  return undefined;
}

/** Masks API keys and secrets, as the last line of defence. */
export function withoutKeys(text: string): string {
  return text.replace(/\b(acs_|whsec_)[\w+/=-]+/g, '$1…');
}

function failed({ message, remedy, exitCode }: Failure): Report {
  return { lines: [message, ...(remedy === undefined ? [] : [remedy])], exitCode };
}

/** The request part before a field name. It means nothing to users of options. */
const PART = /^(?:body|query|path|header)\.(?=\w)/;

function refused(problem: ApiProblem, list: string | undefined): Report {
  const message = oneLine(problem.message).replace(PART, '');
  const lines = [`${message} (${problem.status}${problem.problem === undefined ? '' : ` ${problem.code}`})`];
  const fields = (problem.problem?.errors ?? []).map(({ loc, msg }) => oneLine(`${loc.slice(1).join('.')}: ${msg}`));
  // A single field error is usually the message itself.
  lines.push(...fields.filter((field) => !message.includes(field)).map((field) => `  ${field}`));
  const remedy = remedyOf(problem, list);
  if (remedy !== undefined) lines.push(remedy);
  if (problem.requestId !== null) lines.push(`request_id: ${oneLine(problem.requestId)}`);
  return { lines, exitCode: problem.status === 401 ? exitCodes.notSignedIn : exitCodes.failure };
}

/** Lists whose IDs cannot be shortened: people choose them. */
const WHOLE_IDS = /^owners /;

/** A refusal for the role of a person, which says who can help. */
const OF_A_ROLE = /^Your role /;

/** What is missing is a command or file of a sandbox, which the list of sandboxes does not have. */
const OF_A_SANDBOX = /^Command | does not exist\.$/;

function remedyOf({ status, problem, retryAfterSeconds }: ApiProblem, list: string | undefined): string | undefined {
  if (status === 401) return 'The API key is wrong, revoked or expired. Sign in again: acs login';
  const scope = problem?.required_scope;
  // No other key of the same person has more than the role.
  if (scope !== undefined && !OF_A_ROLE.test(problem?.detail ?? ''))
    return `Use a key with the scope ${oneLine(scope)}: acs login, or ACS_API_KEY.`;
  if (retryAfterSeconds !== null) return `Try again in ${duration(Math.ceil(retryAfterSeconds) * 1000)}.`;
  if (status >= 500) return 'Try again. If it fails again, give the request_id to the operator of the service.';
  if (problem === undefined) return 'Another server responded. Check the URL of the service: --url or ACS_URL.';
  if (status === 404 && list !== undefined && !OF_A_SANDBOX.test(problem.detail ?? ''))
    return WHOLE_IDS.test(list)
      ? `Enter the full ID. List them: acs ${list}`
      : `Enter the full ID, or at least 4 characters of its beginning or end. List yours: acs ${list}`;
  return undefined;
}

function startFailed({ message, task }: StartFailed): Report {
  const sandbox = task.sandbox_id === null ? [] : [`See: acs sandboxes get ${task.sandbox_id}`];
  return {
    lines: [`The conversation ${task.conversation_id} did not start: ${oneLine(message)}`, ...sandbox],
    exitCode: exitCodes.failure,
  };
}
