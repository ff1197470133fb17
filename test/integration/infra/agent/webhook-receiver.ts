import { createServer, type IncomingHttpHeaders } from 'node:http';
import { onTestFinished } from 'vitest';

export interface Delivery {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  // biome-ignore lint/suspicious/noExplicitAny: the tests read fields of deliveries without types
  readonly body: any;
}

export class WebhookReceiver {
  readonly deliveries: Delivery[] = [];
  refused = 0;
  status = 200;
  readonly url: string;

  private constructor(url: string) {
    this.url = url;
  }

  static async start(): Promise<WebhookReceiver> {
    const server = createServer();
    onTestFinished(() => void server.close());
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    const receiver = new WebhookReceiver(`http://127.0.0.1:${port}`);
    server.on('request', async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk);
      const body = chunks.length === 0 ? undefined : JSON.parse(Buffer.concat(chunks).toString());
      if (receiver.status === 200) {
        receiver.deliveries.push({ path: request.url ?? '', headers: request.headers, body });
      } else receiver.refused += 1;
      response.writeHead(receiver.status, { Connection: 'close' }).end('the-looked-up-value');
    });
    return receiver;
  }

  // biome-ignore lint/suspicious/noExplicitAny: see above
  events(conversationId: string): any[] {
    const path = `/hooks/events/${conversationId.replaceAll('-', '')}`;
    return this.deliveries.filter((delivery) => delivery.path === path).flatMap(({ body }) => body);
  }

  statuses(): string[] {
    return this.#conversations().map(({ body }) => body.execution_status);
  }

  /** Events are delivered concurrently, in any order. */
  lastConversation(): unknown {
    return this.#conversations().at(-1)?.body;
  }

  #conversations(): readonly Delivery[] {
    return this.deliveries.filter(({ path }) => path === '/hooks/conversations');
  }
}
