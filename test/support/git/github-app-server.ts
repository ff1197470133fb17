import { createPublicKey, generateKeyPairSync, verify } from 'node:crypto';
import type { AgentRequest } from '../http/http-agent.ts';
import { type Answer, type ProviderServer, startProvider } from './provider-server.ts';

/** A key pair of an App, as GitHub gives it (PKCS #1) and as other programs write it (PKCS #8). */
export function anAppKey(bits = 2_048) {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: bits });
  const pem = (type: 'pkcs1' | 'pkcs8') => privateKey.export({ type, format: 'pem' }).toString();
  return {
    pkcs1: pem('pkcs1'),
    pkcs8: pem('pkcs8'),
    public: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
  };
}

/** An App at a GitHub Enterprise Server. */
interface AppContent {
  readonly appId: string;
  /** The PEM of its public key. */
  readonly publicKey: string;
  /** The installations by repository. */
  readonly installed: Readonly<Record<string, number>>;
  /** The clock of the server. */
  readonly now?: () => Date;
  /** How long tokens last: an hour, as at GitHub, or less. */
  readonly lifetimeSeconds?: number;
}

export interface GitHubAppServer extends ProviderServer {
  /** The tokens that it made, each with what was asked for. */
  readonly made: { readonly token: string; readonly asked: unknown; readonly installation: string }[];
  /** Whether the installation is suspended, or the App lacks a permission. */
  state: 'fine' | 'suspended' | 'ungranted';
}

const refused = (message: string): Answer => ({ status: 401, body: { message, status: '401' } });
const missing: Answer = { status: 404, body: { message: 'Not Found', status: '404' } };

/** Checks tokens of Apps as GitHub documents them, and makes installation tokens for one hour. */
export async function startGitHubApp(content: AppContent): Promise<GitHubAppServer> {
  const now = content.now ?? (() => new Date());
  const made: GitHubAppServer['made'] = [];
  const provider = await startProvider((asked) => {
    const answer = answerOf(asked, content, server, now());
    return { ...answer, headers: { date: now().toUTCString(), ...answer.headers } };
  });
  const server: GitHubAppServer = Object.assign(provider, { made, state: 'fine' as const });
  return server;
}

function answerOf(asked: AgentRequest, content: AppContent, server: GitHubAppServer, now: Date): Answer {
  const problem = problemOf(asked.headers.authorization ?? '', content, now);
  if (problem !== undefined) return refused(problem);
  const path = asked.path.replace(/^\/api\/v3/, '');
  if (path === '/app') return { body: { id: 1, slug: 'octoapp', html_url: `${server.url}/github-apps/octoapp` } };
  const [, repository] = /^\/repos\/([^/]+\/[^/]+)\/installation$/.exec(path) ?? [];
  if (repository !== undefined) {
    const id = content.installed[repository];
    return id === undefined ? missing : { body: { id, app_id: 1, repository_selection: 'selected' } };
  }
  const [, installation = ''] = /^\/app\/installations\/(\d+)\/access_tokens$/.exec(path) ?? [];
  if (asked.method !== 'POST' || !Object.values(content.installed).includes(Number(installation))) return missing;
  return tokenOf(asked, installation, content, server, now);
}

function tokenOf(
  { body }: AgentRequest,
  installation: string,
  { installed, lifetimeSeconds = 3_600 }: AppContent,
  server: GitHubAppServer,
  now: Date,
): Answer {
  if (server.state === 'suspended') return { status: 403, body: { message: 'This installation has been suspended' } };
  if (server.state === 'ungranted')
    return { status: 422, body: { message: 'The permissions requested are not granted to this installation.' } };
  const names = Object.entries(installed).flatMap(([full, id]) =>
    String(id) === installation ? [full.split('/')[1]] : [],
  );
  const { repositories }: { repositories: string[] } = body;
  if (!repositories.every((name) => names.includes(name))) {
    const message =
      'There is at least one repository that does not exist or is not accessible to the parent installation.';
    return { status: 422, body: { message } };
  }
  const token = `ghs_${String(server.made.length + 1).padStart(36, '0')}`;
  server.made.push({ token, asked: body, installation });
  const expires_at = new Date(now.getTime() + lifetimeSeconds * 1000).toISOString().replace(/\.\d+Z$/, 'Z');
  return { status: 201, body: { token, expires_at, permissions: body.permissions, repository_selection: 'selected' } };
}

/** Why GitHub refuses a token of an App. */
function problemOf(authorization: string, { appId, publicKey }: AppContent, now: Date): string | undefined {
  const [, head = '', payload = '', signature = ''] = /^Bearer ([^.]+)\.([^.]+)\.([^.]+)$/.exec(authorization) ?? [];
  const read = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString() || '{}');
  const signed = Buffer.from(`${head}.${payload}`);
  const isSigned = verify('RSA-SHA256', signed, createPublicKey(publicKey), Buffer.from(signature, 'base64url'));
  if (!isSigned || read(head).alg !== 'RS256') return 'A JSON web token could not be decoded';
  const { iat, exp, iss } = read(payload);
  const seconds = now.getTime() / 1000;
  if (iss !== appId) return "'Issuer' claim ('iss') must be an Integer";
  if (exp > seconds + 600) return "'Expiration time' claim ('exp') is too far in the future";
  if (exp <= seconds) return "'Expiration time' claim ('exp') must be a numeric value in the future";
  return iat > seconds ? "'Issued at' claim ('iat') must be in the past" : undefined;
}
