import * as z from 'zod';
import type { Sealed, Vault } from '../../../../platform/vault.ts';
import { McpServers, type StartTask } from './start-task.ts';

/** The secrets of a request, which only the agent may read. */
export const StartSecrets = z.object({
  /** By name; they go before the owner's own of the same name. */
  secrets: z.record(z.string(), z.string()),
  /** Keys stand in their headers, arguments, addresses and variables: all of it is sealed. */
  mcp_servers: McpServers,
});
export type StartSecrets = z.infer<typeof StartSecrets>;

/** @returns null where there is nothing to seal: most starts ask the vault for nothing. */
export async function sealed(
  { secrets, mcp_servers: servers }: StartSecrets,
  ownerId: string,
  startTaskId: string,
  vault: Pick<Vault, 'seal'>,
): Promise<Sealed | null> {
  if (Object.keys(secrets).length === 0 && Object.keys(servers).length === 0) return null;
  return vault.seal(ownerId, purposeOf(startTaskId), JSON.stringify({ secrets, mcp_servers: servers }));
}

/** @throws BrokenSealError, or AppError `unavailable`. */
export async function opened(task: StartTask, vault: Pick<Vault, 'open'>): Promise<StartSecrets> {
  if (task.sealed === null) return { secrets: {}, mcp_servers: {} };
  const text = await vault.open(task.owner_id, purposeOf(task.start_task_id), task.sealed);
  return StartSecrets.parse(JSON.parse(text));
}

/** A seal for one start opens for no other. */
function purposeOf(startTaskId: string): string {
  return `start-task/${startTaskId}`;
}
