import { launchTaskProcess } from '../../../../../infra/local/ecs/task-process.ts';

// Launches a process and prints its id. Tests kill this script before it lets the process begin.
const [directory = ''] = process.argv.slice(2);
const launched = await launchTaskProcess({
  command: [process.execPath, '-e', "require('node:fs').writeFileSync('begun', '')"],
  environment: {},
  directory,
  logFile: `${directory}/log`,
});
process.stdout.write(`${launched.identity.pid}\n`);
setInterval(() => undefined, 1000);
