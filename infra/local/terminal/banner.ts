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
  /** The model of the environment; undefined without one. */
  readonly model: { readonly model: string; readonly keyFrom: string | undefined } | undefined;
  /** The models that programs of this machine serve. */
  readonly localModels: readonly { readonly program: string; readonly model: string }[];
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
  Agent      ${agentLine(agent)}${modelLine(ready)}
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

const SOME_MODELS = 3;

/** Where agents get answers from, and what else they could use. The reference agent needs none. */
function modelLine({ agent, model, localModels, consoleUrl }: Ready): string {
  const settings = consoleUrl === null ? 'POST /api/v1/settings' : `${consoleUrl}/settings`;
  if (model) {
    const key = model.keyFrom === undefined ? 'without a key' : `with the key in ${model.keyFrom}`;
    return `\n  Model      ${model.model}, ${key}`;
  }
  if (agent.spec === 'reference') return '';
  const own = `\n  Model      the one saved at ${settings}, or start with ANTHROPIC_API_KEY or OPENAI_API_KEY`;
  if (localModels.length === 0) return own;
  const names = localModels.map((one) => `${one.model.replace(/^openai\//, '')} (${one.program})`);
  const rest = names.length > SOME_MODELS ? `, and ${names.length - SOME_MODELS} more` : '';
  return `${own}\n             on this machine: ${names.slice(0, SOME_MODELS).join(', ')}${rest}`;
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
