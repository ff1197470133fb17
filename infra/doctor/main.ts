import { UserError } from '../local/terminal/user-error.ts';
import { EXIT, examine } from './doctor.ts';
import { readOptions } from './options.ts';

const USAGE = `npm run doctor -- [--stack NAME] [--before-deploy] [-c SETTING=VALUE]... [--json]

Looks at the AWS account of a deployment and says what is wrong, what it means and what to do. It changes nothing.

--stack NAME       the deployed service: the name of its stacks without the last part (agent-conversations-dev);
                   without it, the local service
--before-deploy    what a deployment needs, instead of how the deployed service is; without --stack, of the stage
                   that the settings say
-c SETTING=VALUE   as of \`cdk deploy\`: -c stage=prod -c sandboxLimit=20
--json             one line of JSON, for programs
--port PORT        the local service on another port than 3000 (or set PORT)
--state DIR        the local service with another state directory

Exit status: 0 all is well or there are warnings alone, 1 errors were found, 2 it could not look.`;

async function main(): Promise<number> {
  const values = readOptions(process.argv.slice(2));
  if (!values.help) return examine(values);
  console.log(USAGE);
  return EXIT.fine;
}

try {
  process.exitCode = await main();
} catch (error) {
  // What the person at the terminal can correct is one sentence; anything else is a bug and shows its stack.
  console.error(error instanceof UserError ? error.message : error);
  process.exitCode = EXIT.notRun;
}
