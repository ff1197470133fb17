import { join, relative } from 'node:path';
import { LOG_FILE } from './log-file.ts';

export interface Ready {
  readonly baseUrl: string;
  readonly apiKey: string;
  /** URL of the sandboxes, with `{label}` in it; null without an edge. */
  readonly sandboxUrl: string | null;
  /** URL of the web console; null without one. */
  readonly consoleUrl: string | null;
  /** The identity provider of this machine; null without one. */
  readonly issuer: string | null;
  /** Who answers in conversations that name no spec. */
  readonly agent: { readonly spec: string; readonly version: string | null };
  readonly stateDirectory: string;
  readonly milliseconds: number;
}

const DIRECT = 'DIRECT: plain HTTP to ports of this machine, for development only';

/** What a person sees when the service is ready. */
export function banner(ready: Ready): string {
  const { baseUrl, apiKey, sandboxUrl, consoleUrl, issuer, agent, stateDirectory, milliseconds } = ready;
  const local = relative(process.cwd(), stateDirectory);
  const state = local.startsWith('..') ? stateDirectory : local;
  const console = consoleUrl === null ? '' : `\n  Console    ${consoleUrl}`;
  // The names are those of infra/local/people.
  const names = 'ada, grace or linus, without a password';
  const people = issuer === null ? '' : `\n  Sign in    ${consoleUrl ?? issuer} as ${names}`;
  return `
  The Agent Conversation Service is ready (${(milliseconds / 1000).toFixed(1)} s)

  URL        ${baseUrl}${console}
  API key    ${apiKey}${people}
  Agent      ${agentLine(agent)}
  Sandboxes  ${sandboxUrl ?? DIRECT}
  State      ${state}
  Log        ${join(state, LOG_FILE)}

  Try it:
    curl -H 'X-Session-API-Key: ${apiKey}' ${baseUrl}/api/v1/sandbox-specs/search

  Ctrl-C stops everything; the state stays for the next start.

`;
}

function agentLine({ spec, version }: Ready['agent']): string {
  if (spec === 'openhands-local') return `OpenHands${version === null ? '' : ` ${version}`}`;
  if (spec !== 'reference') return `sandbox spec ${spec}`;
  return 'reference agent, which repeats what you write. For a real one: npm start -- --agent openhands';
}

/** What a program reads instead, on one line. */
export function readyLine({ baseUrl, apiKey, sandboxUrl, consoleUrl, issuer }: Ready): string {
  const ofPeople = issuer === null ? {} : { issuer };
  const addresses = {
    base_url: baseUrl,
    api_key: apiKey,
    sandbox_url: sandboxUrl,
    console_url: consoleUrl,
    ...ofPeople,
  };
  return `${JSON.stringify(addresses)}\n`;
}
