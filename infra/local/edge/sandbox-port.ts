import { type EdgeEntry, edgeNames } from '../../../shared/domain/sandboxes/ingress/edge-entry.ts';
import { type Label, writeLabel } from '../../../shared/domain/sandboxes/ingress/label.ts';
import { type Name, writeName } from '../../../shared/domain/sandboxes/ingress/name.ts';
import { type Clock, systemClock } from '../../../shared/platform/clock.ts';
import type { KeyValues } from './edge-function.ts';
import type { Verdict, ViewerRequest } from './verdict.ts';
import type { DecidingFunction } from './viewer-decision.ts';

interface SandboxPortsOptions {
  readonly function: DecidingFunction;
  /** The store with the keys and the entries. */
  readonly keyValues: KeyValues;
  /** Whether a port of the edge is for one sandbox. */
  readonly isSandboxPort: (port: number) => boolean;
  /** The public address and port of its task; undefined while it has none. */
  readonly taskAt: (port: number) => Pick<Label, 'address' | 'port'> | undefined;
  /** The sandbox to which a port belongs; undefined once its row is gone. */
  readonly sandboxAt: (port: number) => Promise<Pick<Name, 'addressId' | 'port'> | undefined>;
  /** The domain of sandboxes, if labels and names are in the host. */
  readonly sandboxDomain: string | undefined;
  readonly now?: Clock;
}

/** How long a label is valid that is used at once, in seconds. */
const VALID_SECONDS = 60;

/** Where no task is: the function says so for a label that has expired. */
const NOWHERE = { address: '3.0.0.0', port: 8000 };

/**
 * A request at the port of a sandbox has no name. It gets one that is signed like those of the service, and passes the
 * deployed function with it, so that both forms of URL have the same checks and responses, also while it is paused.
 */
export class NamingFunction implements DecidingFunction {
  readonly #options: SandboxPortsOptions;

  constructor(options: SandboxPortsOptions) {
    this.#options = options;
  }

  async run(request: ViewerRequest): Promise<Verdict> {
    const { function: inner, isSandboxPort } = this.#options;
    if (request.localPort === undefined || !isSandboxPort(request.localPort)) return inner.run(request);
    const text = (await this.#nameAt(request.localPort)) ?? (await this.#labelAt(request.localPort));
    const verdict = await inner.run(this.#addressed(request, text));
    return verdict.kind === 'forward' ? { ...verdict, headers: asSent(verdict.headers, request) } : verdict;
  }

  /** @returns undefined without a sandbox, and while a running task's entry has not arrived at the edge */
  async #nameAt(port: number): Promise<string | undefined> {
    const { keyValues, sandboxAt, taskAt } = this.#options;
    const sandbox = await sandboxAt(port);
    if (!sandbox) return undefined;
    const task = taskAt(port);
    const entry = await keyValues.get(sandbox.addressId).catch(() => undefined);
    const known: Partial<EdgeEntry> = JSON.parse(entry ?? '{}');
    if (task && known.a !== task.address) return undefined;
    const { number, key } = await this.#key(edgeNames.nameKeys);
    return writeName({ keyNumber: number, slot: 0, ...sandbox }, key);
  }

  async #labelAt(port: number): Promise<string> {
    const task = this.#options.taskAt(port);
    const seconds = this.#seconds();
    const { number, key } = await this.#key(edgeNames.labelKeys);
    const endsAt = task ? seconds + VALID_SECONDS : seconds - 1;
    return writeLabel({ keyNumber: number, name: 'AGENT_SERVER', generation: 0, endsAt, ...(task ?? NOWHERE) }, key);
  }

  async #key(name: string) {
    return validKey(await this.#options.keyValues.get(name).catch(() => undefined), this.#seconds());
  }

  #seconds(): number {
    const { now = systemClock } = this.#options;
    return Math.floor(now().getTime() / 1_000);
  }

  /** Without cookies: browsers send them to all ports of a host. */
  #addressed(request: ViewerRequest, text: string): ViewerRequest {
    const { cookie: _, ...headers } = request.headers;
    const { sandboxDomain } = this.#options;
    if (sandboxDomain === undefined) return { ...request, uri: `/${text}${request.uri}`, headers };
    return { ...request, headers: { ...headers, host: [`${text}.${sandboxDomain}`] } };
  }
}

type Headers = ViewerRequest['headers'];

/** The service needs the URL that the viewer asked for: the one at the port, without the name. */
function asSent(
  { 'x-forwarded-prefix': _, 'x-sandbox-uri': asked, ...headers }: Headers,
  { headers: { host = [] }, uri, query }: ViewerRequest,
): Headers {
  const sent = query === undefined ? uri : `${uri}?${query}`;
  return { ...headers, host, 'x-forwarded-host': host, ...(asked && { 'x-sandbox-uri': [sent] }) };
}

/** Any key while the store cannot be read, which the function then reports. */
function validKey(entry: string | undefined, seconds: number): { readonly number: number; readonly key: string } {
  const keys: Record<string, { readonly key: string; readonly until?: number }> = JSON.parse(entry ?? '{}');
  const [number = '0', valid] =
    Object.entries(keys).find(([, { until }]) => until === undefined || until > seconds) ?? [];
  return { number: Number(number), key: valid?.key ?? '' };
}
