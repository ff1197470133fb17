import { once } from 'node:events';
import { createServer, type Server } from 'node:http';

/** A CloudFormation that returns only the outputs of stacks. */
export class StubCloudFormation implements AsyncDisposable {
  readonly url: string;
  readonly #server: Server;

  private constructor(url: string, server: Server) {
    this.url = url;
    this.#server = server;
  }

  static async start(stacks: Readonly<Record<string, Readonly<Record<string, string>>>>): Promise<StubCloudFormation> {
    const server = createServer(async (request, response) => {
      const body = new URLSearchParams(Buffer.concat(await request.toArray()).toString());
      const outputs = stacks[body.get('StackName') ?? ''];
      const [status, text] = outputs ? [200, description(outputs)] : [400, absence];
      response.writeHead(status, { 'content-type': 'text/xml' }).end(text);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    return new StubCloudFormation(`http://127.0.0.1:${port}`, server);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.close().closeAllConnections();
  }
}

const absence =
  '<ErrorResponse><Error><Type>Sender</Type><Code>ValidationError</Code><Message>Stack does not exist</Message></Error></ErrorResponse>';

function description(outputs: Readonly<Record<string, string>>): string {
  const members = Object.entries(outputs).map(
    ([key, value]) => `<member><OutputKey>${key}</OutputKey><OutputValue>${value}</OutputValue></member>`,
  );
  const stack = `<member><Outputs>${members.join('')}</Outputs></member>`;
  return `<DescribeStacksResponse><DescribeStacksResult><Stacks>${stack}</Stacks></DescribeStacksResult></DescribeStacksResponse>`;
}
