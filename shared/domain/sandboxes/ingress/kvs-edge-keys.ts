import {
  type CloudFrontKeyValueStoreClient,
  ConflictException,
  DescribeKeyValueStoreCommand,
  GetKeyCommand,
  PutKeyCommand,
  ResourceNotFoundException,
  ValidationException,
} from '@aws-sdk/client-cloudfront-keyvaluestore';
// The store only accepts multi-Region signatures (SigV4A). This import adds them to the client.
import '@aws-sdk/signature-v4a';
import { type EdgeKeys, EdgeKeysChangedError } from './install-ingress-keys.ts';

/** The key of the entry that `infra/ingress/viewer-request.js` reads. */
const ENTRY = 'keys';

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

  async value(): Promise<string | undefined> {
    try {
      const { Value } = await this.#client.send(new GetKeyCommand({ KvsARN: this.#storeArn, Key: ENTRY }));
      return Value;
    } catch (error) {
      if (error instanceof ResourceNotFoundException) return undefined;
      throw error;
    }
  }

  async replace(value: string, version: string): Promise<void> {
    const command = new PutKeyCommand({ KvsARN: this.#storeArn, Key: ENTRY, Value: value, IfMatch: version });
    try {
      await this.#client.send(command);
    } catch (error) {
      if (isLostRace(error)) throw new EdgeKeysChangedError();
      // The original error may contain the rejected value, which is secret.
      const name = error instanceof Error ? error.name : 'an error without a name';
      throw new Error(`the edge's key value store did not accept the keys: ${name}`);
    }
  }
}

/** CloudFront reports an outdated version in two ways. */
function isLostRace(error: unknown): boolean {
  return (
    error instanceof ConflictException ||
    (error instanceof ValidationException && /pre-?condition|e-?tag|if-?match/i.test(error.message))
  );
}
