import { parseArgs } from 'node:util';
import { secondsIn } from '../keys/options.ts';
import { UserError } from '../local/terminal/user-error.ts';

export const USAGE = `npm run smoke                                          the local service
npm run smoke -- --stack NAME                          a deployed service (agent-conversations-dev)
npm run smoke -- --base-url URL --key KEY              any service, with a key of yours (or the variable SMOKE_KEY)

Does the main job once, from a key to a deleted conversation of which nothing is left, and cleans up after itself.

--spec ID          the sandbox spec to start; without it, the default of the service
--without-model    passes also when the agent reports that its language model failed
--timeout 30m      how long the run may take, at most 45m; cleaning up comes after it
--json             one JSON document on stdout and nothing else there
--port PORT        the local service on another port than 3000 (or set PORT)
--state DIR        the local service with another state directory

Exit status: 0 passed, 1 failed, 2 called wrongly`;

/** What the caller of the command asked for. */
export interface SmokeOptions {
  readonly stack?: string | undefined;
  readonly port?: string | undefined;
  readonly state?: string | undefined;
  /** A service that is known by its address alone. */
  readonly address?: { readonly baseUrl: string; readonly apiKey: string } | undefined;
  readonly spec?: string | undefined;
  readonly withoutModel: boolean;
  readonly timeoutSeconds: number;
  readonly json: boolean;
  readonly help: boolean;
}

/** The longest that `--timeout` may be, in seconds: the key of the run lives for an hour, and cleaning up needs it. */
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

/** @throws UserError when the command was called wrongly */
export function readOptions(
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): SmokeOptions {
  const { stack, port, state, spec, json, help, ...values } = parse(args);
  const named = Object.entries({ '--stack': stack, '--base-url': values['base-url'], '--state': state });
  const [first, second] = named.filter(([, value]) => value !== undefined).map(([name]) => name);
  if (second !== undefined) throw new UserError(`${first} and ${second} name two services; say which one.`);
  const timeoutSeconds = secondsIn(values.timeout, '--timeout');
  if (timeoutSeconds > LONGEST_SECONDS) {
    throw new UserError(`--timeout: ${values.timeout} is too long; ${LONGEST_SECONDS / 60}m is the longest.`);
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
    if (key !== undefined) throw new UserError('--key needs --base-url URL, the address of the service that it opens.');
    return undefined;
  }
  const apiKey = key ?? SMOKE_KEY;
  if (!apiKey) throw new UserError('--base-url needs --key KEY, or the key in the variable SMOKE_KEY.');
  if (!URL.canParse(baseUrl) || !/^https?:/.test(baseUrl)) {
    throw new UserError(`--base-url: '${baseUrl}' is no address; write it as in https://api.example.com.`);
  }
  return { baseUrl: baseUrl.replace(/\/+$/, ''), apiKey };
}
