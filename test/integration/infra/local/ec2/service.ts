import { createMachine, settings } from '../ecs/local-ecs-server.ts';
import { aDisk } from './disks.ts';

// Tasks and disks in a process for tests to kill. It prints the ARN of its one task with a disk.
const [stateDirectory = '', startedBy = ''] = process.argv.slice(2);
const { ec2, ecs } = createMachine(stateDirectory);
await ec2.start();
await ecs.start();
await ecs.handle('RunTask', { cluster: settings('').clusterName, taskDefinition: 'acs-keeper', startedBy, ...aDisk() });
ecs.onTaskStateChange(({ lastStatus, taskArn }) => {
  if (lastStatus === 'RUNNING') process.stdout.write(`${taskArn}\n`);
});
