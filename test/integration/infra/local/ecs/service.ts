import { createMachine, settings } from './local-ecs-server.ts';

// A local ECS in a process that tests kill. It starts one task and prints its ARN.
const [stateDirectory = '', family = '', startedBy = '', more = '{}'] = process.argv.slice(2);
const { ec2, ecs } = createMachine(stateDirectory);
await ec2.start();
await ecs.start();
const { clusterName: cluster } = settings('');
await ecs.handle('RunTask', { cluster, taskDefinition: family, startedBy, ...JSON.parse(more) });
ecs.onTaskStateChange(({ lastStatus, taskArn }) => {
  if (lastStatus === 'RUNNING') process.stdout.write(`${taskArn}\n`);
});
