import { randomBytes, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import * as z from 'zod';
import type { Assembly, Resource } from '../assembly/assembly.ts';
import type { Place } from '../aws/names.ts';
import type { Functions } from '../lambda/functions.ts';
import { listen } from '../sockets/listen.ts';
import { UserError } from '../terminal/user-error.ts';

/** Custom resources that have an effect here. The others set up an AWS account. */
const TYPES = ['Custom::IngressKeys'];

const Answer = z.object({
  Status: z.enum(['SUCCESS', 'FAILED']),
  Reason: z.string().optional(),
  PhysicalResourceId: z.string().min(1),
  StackId: z.string(),
  RequestId: z.string(),
  LogicalResourceId: z.string(),
});
type Answer = z.infer<typeof Answer>;

/** CloudFormation accepts no larger response. */
const LARGEST_ANSWER_BYTES = 4096;

/** Creates the custom resources of the template, at every start. @throws UserError with the reason of a failure */
export async function createCustomResources(
  assembly: Assembly,
  functions: Pick<Functions, 'invoke'>,
  place: Place,
): Promise<void> {
  for (const resource of TYPES.flatMap((type) => assembly.ofType(type))) await create(resource, functions, place);
}

async function create(resource: Resource, functions: Pick<Functions, 'invoke'>, place: Place): Promise<void> {
  const { stack, logicalId, type, properties: ResourceProperties } = resource;
  const request = {
    RequestType: 'Create',
    StackId: `arn:aws:cloudformation:${place.region}:${place.accountId}:stack/${stack}/${randomUUID()}`,
    RequestId: randomUUID(),
    LogicalResourceId: logicalId,
    ResourceType: type,
    ResourceProperties,
  };
  const receiver = await AnswerReceiver.listen();
  try {
    const { functionError } = await functions.invoke(String(ResourceProperties.ServiceToken), {
      ...request,
      ResponseURL: receiver.url,
    });
    const answer = receiver.answer;
    if (functionError) throw failed(type, functionError.errorMessage);
    if (!answer) throw failed(type, 'its function did not respond to CloudFormation');
    const isOurs = (['StackId', 'RequestId', 'LogicalResourceId'] as const).every(
      (key) => answer[key] === request[key],
    );
    if (!isOurs) throw failed(type, 'its function responded to another request');
    if (answer.Status === 'FAILED') throw failed(type, answer.Reason ?? 'its function gave no reason');
  } finally {
    receiver.close();
  }
}

function failed(type: string, reason: string): UserError {
  return new UserError(`The resource ${type} of the template could not be created: ${reason}.`);
}

/** Stands in for the URL that CloudFormation signs for one response. */
class AnswerReceiver {
  readonly url: string;
  readonly #server: ReturnType<typeof createServer>;
  #answer: Answer | undefined;

  private constructor(server: ReturnType<typeof createServer>, url: string) {
    this.#server = server;
    this.url = url;
  }

  static async listen(): Promise<AnswerReceiver> {
    const path = `/${randomBytes(16).toString('hex')}`;
    const server = createServer();
    const receiver = new AnswerReceiver(server, `http://127.0.0.1:${await listen(server, 0, '127.0.0.1')}${path}`);
    server.on('request', (request: IncomingMessage, response) => {
      receiver.#take(request, path).then(
        (status) => response.writeHead(status).end(),
        () => response.writeHead(400).end(),
      );
    });
    return receiver;
  }

  get answer(): Answer | undefined {
    return this.#answer;
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  /** The URL is signed for a PUT without a content type. */
  async #take(request: IncomingMessage, path: string): Promise<number> {
    if (request.method !== 'PUT' || request.url !== path || request.headers['content-type']) return 403;
    const pieces: Buffer[] = [];
    for await (const piece of request as AsyncIterable<Buffer>) pieces.push(piece);
    const body = Buffer.concat(pieces);
    if (body.length > LARGEST_ANSWER_BYTES) return 400;
    this.#answer = Answer.parse(JSON.parse(body.toString('utf8')));
    return 200;
  }
}
