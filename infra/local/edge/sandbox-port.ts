import { type Label, writeLabel } from '../../../shared/domain/sandboxes/ingress/label.ts';
import { type Clock, systemClock } from '../../../shared/platform/clock.ts';
import type { KeyValues } from './edge-function.ts';
import type { Verdict, ViewerRequest } from './verdict.ts';
import type { DecidingFunction } from './viewer-decision.ts';

interface SandboxPortsOptions {
  readonly function: DecidingFunction;
  /** The store with the keys of labels. */
  readonly keyValues: KeyValues;
  /** Whether a port of the edge is for one sandbox. */
  readonly isSandboxPort: (port: number) => boolean;
  /** The public address and port of its task; undefined while it has none. */
  readonly taskAt: (port: number) => Pick<Label, 'address' | 'port'> | undefined;
  /** The domain of sandboxes, if labels are in the host. */
  readonly sandboxDomain: string | undefined;
  readonly now?: Clock;
}

/** How long a label is valid that is used at once, in seconds. */
const VALID_SECONDS = 60;

/** Where no task is: the function says so for a label that has expired. */
const NOWHERE = { address: '3.0.0.0', port: 8000 };

/**
 * A request at the port of a sandbox has no label. It gets one that is signed like those of the service, and passes the
 * deployed function with it, so that both forms of URL have the same checks and responses.
 */
export class LabellingFunction implements DecidingFunction {
  readonly #options: SandboxPortsOptions;

  constructor(options: SandboxPortsOptions) {
    this.#options = options;
  }

  async run(request: ViewerRequest): Promise<Verdict> {
    const { function: inner, isSandboxPort } = this.#options;
    if (request.localPort === undefined || !isSandboxPort(request.localPort)) return inner.run(request);
    const verdict = await inner.run(this.#labelled(request, await this.#labelAt(request.localPort)));
    return verdict.kind === 'forward' ? { ...verdict, headers: asSent(verdict.headers, request) } : verdict;
  }

  async #labelAt(port: number): Promise<string> {
    const { keyValues, taskAt, now = systemClock } = this.#options;
    const task = taskAt(port);
    const seconds = Math.floor(now().getTime() / 1_000);
    const { number, key } = validKey(await keyValues.get('keys').catch(() => undefined), seconds);
    const endsAt = task ? seconds + VALID_SECONDS : seconds - 1;
    return writeLabel({ keyNumber: number, name: 'AGENT_SERVER', generation: 0, endsAt, ...(task ?? NOWHERE) }, key);
  }

  /** Without cookies: browsers send them to all ports of a host. */
  #labelled(request: ViewerRequest, label: string): ViewerRequest {
    const { cookie: _, ...headers } = request.headers;
    const { sandboxDomain } = this.#options;
    if (sandboxDomain === undefined) return { ...request, uri: `/${label}${request.uri}`, headers };
    return { ...request, headers: { ...headers, host: [`${label}.${sandboxDomain}`] } };
  }
}

type Headers = ViewerRequest['headers'];

function asSent({ 'x-forwarded-prefix': _, ...headers }: Headers, { headers: { host = [] } }: ViewerRequest): Headers {
  return { ...headers, host, 'x-forwarded-host': host };
}

/** Any key while the store cannot be read, which the function then reports. */
function validKey(entry: string | undefined, seconds: number): { readonly number: number; readonly key: string } {
  const keys: Record<string, { readonly key: string; readonly until?: number }> = JSON.parse(entry ?? '{}');
  const [number = '0', valid] =
    Object.entries(keys).find(([, { until }]) => until === undefined || until > seconds) ?? [];
  return { number: Number(number), key: valid?.key ?? '' };
}
