import { createServer, request } from 'node:http';
import type { GitServer } from '../conversations/start/git-server.ts';
import { close, listen } from '../http/servers.ts';
import type { GitHubAppServer } from './github-app-server.ts';

/** One host with the API and the repositories of a GitHub Enterprise Server. Only its newest token opens these. */
export async function startGitHubHost(api: GitHubAppServer, git: GitServer) {
  const server = createServer((incoming, outgoing) => {
    const isApi = incoming.url?.startsWith('/api/v3/') ?? false;
    git.password = api.made.at(-1)?.token ?? 'none yet';
    const { hostname, port } = new URL(isApi ? api.url : git.url);
    const { method, url: path, headers } = incoming;
    const forwarded = request({ hostname, port, method, path, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(outgoing);
    });
    forwarded.on('error', () => outgoing.destroy());
    incoming.pipe(forwarded);
  });
  const url = await listen(server);
  return { url, host: new URL(url).host, close: () => close(server) };
}
