import * as z from 'zod';
import type { Sealed, Vault } from '../../../../platform/vault.ts';
import { isConfidential } from './masked-request.ts';
import type { StartTask } from './start-task.ts';

/** Made when it is used, so that functions which only seal do not bundle it. */
const startSecrets = () =>
  z.object({
    /** By name. They override the owner's secrets of the same name. */
    secrets: z.record(z.string(), z.string()),
    /** Sealed as a whole, as headers, arguments, URLs and variables can contain keys. */
    mcp_servers: z.record(z.string(), z.unknown()),
    /** The plugins with their credentials and parameters, if they have any. */
    plugins: z
      .array(
        z.object({
          source: z.string(),
          ref: z.string().nullish(),
          repo_path: z.string().nullish(),
          parameters: z.record(z.string(), z.unknown()).nullish(),
        }),
      )
      .optional(),
  });

/** The secrets of a request, which only the agent receives. */
export type StartSecrets = z.infer<ReturnType<typeof startSecrets>>;
type Plugin = NonNullable<StartSecrets['plugins']>[number];

/** @returns null if there is nothing to seal, as for most starts. */
export async function sealSecrets(
  {
    secrets,
    mcp_servers,
    plugins = [],
  }: Omit<StartSecrets, 'plugins'> & { readonly plugins?: readonly Plugin[] | null },
  ownerId: string,
  startTaskId: string,
  vault: Pick<Vault, 'seal'>,
): Promise<Sealed | null> {
  const hidden = plugins?.some(isConfidential) ? { plugins } : {};
  if (Object.keys({ ...secrets, ...mcp_servers, ...hidden }).length === 0) return null;
  return vault.seal(ownerId, purposeOf(startTaskId), JSON.stringify({ secrets, mcp_servers, ...hidden }));
}

/** @throws BrokenSealError, or AppError `unavailable`. */
export async function openSecrets(task: StartTask, vault: Pick<Vault, 'open'>): Promise<StartSecrets> {
  if (task.sealed === null) return { secrets: {}, mcp_servers: {} };
  const text = await vault.open(task.owner_id, purposeOf(task.start_task_id), task.sealed);
  return startSecrets().parse(JSON.parse(text));
}

/** Binds the seal to the start task. */
function purposeOf(startTaskId: string): string {
  return `start-task/${startTaskId}`;
}
