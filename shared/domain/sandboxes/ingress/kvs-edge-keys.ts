import {
  type CloudFrontKeyValueStoreClient,
  DescribeKeyValueStoreCommand,
  GetKeyCommand,
  ResourceNotFoundException,
  UpdateKeysCommand,
} from '@aws-sdk/client-cloudfront-keyvaluestore';
// The store only accepts multi-Region signatures (SigV4A). This import adds them to the client.
import '@aws-sdk/signature-v4a';
import { type EdgeKeys, EdgeKeysChangedError, type EdgeValues, INSTALLED } from './install-ingress-keys.ts';
import { isOutdatedVersion } from './outdated-version.ts';

/** The edge's keys in a CloudFront KeyValueStore, which distributes changes to all edges within seconds. */
export class KvsEdgeKeys implements EdgeKeys {
  readonly #client: CloudFrontKeyValueStoreClient;
  readonly #storeArn: string;

  constructor(client: CloudFrontKeyValueStoreClient, storeArn: string) {
    this.#client = client;
    this.#storeArn = storeArn;
  }

  async version(): Promise<string> {
    const { ETag } = await this.#client.send(new DescribeKeyValueStoreCommand({ KvsARN: this.#storeArn }));
    if (!ETag) throw new Error("the edge's key value store returned no version");
    return ETag;
  }

  async values(): Promise<Partial<EdgeValues>> {
    const entries = await Promise.all(INSTALLED.map(async (name) => [name, await this.#value(name)] as const));
    return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
  }

  async #value(Key: string): Promise<string | undefined> {
    try {
      const { Value } = await this.#client.send(new GetKeyCommand({ KvsARN: this.#storeArn, Key }));
      return Value;
    } catch (error) {
      if (error instanceof ResourceNotFoundException) return undefined;
      throw error;
    }
  }

  async replace(values: EdgeValues, version: string): Promise<void> {
    const Puts = INSTALLED.map((Key) => ({ Key, Value: values[Key] }));
    const command = new UpdateKeysCommand({ KvsARN: this.#storeArn, Puts, IfMatch: version });
    try {
      await this.#client.send(command);
    } catch (error) {
      if (isOutdatedVersion(error)) throw new EdgeKeysChangedError();
      // The original error may contain the rejected value, which is secret.
      const name = error instanceof Error ? error.name : 'an error without a name';
      throw new Error(`the edge's key value store did not accept the keys: ${name}`);
    }
  }
}
