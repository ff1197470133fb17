import { type Limits, senderOf } from './json-rpc/sender.ts';
import { repeatableService } from './repeatable-service.ts';

/** The value of a secret. Named as in the SDK. */
export class GetSecretValueCommand {
  readonly operation = 'GetSecretValue';
  readonly input: { readonly SecretId: string };

  constructor(input: { readonly SecretId: string }) {
    this.input = input;
  }
}

/** Reads secrets. The SDK's client would be a quarter of a function that needs nothing else of the SDK. */
export class SecretsManagerClient {
  readonly #sender: ReturnType<typeof senderOf>;

  constructor(limits: Limits) {
    this.#sender = senderOf(repeatableService('secretsmanager', 'secretsmanager'), limits);
  }

  /** @throws RefusedError; an error of the connection */
  async send(command: GetSecretValueCommand): Promise<{ readonly SecretString?: string }> {
    const { SecretString } = (await this.#sender.send(command)).output;
    return typeof SecretString === 'string' ? { SecretString } : {};
  }
}
