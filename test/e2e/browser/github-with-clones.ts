import { createServer, request } from 'node:http';
import { startGitServer } from '../../support/conversations/start/git-server.ts';
import { startGitHub } from '../../support/git/github-server.ts';

/** A local GitHub Enterprise Server whose repositories can be listed and cloned. */
export interface GitHubWithClones {
  /** The host that an owner stores with a token. */
  readonly host: string;
  close(): Promise<void>;
}

/** @param name the repository, as `owner/name` */
export async function startGitHubWithClones(
  token: string,
  name: string,
  files: Readonly<Record<string, string>>,
): Promise<GitHubWithClones> {
  const [api, git] = await Promise.all([
    startGitHub({ tokens: [token], own: [{ full_name: name }], files }),
    startGitServer(),
  ]);
  git.addRepository(name, files);
  // One host serves the API and the clones, like a real provider.
  const server = createServer((asked, answer) => {
    const base = asked.url?.startsWith('/api/') ? api.url : git.url;
    const { method, headers } = asked;
    const forwarded = request(`${base}${asked.url}`, { method, headers }, (reply) => {
      answer.writeHead(reply.statusCode ?? 502, reply.headers);
      reply.pipe(answer);
    });
    forwarded.on('error', () => answer.destroy());
    asked.pipe(forwarded);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (!address || typeof address === 'string') throw new Error('The provider has no port.');
  return {
    host: `127.0.0.1:${address.port}`,
    async close() {
      server.closeAllConnections();
      server.close();
      await Promise.all([api.close(), git.close()]);
    },
  };
}
