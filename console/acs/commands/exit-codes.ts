import { type CommandExit, CommandStreamEnded } from '../../../shared/client/commands.ts';
import { Failure, NoResponse, reportOf, withoutKeys } from '../output/failure.ts';
import type { Output } from '../output/output.ts';

/** Exit codes besides those of the command: as of `timeout`, and as of `docker exec` for its own failures. */
const TIMED_OUT = 124;
export const NOT_RUN = 125;

/** Waits while the reader of the pipe is slow. */
export async function write(stream: NodeJS.WriteStream, bytes: Uint8Array): Promise<void> {
  if (!stream.write(bytes)) await new Promise<void>((resolve) => stream.once('drain', resolve));
}

export function exitCodeOf({ status, exit_code: code, end_reason: reason, timeout }: CommandExit, out: Output): number {
  if (status === 'LOST' || code === null) {
    out.say('acs: the command ended without a result, as its sandbox stopped.');
    return NOT_RUN;
  }
  if (reason !== 'timeout') return code;
  out.say(`acs: the command was ended after its time limit of ${timeout} s. Set another with --timeout.`);
  return TIMED_OUT;
}

/** Failures of acs itself, apart from the exit codes of commands. @returns the exit code */
export function reported(error: unknown, out: Output): number {
  const shown = error instanceof CommandStreamEnded || error instanceof NoResponse ? new Failure(error.message) : error;
  const report = reportOf(shown, 'sandboxes list');
  if (!report) throw error;
  const [first = '', ...rest] = report.lines;
  out.say(withoutKeys([`acs: ${first}`, ...rest].join('\n')));
  return NOT_RUN;
}
