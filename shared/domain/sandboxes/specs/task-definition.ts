import { type Architecture, PortName } from '../../../contract/shapes/enums.ts';
import { limits } from '../record/limits.ts';

/** The only container of every task. */
export const CONTAINER = 'agent';

/** The volume of every task definition. RunTask configures it as a disk. */
export const VOLUME = 'workspace';

/** Must never change: saved disks have this file system. */
export const FILE_SYSTEM = 'ext4';

/** Begins the families of all owners' specs, after the prefix of the deployment. No deployed family has it. */
export const OWN_FAMILY = 'own_';

/** The parts of a spec that affect its tasks. */
export interface TaskSpec {
  readonly id: string;
  readonly image: string;
  readonly command: readonly string[];
  readonly cpu: number;
  readonly memoryMegabytes: number;
  readonly architecture: Architecture;
  readonly user?: string | undefined;
  readonly workspacePath: string;
  readonly ephemeralGigabytes?: number | undefined;
  readonly initialEnv: Readonly<Record<string, string>>;
  readonly ports: Readonly<Partial<Record<PortName, number>>>;
}

/** What tasks share in a deployment. */
export interface TaskPlace {
  readonly family: string;
  /** Of Fargate itself: it pulls images and writes logs. Tasks have no role of their own. */
  readonly executionRoleArn: string;
  readonly logGroup: string;
  readonly region: string;
}

/** Git does not quote the names of files, in any repository: agent servers take what it quotes for the name. */
const plainGitNames = { GIT_CONFIG_COUNT: '1', GIT_CONFIG_KEY_0: 'core.quotePath', GIT_CONFIG_VALUE_0: 'false' };

/**
 * The task definition of a spec, in the names that CloudFormation and ECS share. Deployed specs and specs of owners
 * have it from here, so that neither is less isolated than the other. It names no task role: even an empty role gives
 * untrusted code credentials of the account.
 */
export function taskDefinition(spec: TaskSpec, { family, executionRoleArn, logGroup, region }: TaskPlace) {
  const container = {
    name: CONTAINER,
    essential: true,
    image: spec.image,
    command: [...spec.command],
    environment: Object.entries({ ...plainGitNames, ...spec.initialEnv }).map(([name, value]) => ({ name, value })),
    // ECS lets this user write to the volume. It does not read the user that the image names.
    ...(spec.user === undefined ? {} : { user: spec.user }),
    // Not the agents' directory: on an empty disk, ECS would make it before the program starts, owned by root.
    workingDirectory: spec.workspacePath,
    portMappings: portsOf(spec).map(({ name, port }) => ({
      name: name.toLowerCase().replaceAll('_', '-'),
      containerPort: port,
      protocol: 'tcp' as const,
    })),
    mountPoints: [{ sourceVolume: VOLUME, containerPath: spec.workspacePath, readOnly: false }],
    logConfiguration: {
      logDriver: 'awslogs' as const,
      options: {
        'awslogs-group': logGroup,
        'awslogs-region': region,
        'awslogs-stream-prefix': spec.id,
        // A program that prints much loses lines. Otherwise it would block the agent server, which shares its output.
        mode: 'non-blocking',
        'max-buffer-size': `${4 * 1024 * 1024}b`,
      },
    },
    // The agent's time to pause and save its conversations.
    stopTimeout: limits.sigterm,
  };
  return {
    family,
    executionRoleArn,
    networkMode: 'awsvpc' as const,
    requiresCompatibilities: ['FARGATE' as const],
    cpu: String(spec.cpu),
    memory: String(spec.memoryMegabytes),
    ...(spec.ephemeralGigabytes === undefined ? {} : { ephemeralStorage: { sizeInGiB: spec.ephemeralGigabytes } }),
    runtimePlatform: { cpuArchitecture: spec.architecture, operatingSystemFamily: 'LINUX' as const },
    volumes: [{ name: VOLUME, configuredAtLaunch: true }],
    containerDefinitions: [container],
  };
}

export interface ExposedPort {
  readonly name: PortName;
  readonly port: number;
}

/** The ports of a spec, in the order of clients. */
export function portsOf({ ports }: Pick<TaskSpec, 'ports'>): readonly ExposedPort[] {
  return PortName.options.flatMap((name) => {
    const port = ports[name];
    return port === undefined ? [] : [{ name, port }];
  });
}
