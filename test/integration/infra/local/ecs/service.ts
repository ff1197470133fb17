import { createMachine, settings } from './local-ecs-server.ts';

// A local ECS in a process for tests to kill. It prints the number of its one task.
const [stateDirectory = '', family = '', startedBy = ''] = process.argv.slice(2);
const { ec2, ecs } = createMachine(stateDirectory);
await ec2.start();
await ecs.start();
await ecs.handle('RunTask', { cluster: settings('').clusterName, taskDefinition: family, startedBy });
ecs.onTaskStateChange(({ lastStatus, taskArn }) => {
  if (lastStatus === 'RUNNING') process.stdout.write(`${taskArn}\n`);
});
