/** A token as owners store it: alone, or as `name:token`. Both are secret. */
export interface Credentials {
  /** Undefined for a token without a name. */
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

/** For products of Atlassian. A name means a password, except the name that git uses with tokens. */
export function atlassian(credentials: Credentials): string {
  const { name } = credentials;
  return name === undefined || name === 'x-token-auth' ? bearer(credentials) : basic(credentials);
}
