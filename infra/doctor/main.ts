import { UserError } from '../local/terminal/user-error.ts';
import { EXIT, examine } from './doctor.ts';
import { readOptions } from './options.ts';

const USAGE = `npm run doctor -- [--stack NAME] [--before-deploy] [-c SETTING=VALUE]... [--json]

Checks the AWS account of a deployment, and prints each problem with its meaning and remedy. It changes nothing.

--stack NAME       the deployed service: the stack names without the last part (agent-conversations-dev);
                   by default, the local service
--before-deploy    checks the requirements of a deployment instead of the deployed service; without --stack, of the
                   stage in the settings
-c SETTING=VALUE   as for \`cdk deploy\`: -c stage=prod -c sandboxLimit=20
--json             one line of JSON, for programs
--port PORT        the local service on another port than 3000 (or set PORT)
--state DIR        the local service with another state directory

Exit status: 0 no errors, 1 errors found, 2 the checks could not run.`;

async function main(): Promise<number> {
  const values = readOptions(process.argv.slice(2));
  if (!values.help) return examine(values);
  console.log(USAGE);
  return EXIT.fine;
}

try {
  process.exitCode = await main();
} catch (error) {
  // Any other error is a bug, and shows its stack.
  console.error(error instanceof UserError ? error.message : error);
  process.exitCode = EXIT.notRun;
}
