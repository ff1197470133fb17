import type { GitProvider } from '../../../shared/contract/shapes/enums.ts';
import type { GitConnection, GitHost } from '../../../shared/domain/git/git-host.ts';
import type { Answering, StubAnswer, StubServer } from './stub-server.ts';

/** A provider for the tests of all providers. */
export interface StubbedProvider {
  readonly name: string;
  readonly provider: GitProvider;
  readonly make: (connection: GitConnection) => GitHost;
  /** Responds to requests with the right token. */
  readonly answering: Answering;
  readonly token: string;
  readonly authorization: string;
  /** The fixed URL of the provider. Without it, the URL is the stub's with `basePath`. */
  readonly baseUrl?: string;
  readonly basePath?: string;
  /** Provider hosts that the stub stands in for. */
  readonly hosts?: readonly string[];
  readonly fullName: (name: string, organization?: string) => string;
  /** The path of a repository's web page, below the base URL. */
  readonly pageOf: (fullName: string) => string;
  readonly hasIssues: boolean;
  /** Whether page ids are page numbers. */
  readonly hasNumberedPages: boolean;
  /** Whether a search by part of a name finds repositories of other organizations. */
  readonly searchesAll: boolean;
  readonly refusal: (status: number) => StubAnswer;
}

export const baseUrlOf = (stub: StubbedProvider, server: StubServer) =>
  stub.baseUrl ?? `${server.origin}${stub.basePath ?? ''}`;

/** Sends requests for the provider's hosts to the stub, and refuses other hosts. */
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
