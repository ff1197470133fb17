import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EC2Client } from '@aws-sdk/client-ec2';
import {
  DescribeTasksCommand,
  type DescribeTasksCommandOutput,
  ECSClient,
  RunTaskCommand,
  type RunTaskCommandInput,
  StopTaskCommand,
  type StopTaskCommandOutput,
  type Task,
} from '@aws-sdk/client-ecs';
import { afterAll } from 'vitest';
import { errorAnswer, jsonAnswer, send } from '../../../../../infra/local/aws/answer.ts';
import { AwsError } from '../../../../../infra/local/aws/aws-error.ts';
import type { Faults } from '../../../../../infra/local/aws/faults.ts';
import { queryAnswer, queryErrorAnswer } from '../../../../../infra/local/aws/query.ts';
import { LocalEc2 } from '../../../../../infra/local/ec2/ec2.ts';
import { LocalEcs, type LocalEcsOptions } from '../../../../../infra/local/ecs/ecs.ts';
import { markerOf } from '../../../../../infra/local/ecs/task-process.ts';
import { isQuery, readCall } from '../../../../../infra/local/endpoint/call.ts';
import { definitions } from './definitions.ts';

export interface Machine extends AsyncDisposable {
  readonly ecs: LocalEcs;
  readonly ec2: LocalEc2;
  readonly client: ECSClient;
  readonly disks: EC2Client;
  readonly stateDirectory: string;
  readonly events: Record<string, unknown>[];
  readonly snapshotEvents: Record<string, unknown>[];
  readonly logged: string[];
  run(family: string, input?: Partial<RunTaskCommandInput>): Promise<Task>;
  stop(task: Task, reason?: string): Promise<StopTaskCommandOutput>;
  describe(task: Task): Promise<Task>;
  reaches(task: Task, status: string): Promise<Task>;
  /** A path in the workspaces of this machine. */
  workspace(...parts: readonly string[]): string;
  /** Stops the service like Ctrl-C, and keeps its state. */
  halt(): Promise<void>;
}

export const cluster = 'sandboxes';

const place = { region: 'us-east-1', accountId: '000000000000' } as const;

type EcsSettings = Omit<LocalEcsOptions, 'volumes' | 'faults'>;
type MachineOptions = Partial<EcsSettings> & { readonly faults?: Faults };

export function settings(stateDirectory: string): EcsSettings {
  return {
    ...place,
    stateDirectory,
    taskDefinitions: definitions,
    clusterName: cluster,
    capacityProviders: ['FARGATE', 'FARGATE_SPOT'],
    projectRoot: import.meta.dirname,
    familyPrefix: 'acs-',
    log: () => undefined,
  };
}

export function createMachine(stateDirectory: string, options: MachineOptions = {}) {
  const all = { ...settings(stateDirectory), ...options };
  const { log, region, accountId, faults } = all;
  const ec2 = new LocalEc2({
    stateDirectory,
    region,
    accountId,
    log,
    networkInterfaces: () => ecs.networkInterfaces(),
    ...(faults && { faults }),
  });
  const ecs: LocalEcs = new LocalEcs({ ...all, volumes: ec2.volumes });
  return { ec2, ecs };
}

/** A machine for all tests of a file. */
export async function useMachine(options?: MachineOptions): Promise<Machine> {
  const machine = await startMachine(options);
  afterAll(() => machine[Symbol.asyncDispose]());
  return machine;
}

export async function startMachine(options: MachineOptions = {}): Promise<Machine> {
  const stateDirectory = options.stateDirectory ?? (await mkdtemp(join(tmpdir(), 'local-ecs-')));
  const logged: string[] = [];
  const { ec2, ecs } = createMachine(stateDirectory, { log: (line) => logged.push(line), ...options });
  const events: Record<string, unknown>[] = [];
  const snapshotEvents: Record<string, unknown>[] = [];
  ecs.onTaskStateChange((detail) => events.push(detail));
  ec2.onSnapshotEnd(({ detail }) => snapshotEvents.push(detail));
  await ec2.start();
  await ecs.start();
  const server = await serve(ecs, ec2);
  const { port } = server.address() as AddressInfo;
  const access = {
    endpoint: `http://127.0.0.1:${port}`,
    region: 'us-east-1',
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
  };
  const [client, disks] = [new ECSClient(access), new EC2Client(access)];
  const halt = async () => {
    client.destroy();
    disks.destroy();
    server.closeAllConnections();
    server.close();
    await ecs.stop();
    await ec2.stop();
  };
  return {
    ...actions(client),
    ecs,
    ec2,
    client,
    disks,
    stateDirectory,
    events,
    snapshotEvents,
    logged,
    workspace: (...parts) => join(stateDirectory, 'workspaces', ...parts),
    halt,
    async [Symbol.asyncDispose]() {
      await halt();
      await rm(stateDirectory, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}

function actions(client: ECSClient): Pick<Machine, 'run' | 'stop' | 'describe' | 'reaches'> {
  const describe = async (task: Task) => {
    const answer: DescribeTasksCommandOutput = await client.send(
      new DescribeTasksCommand({ cluster, tasks: [task.taskArn ?? ''], include: ['TAGS'] }),
    );
    return first(answer.tasks);
  };
  return {
    describe,
    run: async (family, input = {}) => {
      const answer = await client.send(
        new RunTaskCommand({ cluster, taskDefinition: family, launchType: 'FARGATE', ...input }),
      );
      return first(answer.tasks);
    },
    stop: ({ taskArn }, reason) => client.send(new StopTaskCommand({ cluster, task: taskArn, reason })),
    reaches: (task, status) =>
      until(async () => {
        const now = await describe(task);
        if (now.lastStatus === 'STOPPED' && status !== 'STOPPED')
          throw new Error(`The task stopped: ${now.stoppedReason}`);
        return now.lastStatus === status ? now : undefined;
      }, `task ${task.taskArn} to be ${status}`),
  };
}

/** Serves ECS and EC2 like the endpoint of the local cloud, but without access control. */
async function serve(ecs: LocalEcs, ec2: LocalEc2) {
  const server = createServer(async (request, response) => {
    try {
      const { service, operation, input } = await readCall(request);
      if (service === 'ec2') send(response, queryAnswer(operation, await ec2.handle(operation, input)));
      else send(response, jsonAnswer(await ecs.handle(operation, { ...input })));
    } catch (error) {
      const answer = isQuery(request) ? queryErrorAnswer : errorAnswer;
      send(response, answer(error instanceof AwsError ? error : new AwsError('ServerException', String(error), 500)));
    }
  });
  const listening = Promise.withResolvers<void>();
  server.listen(0, '127.0.0.1', listening.resolve);
  await listening.promise;
  return server;
}

export function first<T>(items: readonly T[] | undefined): T {
  const item = items?.[0];
  if (item === undefined) throw new Error('The response is empty.');
  return item;
}

export async function until<T>(
  ask: () => Promise<T | undefined | false> | T | undefined | false,
  what: string,
  deadlineMilliseconds = 60_000,
): Promise<T> {
  const deadline = Date.now() + deadlineMilliseconds;
  while (Date.now() < deadline) {
    const answer = await ask();
    if (answer !== undefined && answer !== false) return answer;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`Timed out after ${deadlineMilliseconds} ms waiting for ${what}.`);
}

export async function isRunning(pid: number): Promise<boolean> {
  return (await markerOf(pid)) !== undefined;
}

export function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

/** Waits until a file has content. */
export function contentOf(path: string): Promise<string> {
  return until(async () => (await readFile(path, 'utf8').catch(() => '')) || undefined, path);
}

/** Waits until at least `count` processes have written their ids to the workspace. */
export function pidsIn(workspace: string, count: number): Promise<readonly number[]> {
  return until(async () => {
    const text = await readFile(join(workspace, 'pids'), 'utf8').catch(() => '');
    const pids = text.trim().split('\n').filter(Boolean).map(Number);
    return pids.length >= count ? pids : undefined;
  }, `${count} processes in ${workspace}`);
}

/** Runs a script of this folder until the test kills it. @returns the process and its first line */
export async function spawnScript(script: 'gate.ts' | 'service.ts', ...args: readonly string[]) {
  const child = spawn(process.execPath, [join(import.meta.dirname, script), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [chunk] = await once(child.stdout, 'data');
  return { child, line: String(chunk).trim() };
}
