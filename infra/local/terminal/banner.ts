import { join, relative } from 'node:path';
import { LOG_FILE } from './log-file.ts';

export interface Ready {
  readonly baseUrl: string;
  readonly apiKey: string;
  /** URL of the sandboxes, with `{label}` in it; null without an edge. */
  readonly sandboxUrl: string | null;
  /** URL of the web console; null without one. */
  readonly consoleUrl: string | null;
  readonly stateDirectory: string;
  readonly milliseconds: number;
}

const DIRECT = 'DIRECT: plain HTTP to ports of this machine, for development only';

/** What a person sees when the service is ready. */
export function banner({ baseUrl, apiKey, sandboxUrl, consoleUrl, stateDirectory, milliseconds }: Ready): string {
  const local = relative(process.cwd(), stateDirectory);
  const state = local.startsWith('..') ? stateDirectory : local;
  const console = consoleUrl === null ? '' : `\n  Console    ${consoleUrl}`;
  return `
  The Agent Conversation Service is ready (${(milliseconds / 1000).toFixed(1)} s)

  URL        ${baseUrl}${console}
  API key    ${apiKey}
  Sandboxes  ${sandboxUrl ?? DIRECT}
  State      ${state}
  Log        ${join(state, LOG_FILE)}

  Try it:
    curl -H 'X-Session-API-Key: ${apiKey}' ${baseUrl}/api/v1/sandbox-specs/search

  Ctrl-C stops everything; the state stays for the next start.

`;
}

/** What a program reads instead, on one line. */
export function readyLine({ baseUrl, apiKey, sandboxUrl, consoleUrl }: Ready): string {
  const addresses = { base_url: baseUrl, api_key: apiKey, sandbox_url: sandboxUrl, console_url: consoleUrl };
  return `${JSON.stringify(addresses)}\n`;
}
