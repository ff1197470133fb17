import { setTimeout as wait } from 'node:timers/promises';
import type { CommandEvent } from '../../../../shared/contract/shapes/command.ts';
import { type FollowDeps, followed, offsetsIn } from '../../../../shared/domain/commands/follow-command.ts';
import {
  type CommandRequest,
  identityOf,
  type StartedCommand,
  startCommand,
} from '../../../../shared/domain/commands/start-command.ts';
import type { SandboxAgent } from '../../../../shared/domain/sandboxes/agent/sandbox-agent.ts';
import { newId } from '../../../../shared/platform/ids.ts';

/** A caller who may follow a command to its end. */
export const deps: FollowDeps = {
  now: () => new Date(),
  pause: (milliseconds) => wait(milliseconds),
  timeLeft: () => 60_000,
  takePlace: async () => async () => undefined,
  check: async () => undefined,
};

/** @param key the Idempotency-Key */
export async function startIn(agent: SandboxAgent, request: Partial<CommandRequest>, key?: string) {
  const whole = { command: 'true', env: {}, background: false, stdin: false, ...request };
  const identity =
    key === undefined ? { id: newId(new Date()), fingerprint: null } : identityOf(key, 'owner', 'sandbox', whole);
  const started = await startCommand(agent, identity, whole, deps);
  return { ...started, agent, id: identity.id, from: offsetsIn(undefined) };
}

type Followed = StartedCommand & { agent: SandboxAgent; id: string; from: { stdout: number; stderr: number } };

export const eventsOf = async (command: Followed, own: Partial<FollowDeps> = {}): Promise<readonly CommandEvent[]> => {
  const events: CommandEvent[] = [];
  for await (const part of followed(command, { ...deps, ...own })) {
    if (typeof part === 'object' && 'event' in part) events.push(part);
  }
  return events;
};

/** The bytes of a stream. */
export const outputIn = (events: readonly CommandEvent[], stream: 'stdout' | 'stderr') =>
  Buffer.concat(
    events.flatMap(({ event, data }) => {
      if (event !== stream) return [];
      return 'text' in data ? [Buffer.from(data.text)] : 'base64' in data ? [Buffer.from(data.base64, 'base64')] : [];
    }),
  );
