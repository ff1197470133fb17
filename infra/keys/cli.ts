import { runCommands } from '../local/terminal/run-commands.ts';
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

const commands = {
  create: createKey,
  list: listKeys,
  revoke: revokeKey,
  rotate: rotateKey,
  owner: showOwner,
  'rotate-master': rotateSecret,
  'rotate-ingress': rotateIngressKey,
};

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

await runCommands(commands, USAGE, readOptions);
