import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as z from 'zod';
import { StubAgent } from './stub-agent.ts';
import { listOfDisks } from './stub-disks.ts';
import { conditionFailed, StubTables } from './stub-tables.ts';
import { TASK_ARN, taskDetail } from './stub-task.ts';
import { emptyWorld, type World } from './world.ts';

interface Reply {
  readonly status: number;
  readonly body: unknown;
}

interface Exchange {
  readonly call: string;
  readonly reply: Reply | undefined;
}

const ok = (body: unknown): Reply => ({ status: 200, body });

/** AWS and agent servers on loopback. A measurement with an unknown request does not count. */
export class StubServer {
  readonly #server = createServer((request, response) => void this.#serve(request, response));
  #world = emptyWorld;
  #tables = new StubTables(emptyWorld.rows);
  #agent = new StubAgent(false);
  #calls: string[] = [];

  async start(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
  }

  stop(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  get port(): number {
    // A listening TCP server has an address of this form.
    return (this.#server.address() as AddressInfo).port;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  get calls(): readonly string[] {
    return this.#calls;
  }

  get rows(): World['rows'] {
    return this.#tables.rows;
  }

  reset(world: World): void {
    this.#world = world;
    this.#tables = new StubTables(world.rows);
    this.#agent = new StubAgent(world.agentReady);
    this.#calls = [];
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { call, reply } = this.#attempt(request, Buffer.concat(chunks).toString('utf8'));
    this.#calls.push(reply ? call : `${call} (which the stub refused)`);
    const { status, body } = reply ?? { status: 400, body: { __type: 'UnknownOperationException' } };
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    const type = typeof body === 'string' ? 'text/xml' : 'application/x-amz-json-1.0';
    response.writeHead(status, { 'content-type': type, 'content-length': Buffer.byteLength(text) });
    response.end(text);
  }

  #attempt(request: IncomingMessage, body: string): Exchange {
    try {
      return this.#answer(request, body);
    } catch (error) {
      return { call: `${request.method} ${request.url}: ${error}`, reply: undefined };
    }
  }

  #answer(request: IncomingMessage, body: string): Exchange {
    const { method = '', headers } = request;
    const url = new URL(request.url ?? '/', this.url);
    const target = headers['x-amz-target'];
    if (typeof target === 'string') return this.#byTarget(target, body);
    if (url.pathname.endsWith('/invocations')) return { call: 'lambda:Invoke', reply: { status: 202, body: {} } };
    const action = new URLSearchParams(body).get('Action');
    if (action) return { call: `ec2:${action}`, reply: ec2(action) };
    return { call: `agent:${method} ${url.pathname}`, reply: this.#agent.answer(method, url) };
  }

  #byTarget(target: string, body: string): Exchange {
    const [prefix = '', operation = ''] = target.split('.');
    const input: unknown = JSON.parse(body);
    if (prefix === 'DynamoDB_20120810') {
      const output = this.#tables.answer(operation, input);
      if (output === undefined) return { call: `dynamodb:${operation}`, reply: undefined };
      return { call: `dynamodb:${operation}`, reply: { status: output === conditionFailed ? 400 : 200, body: output } };
    }
    if (target === 'secretsmanager.GetSecretValue') return { call: 'secretsmanager:GetSecretValue', reply: secret };
    const output = this.#ecs(operation, input);
    return { call: `ecs:${operation}`, reply: output && ok(output) };
  }

  #ecs(operation: string, input: unknown): object | undefined {
    const { task } = this.#world;
    switch (operation) {
      case 'RunTask': {
        const { startedBy } = z.object({ startedBy: z.string() }).parse(input);
        return { tasks: [taskDetail({ startedBy, lastStatus: 'PROVISIONING' })], failures: [] };
      }
      case 'ListTasks':
        return { taskArns: task ? [TASK_ARN] : [] };
      case 'StopTask':
        return { task: task && taskDetail(task) };
      case 'DescribeTasks':
        return { tasks: task ? [taskDetail(task)] : [], failures: [] };
      default:
        return undefined;
    }
  }
}

const secret = ok({
  Name: 'master',
  SecretString: JSON.stringify({ current: 'k1', k1: 'a-master-key-of-this-bench' }),
  VersionId: 'v1',
});

function ec2(action: string): Reply | undefined {
  const answer = action === 'DescribeNetworkInterfaces' ? address : listOfDisks(action);
  return answer === undefined ? undefined : ok(answer);
}

/** The agent of every sandbox is this server. */
const address =
  '<?xml version="1.0" encoding="UTF-8"?>' +
  '<DescribeNetworkInterfacesResponse xmlns="http://ec2.amazonaws.com/doc/2016-11-15/"><requestId>bench</requestId>' +
  '<networkInterfaceSet><item><networkInterfaceId>eni-0123456789abcdef0</networkInterfaceId>' +
  '<association><publicIp>127.0.0.1</publicIp></association></item></networkInterfaceSet>' +
  '</DescribeNetworkInterfacesResponse>';
