/** A token as owners store it: alone, or as `name:token`. Both are secret. */
export interface Credentials {
  /** Undefined where the token came alone. */
  readonly name: string | undefined;
  readonly secret: string;
}

export function credentialsOf(token: string): Credentials {
  const [, name, secret = token] = /^([^:]+):(.+)$/s.exec(token) ?? [];
  return { name, secret };
}

export function bearer({ secret }: Credentials): string {
  return `Bearer ${secret}`;
}

export function basic({ name = '', secret }: Credentials): string {
  return `Basic ${Buffer.from(`${name}:${secret}`).toString('base64')}`;
}

/** Atlassian's products: a name makes it a password, but for the name that goes with tokens when cloning. */
export function atlassian(credentials: Credentials): string {
  const { name } = credentials;
  return name === undefined || name === 'x-token-auth' ? bearer(credentials) : basic(credentials);
}
