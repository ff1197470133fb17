/** The provider did not answer, so nothing is decided: the session continues when it answers again. */
export class ProviderUnreachable extends Error {
  constructor(issuer: string, cause: unknown) {
    super(`The identity provider ${new URL(issuer).host} does not answer.`, { cause });
    this.name = 'ProviderUnreachable';
  }
}

/** The provider refused. `message` is for the person. */
export class SignInRefused extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'SignInRefused';
  }
}
