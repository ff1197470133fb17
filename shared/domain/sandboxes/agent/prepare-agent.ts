import { type Clock, timestamp } from '../../../platform/clock.ts';
import { log } from '../../../platform/log.ts';
import type { EdgeEntries } from '../edge/edge-entries.ts';
import type { EdgeState, EdgeStates } from '../edge/edge-state.ts';
import type { Addresses } from '../ingress/ingress.ts';
import { nameIn } from '../ingress/name.ts';
import type { Sandbox } from '../record/sandbox.ts';
import type { Agents } from './agents.ts';
import type { SandboxKeys } from './keys.ts';

export interface PrepareDeps {
  readonly agents: Agents;
  readonly keys: SandboxKeys;
  readonly edge: Pick<EdgeEntries, 'take'>;
  readonly edgeStates: EdgeStates;
  readonly allowedOrigins: readonly string[];
  /** The URL of this service for agents and clients, without a trailing slash. */
  readonly publicBaseUrl: string;
  readonly now: Clock;
  readonly pause: (milliseconds: number) => Promise<void>;
}

/** When the agent first responded, and when it had its keys. */
export interface Prepared {
  readonly AGENT_ANSWERED: string;
  readonly AGENT_INITIALISED: string;
}

/** How long a boot waits for the agent at its lasting URL, in milliseconds. Requests then take the slow way. */
const LASTING_PATIENCE = 5_000;
/** Pauses double: each look reads a row, or takes the slow way until the entry has arrived. */
const FIRST_PAUSE_AT_LASTING = 100;
const LONGEST_PAUSE_AT_LASTING = 800;

/** What one worker has tried for its sandbox. */
export class BootTries {
  /** The reasons for which the agent refused its keys. Each reason is logged once. */
  readonly refusals: string[] = [];
  /** Whether the edge still has an entry of another task with this address, or of an earlier one of this sandbox. */
  isWaiting = false;
  /** When its row was read, before AWS was asked for the address. */
  seenAt: Date | undefined;
  isClaimed = false;
  hasWaitedAtLasting = false;
}

/**
 * Delivers the keys even to an agent that is ready. Its refusal proves that it has them from an earlier worker, and not
 * from an intruder who learned its init key.
 *
 * @returns undefined while the agent is not ready. An agent that refuses its keys is called again until the boot phase
 * times out. `intruded` for a warm agent that has keys already: its task must end.
 */
export async function prepareAgent(
  sandbox: Sandbox,
  addresses: Addresses,
  tries: BootTries,
  deps: PrepareDeps,
): Promise<Prepared | 'intruded' | undefined> {
  const { agentUrl: url } = addresses;
  if (url === null) return undefined;
  const [health] = await Promise.all([deps.agents.health(url), claim(sandbox, addresses, tries, deps)]);
  if (health.kind === 'unreachable' || health.kind === 'hidden') return undefined;
  const answeredAt = timestamp(deps.now());
  if (sandbox.warm) {
    if (health.kind === 'dormant') return { AGENT_ANSWERED: answeredAt, AGENT_INITIALISED: answeredAt };
    log.error('agent of a warm task has keys that this service did not give it', { sandbox_id: sandbox.sandbox_id });
    return 'intruded';
  }
  // Until then, the address could lead clients of another sandbox to this agent.
  if (!tries.isClaimed || !(await initialise(sandbox, url, tries, deps))) return undefined;
  const initialisedAt = timestamp(deps.now());
  const isReady = health.kind === 'ready' || (await deps.agents.health(url)).kind === 'ready';
  if (!isReady) return undefined;
  await awaitLasting(sandbox, addresses, tries, deps);
  return { AGENT_ANSWERED: answeredAt, AGENT_INITIALISED: initialisedAt };
}

/** A warm task claims nothing: the sandbox that gets it does. */
async function claim(
  sandbox: Sandbox,
  { publicAddress }: Addresses,
  tries: BootTries,
  { edge }: PrepareDeps,
): Promise<void> {
  if (tries.isClaimed || sandbox.warm) return;
  tries.isClaimed = publicAddress === null || (await edge.take(sandbox, publicAddress, tries.seenAt)) === 'taken';
  tries.isWaiting = !tries.isClaimed;
}

/** @returns whether the agent has its keys */
async function initialise(
  sandbox: Sandbox,
  url: string,
  { refusals }: BootTries,
  { agents, keys, allowedOrigins, publicBaseUrl }: PrepareDeps,
): Promise<boolean> {
  try {
    await agents.init(url, {
      initKey: await keys.initKey(sandbox),
      sessionKey: await keys.sessionKey(sandbox),
      deliveryKey: await keys.deliveryKey(sandbox),
      secretKey: await keys.secretKey(sandbox),
      allowedOrigins,
      webhookUrl: `${publicBaseUrl}/api/v1/webhooks`,
    });
    return true;
  } catch (error) {
    const { owner_id, sandbox_id } = sandbox;
    if (!refusals.includes(String(error)))
      log.warn('agent server was not initialised', { owner_id, sandbox_id, error });
    refusals.push(String(error));
    return false;
  }
}

/**
 * Waits a moment until the agent responds at the URL that clients get, as some clients follow no redirect of the slow
 * way. No request is sent there before the edge's store has the entry.
 */
async function awaitLasting(
  sandbox: Sandbox,
  { agentUrl, exposedUrls }: Addresses,
  tries: BootTries,
  deps: PrepareDeps,
): Promise<void> {
  const url = exposedUrls.find(({ name }) => name === 'AGENT_SERVER')?.url;
  if (url === undefined || url === agentUrl || isPortOfMachine(url) || tries.hasWaitedAtLasting) return;
  tries.hasWaitedAtLasting = true;
  const until = deps.now().getTime() + LASTING_PATIENCE;
  const state = await entryState(sandbox, until, deps);
  // Without room for its entry, it is reached by the slow way only.
  if (state === 'overflow') return;
  if (state !== 'written' || !(await isReadyAt(url, sandbox, until, deps)))
    log.warn('agent does not respond at its lasting URL yet', { sandbox_id: sandbox.sandbox_id });
}

/** Such a URL leads to its task without an entry. */
function isPortOfMachine(url: string): boolean {
  return nameIn(url) === undefined && new URL(url).hostname.startsWith('127.');
}

/** Waits until the writer has handled the entry. */
function entryState({ address_id: id }: Sandbox, until: number, deps: PrepareDeps): Promise<EdgeState> {
  return firstOf(
    () => deps.edgeStates.of(id),
    (state) => state !== 'expected',
    until,
    deps,
  );
}

async function isReadyAt(url: string, sandbox: Sandbox, until: number, deps: PrepareDeps): Promise<boolean> {
  const sessionKey = await deps.keys.sessionKey(sandbox);
  const isReady = async () => (await deps.agents.health(url, sessionKey)).kind === 'ready';
  return firstOf(isReady, (ready) => ready, until, deps);
}

/** The first result that is wanted, or the last one before the end. */
async function firstOf<T>(
  look: () => Promise<T>,
  isWanted: (result: T) => boolean,
  until: number,
  { now, pause: wait }: PrepareDeps,
): Promise<T> {
  for (let pause = FIRST_PAUSE_AT_LASTING; ; pause = Math.min(LONGEST_PAUSE_AT_LASTING, pause * 2)) {
    const result = await look();
    if (isWanted(result) || now().getTime() >= until) return result;
    await wait(pause);
  }
}
