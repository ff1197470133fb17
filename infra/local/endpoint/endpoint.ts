import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { type Answer, errorAnswer, send } from '../aws/answer.ts';
import { AwsError } from '../aws/aws-error.ts';
import type { Faults } from '../aws/faults.ts';
import { queryErrorAnswer } from '../aws/query.ts';
import { isAccountService, type Service } from '../aws/service.ts';
import { brokenModel, brokenModelLine, problemsOfCall } from '../models/check-call.ts';
import { listen } from '../sockets/listen.ts';
import { type AwsCall, isQuery, queryServiceOf, readCall } from './call.ts';
import { CONTROL_PREFIX, control } from './control.ts';
import { type AwsServices, perform } from './services.ts';

interface Options {
  /** Opens the control paths. */
  readonly adminKey: string;
  readonly faults: Faults;
  /** Receives unexpected errors; callers get a plain 500. */
  readonly onError: (message: string, error: unknown) => void;
  /** Receives the problems of a call that does not fit its service's model, because the caller may hide them. */
  readonly onBrokenModel: (line: string) => void;
}

/** Host under which the SDK finds a KeyValueStore of this account. */
const STORE_HOST = /^\d{12}\.localhost$/;

/** The HTTP server that stands in for AWS. A request's access key identifies the function and its role. */
export class AwsEndpoint {
  readonly url: string;
  readonly #server: Server;
  readonly #port: string;
  readonly #options: Options;
  #services: AwsServices | undefined;

  private constructor(server: Server, port: number, options: Options) {
    this.#server = server;
    this.#options = options;
    this.#port = String(port);
    this.url = `http://127.0.0.1:${port}`;
    server.on('request', (request, response) => void this.#handle(request, response));
  }

  /** Binds a free port, so that the services can be given the address before they are served. */
  static async listen(options: Options): Promise<AwsEndpoint> {
    const server = createServer({ keepAliveTimeout: 60_000 });
    return new AwsEndpoint(server, await listen(server, 0, '127.0.0.1'), options);
  }

  /** Opens the endpoint. Until then, calls get a 503, which SDKs retry. */
  serve(services: AwsServices): void {
    this.#services = services;
  }

  async close(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    this.#server.closeAllConnections();
    await closed;
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      this.#assertOwnName(request);
      assertNoPage(request);
      if (request.url?.startsWith(CONTROL_PREFIX)) {
        const { adminKey, faults } = this.#options;
        send(response, await control(request, { adminKey, faults, services: this.#services?.control }));
        return;
      }
      if (isHealthCheck(request)) {
        send(response, { status: 200, headers: { 'content-type': 'text/plain' }, body: 'healthy: 127.0.0.1 ' });
        return;
      }
      const answer = await this.#answer(await readCall(request));
      if (answer) send(response, answer);
      else response.socket?.destroy();
    } catch (error) {
      // The caller may have gone meanwhile, such as a function that was killed at its timeout.
      if (response.destroyed) return;
      const shown = error instanceof AwsError ? error : this.#unexpected(request, error);
      const answer = isQuery(request) ? queryErrorAnswer(shown, queryServiceOf(request)) : errorAnswer(shown);
      send(response, answer);
    }
  }

  /** A web page can point its own name at this address, but its requests carry that name. */
  #assertOwnName({ headers }: IncomingMessage): void {
    // The SDK puts the account id before the host of a KeyValueStore. No web page can have a name below localhost.
    const [name = '', given] = (headers.host ?? '').split(':');
    if (given === this.#port && (name === '127.0.0.1' || STORE_HOST.test(name))) return;
    throw new AwsError('AccessDeniedException', `The local cloud is ${this.url}, not ${headers.host}.`, 403);
  }

  /** Resolves to undefined when the connection is to be closed instead. */
  #answer(call: AwsCall): Promise<Answer | undefined> {
    const services = this.#services;
    if (!services) throw new AwsError('ServiceUnavailableException', 'The local cloud is starting.', 503);
    const { access, functions } = services;
    const { service } = call;
    const caller = access.callerOf(call.accessKeyId);
    this.#assertFitsModel(call, caller?.id);
    if (isAccountService(service)) {
      access.authorize(call.accessKeyId, service, call.operation, call.input);
      return perform(call, services);
    }
    const crash = (functionName: string) => functions.crash(functionName);
    return misbehave({ ...call, service }, { faults: this.#options.faults, caller, crash }, async () => {
      access.authorize(call.accessKeyId, call.service, call.operation, call.input);
      return perform(call, services);
    });
  }

  /** AWS rejects what does not fit its model or, worse, ignores it. Both are bugs of the caller. */
  #assertFitsModel({ service, operation, sent }: AwsCall, caller: string | undefined): void {
    const problems = sent === undefined ? [] : problemsOfCall({ service, operation, input: sent });
    if (problems.length === 0) return;
    this.#options.onBrokenModel(brokenModelLine(caller ? `function ${caller}` : 'an operator', operation, problems));
    throw brokenModel(service, problems);
  }

  #unexpected(request: IncomingMessage, error: unknown): AwsError {
    const what = request.headers['x-amz-target'] ?? request.url;
    this.#options.onError(`${String(what)} failed`, error);
    return new AwsError('InternalServerError', 'The local cloud failed. See its log.', 500);
  }
}

/** DynamoDB has an unsigned health check, with which functions open their connections. */
function isHealthCheck({ method, url, headers }: IncomingMessage): boolean {
  return method === 'GET' && url === '/' && headers.authorization === undefined;
}

/** Browsers say when a web page makes a request that could change something. SDKs never send these headers. */
function assertNoPage({ headers }: IncomingMessage): void {
  const { origin, 'sec-fetch-site': site = 'none' } = headers;
  if (origin === undefined && site === 'none') return;
  throw new AwsError('AccessDeniedException', 'The local cloud takes no requests from web pages.', 403);
}

const throttled: Readonly<Record<Service, readonly [type: string, status: number]>> = {
  'cloudfront-keyvaluestore': ['ThrottlingException', 429],
  dynamodb: ['ThrottlingException', 400],
  ebs: ['RequestThrottledException', 400],
  ec2: ['RequestLimitExceeded', 503],
  ecs: ['ThrottlingException', 400],
  kms: ['ThrottlingException', 400],
  secretsmanager: ['ThrottlingException', 400],
  ses: ['TooManyRequestsException', 429],
  lambda: ['TooManyRequestsException', 429],
  logs: ['ThrottlingException', 400],
};

const broken: Readonly<Record<Service, string>> = {
  'cloudfront-keyvaluestore': 'InternalServerException',
  dynamodb: 'InternalServerError',
  ebs: 'InternalServerException',
  ec2: 'InternalError',
  ecs: 'ServerException',
  kms: 'KMSInternalException',
  secretsmanager: 'InternalServiceError',
  ses: 'InternalServiceErrorException',
  lambda: 'ServiceException',
  logs: 'ServiceUnavailableException',
};

const DEFAULT_DELAY_MS = 1_000;

interface Surroundings {
  readonly faults: Faults;
  /** The calling function. Faults never hit other callers, such as tests. */
  readonly caller: { readonly id: string; readonly functionName: string } | undefined;
  /** Kills the busy instances of a function. */
  crash(functionName: string): Promise<void>;
}

/** Performs a call with the fault that is due. @returns undefined when the caller gets no response @throws AwsError */
async function misbehave(
  call: AwsCall & { readonly service: Service },
  { faults, caller, crash }: Surroundings,
  perform: () => Promise<Answer>,
): Promise<Answer | undefined> {
  if (!caller) return perform();
  const kinds = ['throttle', 'error', 'refuse', 'delay', 'drop-answer', 'crash'] as const;
  const fault = faults.take(call.service, call.operation, kinds, caller.id);
  switch (fault?.kind) {
    case undefined:
      return perform();
    case 'throttle': {
      const [type, status] = throttled[call.service];
      throw new AwsError(type, 'Rate exceeded', status);
    }
    case 'error':
      throw new AwsError(broken[call.service], 'The server encountered an internal error.', 500);
    case 'refuse':
      throw new AwsError(fault.error, fault.message ?? 'The request was refused.', fault.status ?? 400);
    case 'delay':
      await delay(fault.milliseconds ?? DEFAULT_DELAY_MS);
      return perform();
    case 'drop-answer':
      await perform();
      return undefined;
    case 'crash':
      try {
        if (fault.when === 'after') await perform();
      } finally {
        await crash(caller.functionName);
      }
      return undefined;
  }
}
