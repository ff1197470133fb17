import { type Limits, senderOf } from './json-rpc/sender.ts';
import { repeatableService } from './repeatable-service.ts';

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

/** The two calls of a vault. The SDK's client would be an eighth of a function that needs nothing else of the SDK. */
export class KmsClient {
  readonly #sender: ReturnType<typeof senderOf>;

  constructor(limits: Limits = {}) {
    this.#sender = senderOf(repeatableService('kms', 'TrentService'), limits);
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
