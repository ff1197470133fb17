import { AppError } from '../../shared/platform/errors.ts';
import { UserError } from '../local/terminal/user-error.ts';
import { createKey, listKeys, revokeKey, rotateKey, showOwner } from './key-commands.ts';
import { readOptions, type Values } from './options.ts';
import { rotateIngress } from './rotate-ingress.ts';
import { rotateMaster } from './rotate-master.ts';

const USAGE = `npm run keys -- create --owner NAME [--name TEXT] [--scopes a,b] [--expires-in 30d] [--not-before 2027-01-31] [LIMITS] [--json]
npm run keys -- list [--owner NAME] [--json]
npm run keys -- rotate KEY_ID [--overlap 1d] [--expires-in 30d] [--json]
npm run keys -- revoke KEY_ID [--json]
npm run keys -- owner NAME [LIMITS] [--json]
npm run keys -- rotate-master [--json]
npm run keys -- rotate-ingress [--addresses] [--overlap 1d] [--json]

LIMITS: --sandboxes 20, --vcpus 40, --requests-per-minute 600, --monthly-budget-usd 50, --monthly-sandbox-hours 100; 'none' removes one

--stack NAME    the deployed service: the name of its stacks without the last part (agent-conversations-dev)
--port PORT     the local service on another port than 3000 (or set PORT)
--state DIR     the local service with another state directory`;

async function main(): Promise<void> {
  const { values, positionals } = readOptions();
  const [command, ...rest] = positionals;
  if (values.help || command === undefined) return console.log(USAGE);
  const commands: Record<string, () => Promise<void>> = {
    create: () => createKey(values),
    list: () => listKeys(values),
    revoke: () => revokeKey(rest[0], values),
    rotate: () => rotateKey(rest[0], values),
    owner: () => showOwner(rest[0], values),
    'rotate-master': () => rotateSecret(values),
    'rotate-ingress': () => rotateIngressKey(values),
  };
  const run = commands[command];
  if (!run) throw new UserError(`There is no command '${command}'.\n\n${USAGE}`);
  await run();
}

async function rotateSecret(values: Values): Promise<void> {
  const rotation = await rotateMaster(values);
  if (values.json) return console.log(JSON.stringify(rotation));
  console.log(
    `New sandboxes now derive their keys from master key ${rotation.current}. Existing ones keep theirs: the secret still has ${rotation.previous}.`,
  );
}

async function rotateIngressKey(values: Values): Promise<void> {
  const rotation = await rotateIngress(values, values);
  if (values.json) return console.log(JSON.stringify(rotation));
  const { number, from, until, continued } = rotation;
  if (continued) console.log('This run continued an unfinished rotation.');
  console.log(`Ingress key ${number} signs sandbox URLs from ${from}. URLs with older keys work until ${until}.`);
}

/** The message of an error that the user can correct; any other error is a bug, and shows its stack. */
function sentenceOf(error: unknown): string | undefined {
  if (error instanceof UserError || error instanceof AppError) return error.message;
  const isArgumentError = error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
  return isArgumentError ? `${(error as Error).message}\n\n${USAGE}` : undefined;
}

try {
  await main();
} catch (error) {
  console.error(sentenceOf(error) ?? error);
  process.exitCode = 1;
}
