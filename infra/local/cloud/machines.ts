import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { LocalAgent } from '../agent-server/local-agent.ts';
import type { Assembly } from '../assembly/assembly.ts';
import type { Faults } from '../aws/faults.ts';
import { type Place, physicalName } from '../aws/names.ts';
import { LocalEc2 } from '../ec2/ec2.ts';
import { LocalEcs } from '../ecs/ecs.ts';
import { LocalLogs } from '../logs/local-logs.ts';
import { findNamespaces, type Namespaces } from '../namespaces/namespaces.ts';
import { LOCAL, type LocalLog } from '../terminal/log.ts';
import { LOCAL_FOLDER, PROJECT_ROOT } from '../terminal/options.ts';
import type { HeldPorts } from './ports.ts';

interface Parts {
  readonly assembly: Assembly;
  readonly faults: Faults;
  readonly place: Place;
  readonly stateDirectory: string;
  readonly namespaces: Namespaces | undefined;
  readonly ports: Pick<HeldPorts, 'sandboxes'>;
  readonly agent: Pick<LocalAgent, 'program'>;
  readonly log: LocalLog;
}

export interface Machines {
  readonly ec2: LocalEc2;
  readonly ecs: LocalEcs;
  readonly logs: LocalLogs;
}

/** The name of the sandboxes' cluster, which is also that of the deployment. */
export function clusterOf(assembly: Assembly): string {
  const [cluster] = assembly.ofType('AWS::ECS::Cluster');
  if (!cluster) throw new Error('the template has no ECS cluster');
  return physicalName(cluster);
}

function capacityProvidersOf(assembly: Assembly): readonly string[] {
  return assembly
    .ofType('AWS::ECS::ClusterCapacityProviderAssociations')
    .flatMap(({ properties }) => (properties.CapacityProviders as readonly string[] | undefined) ?? []);
}

/** The local ECS and EC2: the tasks, the disks that they use, and the logs that they write. */
export function createMachines(parts: Parts): Machines {
  const { assembly, faults, place, stateDirectory, namespaces, ports, agent, log } = parts;
  const familyPrefix = familyPrefixOf(assembly);
  const ec2 = new LocalEc2({
    ...place,
    stateDirectory,
    log: (message) => log('ec2', 'info', message),
    faults,
    networkInterfaces: () => ecs.networkInterfaces(),
  });
  const ecs: LocalEcs = new LocalEcs({
    ...place,
    stateDirectory,
    taskDefinitions: assembly.ofType('AWS::ECS::TaskDefinition'),
    clusterName: clusterOf(assembly),
    capacityProviders: capacityProvidersOf(assembly),
    projectRoot: PROJECT_ROOT,
    volumes: ec2.volumes,
    namespaces,
    edgePorts: ports.sandboxes,
    agentServer: agent.program,
    log: (message) => log('ecs', 'info', message),
    ...(familyPrefix !== undefined && { familyPrefix }),
    faults,
  });
  const logs = new LocalLogs({
    assembly,
    folder: ecs.logFolder,
    registered: () => ecs.registeredDefinitions,
    living: () => ecs.inventory().flatMap(({ id, last_status: status }) => (status === 'STOPPED' ? [] : [id])),
    log: (message) => log('logs', 'warn', message),
  });
  return { ec2, ecs, logs };
}

/** Read from the environment of the functions that start tasks. */
function familyPrefixOf(assembly: Assembly): string | undefined {
  return assembly
    .ofType('AWS::Lambda::Function')
    .map(({ properties }) => Object(Object(properties.Environment).Variables).TASK_FAMILY_PREFIX)
    .find((prefix) => typeof prefix === 'string');
}

/** The risk of running sandboxes without namespaces. */
const RISK = 'they can read what you can, keys of this service included, and end your processes';

interface NamespaceOptions {
  /** False when the user asked for none. */
  readonly namespaces: boolean;
  readonly stateDirectory: string;
  readonly log: LocalLog;
}

/** Finds what isolates sandboxes on this machine. Logs one line when nothing does. */
export async function sandboxNamespaces({
  namespaces,
  stateDirectory,
  log,
}: NamespaceOptions): Promise<Namespaces | undefined> {
  if (!namespaces) {
    log(LOCAL, 'warn', `SANDBOXES WITHOUT NAMESPACES, for debugging only: ${RISK}`);
    return undefined;
  }
  const found = await findNamespaces({
    projectRoot: PROJECT_ROOT,
    states: [stateDirectory, LOCAL_FOLDER],
    searchPath: process.env.PATH ?? '/usr/local/bin:/usr/bin:/bin',
  });
  if ('tool' in found) {
    log(LOCAL, 'info', `each sandbox has ${found.limits}`);
    return found;
  }
  log(LOCAL, 'warn', `sandboxes run without namespaces of their own (${found.reason}): ${RISK}`);
  return undefined;
}

const LISTEN_WITHIN_MS = 10_000;
const LOOK_EVERY_MS = 50;

/** Resolves when all running tasks with ports listen, or after ten seconds: the sweep ends tasks that do not. */
export async function tasksListen(ecs: LocalEcs): Promise<void> {
  const deadline = Date.now() + LISTEN_WITHIN_MS;
  const waiting = ecs.hostPorts().map(async (ports) => {
    while (ports.length > 0 && Date.now() < deadline && !(await anyListens(ports))) await wait(LOOK_EVERY_MS);
  });
  await Promise.all(waiting);
}

async function anyListens(ports: readonly number[]): Promise<boolean> {
  return (await Promise.all(ports.map(listens))).includes(true);
}

async function listens(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    // No process listens yet.
    return false;
  } finally {
    socket.destroy();
  }
}
