import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RunTaskCommandInput, Task } from '@aws-sdk/client-ecs';
import { DescribeTasksCommand, type DescribeTasksCommandOutput, ECSClient, RunTaskCommand } from '@aws-sdk/client-ecs';
import { AwsError } from '../../../infra/local/aws/aws-error.ts';
import { createLocalEcs, type LocalEcs, type LocalEcsOptions } from '../../../infra/local/ecs/ecs.ts';
import { markerOf } from '../../../infra/local/ecs/process-identity.ts';
import { definitions } from './definitions.ts';

export interface Machine extends AsyncDisposable {
  readonly ecs: LocalEcs;
  readonly client: ECSClient;
  readonly stateDirectory: string;
  readonly events: Record<string, unknown>[];
  readonly logged: string[];
  /** Runs a task on the cluster and answers it. */
  run(family: string, input?: Partial<RunTaskCommandInput>): Promise<Task>;
  describe(task: Task): Promise<Task>;
  /** Resolves with the task once it has reached a status. */
  reaches(task: Task, status: string): Promise<Task>;
  /** Stops the service as Ctrl-C does, keeping its state. */
  halt(): Promise<void>;
}

export const cluster = 'sandboxes';

export function settings(stateDirectory: string): LocalEcsOptions {
  return {
    stateDirectory,
    taskDefinitions: definitions,
    clusterName: cluster,
    region: 'us-east-1',
    accountId: '000000000000',
    projectRoot: import.meta.dirname,
    familyPrefix: 'acs-',
    log: () => undefined,
  };
}

/** A local ECS behind HTTP, and the real SDK in front of it. */
export async function startMachine(options: Partial<LocalEcsOptions> = {}): Promise<Machine> {
  const stateDirectory = options.stateDirectory ?? (await mkdtemp(join(tmpdir(), 'local-ecs-')));
  const logged: string[] = [];
  const ecs = createLocalEcs({ ...settings(stateDirectory), log: (line) => logged.push(line), ...options });
  const events: Record<string, unknown>[] = [];
  ecs.onTaskStateChange((detail) => events.push(detail));
  await ecs.start();
  const server = await serve(ecs);
  const { port } = server.address() as AddressInfo;
  const client = new ECSClient({
    endpoint: `http://127.0.0.1:${port}`,
    region: 'us-east-1',
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
  });
  const halt = async () => {
    client.destroy();
    server.closeAllConnections();
    server.close();
    await ecs.stop();
  };
  return {
    ...actions(client),
    ecs,
    client,
    stateDirectory,
    events,
    logged,
    halt,
    async [Symbol.asyncDispose]() {
      await halt();
      await rm(stateDirectory, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}

function actions(client: ECSClient): Pick<Machine, 'run' | 'describe' | 'reaches'> {
  const describe = async (task: Task) => {
    const answer: DescribeTasksCommandOutput = await client.send(
      new DescribeTasksCommand({ cluster, tasks: [task.taskArn ?? ''], include: ['TAGS'] }),
    );
    return first(answer.tasks);
  };
  return {
    describe,
    run: async (family, input = {}) => {
      const answer = await client.send(new RunTaskCommand({ cluster, taskDefinition: family, ...input }));
      return first(answer.tasks);
    },
    reaches: (task, status) =>
      until(async () => {
        const now = await describe(task);
        return now.lastStatus === status ? now : undefined;
      }, `task ${task.taskArn} to be ${status}`),
  };
}

async function serve(ecs: LocalEcs) {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const action = String(request.headers['x-amz-target']).split('.').at(-1) ?? '';
    const send = (status: number, body: unknown) => {
      response.writeHead(status, { 'content-type': 'application/x-amz-json-1.1' }).end(JSON.stringify(body));
    };
    try {
      send(200, await ecs.handle(action, JSON.parse(Buffer.concat(chunks).toString())));
    } catch (error) {
      if (error instanceof AwsError) send(error.status, { __type: error.type, message: error.message, ...error.body });
      else send(500, { __type: 'ServerException', message: String(error) });
    }
  });
  const listening = Promise.withResolvers<void>();
  server.listen(0, '127.0.0.1', listening.resolve);
  await listening.promise;
  return server;
}

export function first<T>(items: readonly T[] | undefined): T {
  const item = items?.[0];
  if (item === undefined) throw new Error('The answer is empty.');
  return item;
}

/** Asks again and again until there is an answer. @throws Error when there is none in time. */
export async function until<T>(
  ask: () => Promise<T | undefined | false> | T | undefined | false,
  what: string,
  deadlineMilliseconds = 10_000,
): Promise<T> {
  const deadline = Date.now() + deadlineMilliseconds;
  while (Date.now() < deadline) {
    const answer = await ask();
    if (answer !== undefined && answer !== false) return answer;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`Waited ${deadlineMilliseconds} ms in vain for ${what}.`);
}

/** Whether a process with this number exists and has not ended. */
export async function isRunning(pid: number): Promise<boolean> {
  return (await markerOf(pid)) !== undefined;
}
