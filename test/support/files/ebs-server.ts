import { createServer, type Server } from 'node:http';
import { vi } from 'vitest';
import { type Answer, errorAnswer, send } from '../../../infra/local/aws/answer.ts';
import { AwsError } from '../../../infra/local/aws/aws-error.ts';
import { ebsRequest } from '../../../infra/local/ebs/ebs-request.ts';
import { LocalEbs } from '../../../infra/local/ebs/local-ebs.ts';
import type { SnapshotRecord } from '../../../infra/local/ec2/records.ts';
import { listen } from '../../../infra/local/sockets/listen.ts';
import { sharedHandler } from '../../../shared/platform/aws/call-limits.ts';
import { EbsClient } from '../../../shared/platform/aws/ebs-client.ts';

/** The direct APIs of EBS for folders, without permissions. */
export class EbsServer {
  /** Every request that came. */
  readonly asked: string[] = [];
  /** The URLs of the requests. */
  readonly urls: string[] = [];
  /** Answers in place of EBS, if it returns one. */
  disturb: (operation: string) => Answer | undefined = () => undefined;
  readonly client: EbsClient;
  readonly url: string;
  readonly #server: Server;

  private constructor(server: Server, port: number) {
    this.#server = server;
    vi.stubEnv('AWS_REGION', 'us-east-1');
    vi.stubEnv('AWS_ACCESS_KEY_ID', 'key');
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret');
    this.url = `http://127.0.0.1:${port}`;
    this.client = new EbsClient(sharedHandler, new URL(this.url));
  }

  /** @param folders by snapshot */
  static async of(folders: Readonly<Record<string, string>>): Promise<EbsServer> {
    const ebs = new LocalEbs({
      snapshot: (id) => {
        const folder = folders[id];
        return folder === undefined ? undefined : { record: completed(id), folder };
      },
    });
    const server = createServer();
    const own = new EbsServer(server, await listen(server, 0, '127.0.0.1'));
    server.on('request', async (request, response) => {
      const { operation, input } = ebsRequest(request.method ?? '', request.url ?? '') ?? { operation: '', input: {} };
      own.asked.push(operation);
      own.urls.push(request.url ?? '');
      const answer = async () => own.disturb(operation) ?? (await ebs.handle(operation, input));
      send(response, await answer().catch((error: AwsError) => errorAnswer(error)));
    });
    return own;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

function completed(id: string): SnapshotRecord {
  return {
    id,
    volumeId: 'vol-0123456789abcdef0',
    volumeSizeGibibytes: 20,
    filesystemType: 'ext4',
    encrypted: true,
    state: 'completed',
    description: '',
    startedAt: 0,
    tags: [],
    ofLiveVolume: false,
    announced: true,
  };
}

export const throttling: Answer = errorAnswer(new AwsError('RequestThrottledException', 'Rate exceeded'));
