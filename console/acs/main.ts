import { completeIds, listOf } from './commands/lookup.ts';
import { askingShell } from './environment.ts';
import { exitCodes, reportOf, withoutKeys } from './output/failure.ts';
import { plain } from './output/plain.ts';
import { endProgress } from './output/progress.ts';
import { COMPLETION, parserOf } from './parser.ts';

// `acs … | head` closes the pipe early, which is not a failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(exitCodes.done);
  throw error;
});

const args = process.argv.slice(2);

try {
  const ids = args[0] === COMPLETION ? await completeIds(args.slice(2), askingShell()) : undefined;
  if (ids !== undefined) process.stdout.write(ids.map((line) => `${line}\n`).join(''));
  else await parserOf(args).parseAsync();
} catch (error) {
  process.exitCode = explain(error);
}

/** Prints the error and its remedy. @returns the exit code */
function explain(error: unknown): number {
  const { lines, exitCode } = reportOf(error, listOf(args)) ?? {
    lines: [`This is a bug in acs: ${error instanceof Error ? error.stack : String(error)}`],
    exitCode: exitCodes.failure,
  };
  endProgress();
  const [first = '', ...rest] = lines;
  process.stderr.write(`${plain(withoutKeys([`acs: ${first}`, ...rest].join('\n')))}\n`);
  return exitCode;
}
