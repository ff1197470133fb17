import { readErrorBody } from './json-rpc/error-body.ts';
import { type JsonService, type Limits, senderOf } from './json-rpc/sender.ts';
import { RefusedError } from './signed-requests.ts';

/** Who a data key is for. KMS decrypts it only with the same context, which CloudTrail records. */
type EncryptionContext = Readonly<Record<string, string>>;

/** A new data key, plain and encrypted. Named as in the SDK. */
export class GenerateDataKeyCommand {
  readonly operation = 'GenerateDataKey';
  readonly input: Readonly<Record<string, unknown>>;

  constructor(input: {
    readonly KeyId: string;
    readonly KeySpec: 'AES_256';
    readonly EncryptionContext: EncryptionContext;
  }) {
    this.input = input;
  }
}

/** The data key of an encrypted one. Named as in the SDK. */
export class DecryptCommand {
  readonly operation = 'Decrypt';
  readonly input: Readonly<Record<string, unknown>>;

  constructor({
    CiphertextBlob,
    ...input
  }: {
    readonly KeyId: string;
    readonly CiphertextBlob: Uint8Array;
    readonly EncryptionContext: EncryptionContext;
  }) {
    this.input = { ...input, CiphertextBlob: Buffer.from(CiphertextBlob).toString('base64') };
  }
}

/** With one retry, as `repeatable` has. */
const kms: JsonService = {
  name: 'kms',
  target: 'TrentService',
  contentType: 'application/x-amz-json-1.1',
  retries: { maxAttempts: 2, baseDelay: 100 },
  errorOf(status, text) {
    const { name, message } = readErrorBody(text);
    return new RefusedError(name, message, status);
  },
};

/** The two calls of a vault. The SDK's client would be an eighth of a function that needs nothing else of the SDK. */
export class KmsClient {
  readonly #sender: ReturnType<typeof senderOf>;

  constructor(limits: Limits = {}) {
    this.#sender = senderOf(kms, limits);
  }

  /** @throws RefusedError; an error of the connection */
  async send(
    command: GenerateDataKeyCommand | DecryptCommand,
  ): Promise<{ readonly Plaintext?: Buffer; readonly CiphertextBlob?: Buffer }> {
    const { Plaintext, CiphertextBlob } = (await this.#sender.send(command)).output;
    return { ...bytesOf('Plaintext', Plaintext), ...bytesOf('CiphertextBlob', CiphertextBlob) };
  }

  destroy(): void {
    this.#sender.close();
  }
}

function bytesOf(name: string, value: unknown): Readonly<Record<string, Buffer>> {
  return typeof value === 'string' ? { [name]: Buffer.from(value, 'base64') } : {};
}
