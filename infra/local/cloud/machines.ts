import type { Assembly } from '../assembly/assembly.ts';
import type { Faults } from '../aws/faults.ts';
import { type Place, physicalName } from '../aws/names.ts';
import { createLocalEc2, type LocalEc2 } from '../ec2/ec2.ts';
import { createLocalEcs, type LocalEcs } from '../ecs/ecs.ts';
import type { Namespaces } from '../namespaces/namespaces.ts';
import type { LocalLog } from '../terminal/log.ts';
import { PROJECT_ROOT } from '../terminal/options.ts';

interface Parts {
  readonly assembly: Assembly;
  readonly faults: Faults;
  readonly place: Place;
  readonly stateDirectory: string;
  readonly namespaces: Namespaces | undefined;
  readonly log: LocalLog;
}

export interface Machines {
  readonly ec2: LocalEc2;
  readonly ecs: LocalEcs;
  readonly cluster: string;
}

/** The name of the sandboxes' cluster, which is also that of the deployment. */
export function clusterOf(assembly: Assembly): string {
  const [cluster] = assembly.ofType('AWS::ECS::Cluster');
  if (!cluster) throw new Error('the template has no ECS cluster');
  return physicalName(cluster);
}

/** The local ECS and EC2: the tasks, and the disks that they use. */
export function createMachines({ assembly, faults, place, stateDirectory, namespaces, log }: Parts): Machines {
  const cluster = clusterOf(assembly);
  const familyPrefix = familyPrefixOf(assembly);
  const ec2 = createLocalEc2({
    ...place,
    stateDirectory,
    log: (message) => log('ec2', 'info', message),
    faults,
    networkInterfaces: () => ecs.networkInterfaces(),
  });
  const ecs: LocalEcs = createLocalEcs({
    ...place,
    stateDirectory,
    taskDefinitions: assembly.ofType('AWS::ECS::TaskDefinition'),
    clusterName: cluster,
    projectRoot: PROJECT_ROOT,
    volumes: ec2.volumes,
    namespaces,
    log: (message) => log('ecs', 'info', message),
    ...(familyPrefix !== undefined && { familyPrefix }),
    faults,
  });
  return { ec2, ecs, cluster };
}

/** Read from the environment of the functions that start tasks. */
function familyPrefixOf(assembly: Assembly): string | undefined {
  return assembly
    .ofType('AWS::Lambda::Function')
    .map(({ properties }) => Object(Object(properties.Environment).Variables).TASK_FAMILY_PREFIX)
    .find((prefix) => typeof prefix === 'string');
}
