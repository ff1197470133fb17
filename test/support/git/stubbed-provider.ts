import type { GitProvider } from '../../../shared/contract/shapes/enums.ts';
import type { GitConnection, GitHost } from '../../../shared/domain/git/git-host.ts';
import type { Answering, StubAnswer, StubServer } from './stub-server.ts';

/** A provider as the suite of all providers needs it. */
export interface StubbedProvider {
  /** In the names of tests. */
  readonly name: string;
  readonly provider: GitProvider;
  readonly make: (connection: GitConnection) => GitHost;
  /** What it answers to the right token. The server has checked the token. */
  readonly answering: Answering;
  /** The header that the right token makes. */
  readonly token: string;
  readonly authorization: string;
  /** Where the provider has one address for all; else the server's own, with this path. */
  readonly baseUrl?: string;
  readonly basePath?: string;
  /** Hosts that the server stands for. */
  readonly hosts?: readonly string[];
  readonly fullName: (name: string, organization?: string) => string;
  /** The path of a repository's page for people, below the base. */
  readonly pageOf: (fullName: string) => string;
  readonly hasIssues: boolean;
  /** Whether it finds what lies in organizations of others by a part of the name. */
  readonly searchesAll: boolean;
  readonly refusal: (status: number) => StubAnswer;
}

export const baseUrlOf = (stub: StubbedProvider, server: StubServer) =>
  stub.baseUrl ?? `${server.origin}${stub.basePath ?? ''}`;

/** A fetch that reaches the server in place of the provider's hosts, and no other host. */
export function fetchTo(stub: StubbedProvider, server: StubServer, timeoutMilliseconds = 20_000): typeof fetch {
  return async (input, init) => {
    const url = new URL(String(input));
    const isMeant = stub.hosts?.includes(url.host) ?? false;
    if (!isMeant && url.origin !== server.origin) throw new Error(`the adapter asked another host: ${url.host}`);
    const headers = { ...Object.fromEntries(new Headers(init?.headers)), 'x-meant-host': url.host };
    const signal = AbortSignal.timeout(timeoutMilliseconds);
    return fetch(`${server.origin}${url.pathname}${url.search}`, { ...init, headers, signal });
  };
}

export function hostAt(stub: StubbedProvider, server: StubServer, change: Partial<GitConnection> = {}): GitHost {
  const { provider, token } = stub;
  return stub.make({ provider, token, baseUrl: baseUrlOf(stub, server), fetch: fetchTo(stub, server), ...change });
}
