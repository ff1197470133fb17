import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { GitConnection, GitHost } from '../../../shared/domain/git/git-host.ts';
import { type Answering, type StubAnswer, StubServer } from './stub-server.ts';
import { hostAt, type StubbedProvider } from './stubbed-provider.ts';

/** One stub server for the tests of a file. Tests define its responses. */
export function withServer(stub: StubbedProvider) {
  let server: StubServer;
  beforeAll(async () => {
    server = await StubServer.start(() => 'silence');
  });
  beforeEach(() => {
    server.requests.length = 0;
    server.answering = stub.answering;
  });
  afterAll(() => server.stop());
  return {
    host: (change?: Partial<GitConnection>): GitHost => hostAt(stub, server, change),
    answer: (answering: Answering | StubAnswer) => {
      server.answering = typeof answering === 'function' ? answering : () => answering;
    },
    /** The paths and queries of the requests in this test. */
    asked: () => server.requests.map(({ path, query }) => `/${path.join('/')}${query.size > 0 ? `?${query}` : ''}`),
    requests: () => server.requests,
    origin: () => server.origin,
  };
}
