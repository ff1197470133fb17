import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { json } from 'node:stream/consumers';
import { problemsOf } from '../../../infra/local/models/check.ts';
import { inputOf } from '../../../infra/local/models/schema.ts';
import { operationOf, rulesOf } from '../../../infra/local/models/service-model.ts';
import { PASSWORD } from './registry-server.ts';

interface Repository {
  readonly repositoryName: string;
  readonly repositoryUri: string;
  readonly imageTagMutability: string;
}

type Input = Readonly<Record<string, string & readonly string[]>>;

/** The API of ECR on this machine, as far as `mirror-image` calls it; each call is checked by the model of the SDK. */
export class EcrServer {
  readonly repositories = new Map<string, Repository>();
  readonly policies = new Map<string, string>();
  readonly calls: { readonly operation: string; readonly input: Input }[] = [];
  /** What did not fit the model of ECR. */
  readonly problems: string[] = [];
  readonly #server: Server;
  readonly #registry: string;

  private constructor(server: Server, registry: string) {
    this.#server = server;
    this.#registry = registry;
    server.on('request', async (request, response) => {
      const operation = String(request.headers['x-amz-target']).split('.')[1] ?? '';
      const input = (await json(request)) as Input;
      this.calls.push({ operation, input });
      const { status, content } = this.#answer(operation, input);
      response.writeHead(status, { 'content-type': 'application/x-amz-json-1.1' }).end(JSON.stringify(content));
    });
  }

  /** @param registry host and port of the registry that holds the images */
  static async start(registry: string): Promise<EcrServer> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new EcrServer(server, registry);
  }

  get url(): string {
    const address = this.#server.address();
    return `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
  }

  async stop(): Promise<void> {
    this.#server.close().closeAllConnections();
    await once(this.#server, 'close');
  }

  addRepository(name: string, imageTagMutability: string): Repository {
    const repository = { repositoryName: name, repositoryUri: `${this.#registry}/${name}`, imageTagMutability };
    this.repositories.set(name, repository);
    return repository;
  }

  #answer(operation: string, input: Input): { readonly status: number; readonly content: object } {
    const schema = operationOf('ecr', operation);
    const problems = schema ? problemsOf(input, inputOf(schema), rulesOf('ecr'), 'sent') : ['no such operation'];
    this.problems.push(...problems);
    const { repositoryName = '' } = input;
    switch (operation) {
      case 'DescribeRepositories': {
        const found = this.repositories.get(input.repositoryNames?.[0] ?? '');
        return found ? ok({ repositories: [found] }) : refused('RepositoryNotFoundException');
      }
      case 'CreateRepository':
        if (this.repositories.has(repositoryName)) return refused('RepositoryAlreadyExistsException');
        return ok({ repository: this.addRepository(repositoryName, input.imageTagMutability ?? 'MUTABLE') });
      case 'PutLifecyclePolicy':
        this.policies.set(repositoryName, input.lifecyclePolicyText ?? '');
        return ok({});
      case 'GetAuthorizationToken':
        return ok({
          authorizationData: [{ authorizationToken: Buffer.from(`AWS:${PASSWORD}`).toString('base64') }],
        });
      default:
        return refused('UnknownOperationException');
    }
  }
}

function ok(content: object) {
  return { status: 200, content };
}

function refused(type: string) {
  return { status: 400, content: { __type: type, message: 'refused' } };
}
