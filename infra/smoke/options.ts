import { parseArgs } from 'node:util';
import { secondsIn } from '../keys/options.ts';
import { UserError } from '../local/terminal/user-error.ts';

export const USAGE = `npm run smoke                                          the local service
npm run smoke -- --stack NAME                          a deployed service (agent-conversations-dev)
npm run smoke -- --base-url URL --key KEY              any service, with your key (or the variable SMOKE_KEY)

Creates a key, runs a conversation, deletes it, checks that nothing is left, and cleans up.

--spec ID          the sandbox spec to start; by default, that of the service
--without-model    passes even if the agent reports that its language model failed
--timeout 30m      the time limit of the run without cleaning up, at most 45m
--json             only one JSON document on stdout
--port PORT        the local service on another port than 3000 (or set PORT)
--state DIR        the local service with another state directory

Exit status: 0 passed, 1 failed, 2 called wrongly`;

export interface SmokeOptions {
  readonly stack?: string | undefined;
  readonly port?: string | undefined;
  readonly state?: string | undefined;
  /** A service that is known only by its URL. */
  readonly address?: { readonly baseUrl: string; readonly apiKey: string } | undefined;
  readonly spec?: string | undefined;
  readonly withoutModel: boolean;
  readonly timeoutSeconds: number;
  readonly json: boolean;
  readonly help: boolean;
}

/** The maximum of `--timeout`. The key of the run expires after an hour, and cleaning up needs it. */
const LONGEST_SECONDS = 45 * 60;

const options = {
  stack: { type: 'string' },
  'base-url': { type: 'string' },
  key: { type: 'string' },
  port: { type: 'string' },
  state: { type: 'string' },
  spec: { type: 'string' },
  'without-model': { type: 'boolean', default: false },
  timeout: { type: 'string', default: '30m' },
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const;

/** @throws UserError for invalid options */
export function readOptions(
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): SmokeOptions {
  const { stack, port, state, spec, json, help, ...values } = parse(args);
  const named = Object.entries({ '--stack': stack, '--base-url': values['base-url'], '--state': state });
  const [first, second] = named.filter(([, value]) => value !== undefined).map(([name]) => name);
  if (second !== undefined) throw new UserError(`${first} and ${second} name two services. Use only one.`);
  const timeoutSeconds = secondsIn(values.timeout, '--timeout');
  if (timeoutSeconds > LONGEST_SECONDS) {
    throw new UserError(`--timeout: ${values.timeout} is too long. Write at most ${LONGEST_SECONDS / 60}m.`);
  }
  const address = addressOf(values['base-url'], values.key, environment);
  return { stack, port, state, address, spec, withoutModel: values['without-model'], timeoutSeconds, json, help };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options }).values;
  } catch (error) {
    throw new UserError(error instanceof Error ? error.message : String(error));
  }
}

function addressOf(
  baseUrl: string | undefined,
  key: string | undefined,
  { SMOKE_KEY }: Readonly<Record<string, string | undefined>>,
): SmokeOptions['address'] {
  if (baseUrl === undefined) {
    if (key !== undefined) throw new UserError('--key needs --base-url URL too.');
    return undefined;
  }
  const apiKey = key ?? SMOKE_KEY;
  if (!apiKey) throw new UserError('--base-url needs --key KEY, or the key in the variable SMOKE_KEY.');
  if (!URL.canParse(baseUrl) || !/^https?:/.test(baseUrl)) {
    throw new UserError(`--base-url: '${baseUrl}' is not a URL. Write it like https://api.example.com.`);
  }
  return { baseUrl: baseUrl.replace(/\/+$/, ''), apiKey };
}
