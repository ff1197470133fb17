import { ApiProblem } from '../../../shared/client/api-problem.ts';
import { StartFailed } from '../../../shared/client/start-conversation.ts';
import { exitCodes, Failure } from './failure.ts';
import { oneLine } from './plain.ts';

/** What people read of a failure: a line or a few, and the exit code. */
export interface Report {
  readonly lines: readonly string[];
  readonly exitCode: number;
}

/** Undefined for a defect of this program, whose stack has to be seen. */
export function reportOf(error: unknown): Report | undefined {
  if (error instanceof Failure) return failed(error);
  if (error instanceof ApiProblem) return refused(error);
  if (error instanceof StartFailed) return startFailed(error);
  // What `fetch` says of an answer that was cut off on its way.
  if (error instanceof TypeError && error.message === 'terminated')
    return failed(new Failure('The connection broke in the middle of an answer.', 'Try again.'));
  return undefined;
}

/** API keys and secrets, should one ever come into a text: the last line of defence. */
export function withoutKeys(text: string): string {
  return text.replace(/\b(acs_|whsec_)[\w+/=-]+/g, '$1…');
}

function failed({ message, remedy, exitCode }: Failure): Report {
  return { lines: [message, ...(remedy === undefined ? [] : [remedy])], exitCode };
}

function refused(problem: ApiProblem): Report {
  const lines = [`${oneLine(problem.message)} (${problem.status} ${problem.code})`];
  const fields = (problem.problem?.errors ?? []).map(({ loc, msg }) => oneLine(`${loc.join('.')}: ${msg}`));
  // With one of them, the message mostly says it already.
  lines.push(...fields.filter((field) => !oneLine(problem.message).includes(field)).map((field) => `  ${field}`));
  const remedy = remedyOf(problem);
  if (remedy !== undefined) lines.push(remedy);
  if (problem.requestId !== null) lines.push(`request_id: ${oneLine(problem.requestId)}`);
  return { lines, exitCode: problem.status === 401 ? exitCodes.notSignedIn : exitCodes.failure };
}

function remedyOf({ status, problem, retryAfterSeconds }: ApiProblem): string | undefined {
  if (status === 401) return 'The API key does not work (any more). Run: acs login';
  const scope = problem?.required_scope;
  if (scope !== undefined) return `The API key needs the scope ${oneLine(scope)}. Make one: acs keys create --scopes …`;
  if (retryAfterSeconds !== null) return `Try again in ${Math.ceil(retryAfterSeconds)} s.`;
  if (status === 404) return 'Look for it by the list command. What belongs to another owner is not found either.';
  return undefined;
}

function startFailed({ message, task }: StartFailed): Report {
  const sandbox = task.sandbox_id === null ? [] : [`See: acs sandboxes get ${task.sandbox_id}`];
  return {
    lines: [`The conversation ${task.conversation_id} did not start: ${oneLine(message)}`, ...sandbox],
    exitCode: exitCodes.failure,
  };
}
