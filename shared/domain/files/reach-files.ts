import type { Clock } from '../../platform/clock.ts';
import { AppError } from '../../platform/errors.ts';
import {
  type AgentAccessDeps,
  type Reach,
  type ReachDeps,
  reachSandbox,
  runningAgent,
} from '../sandboxes/agent/reach-sandbox.ts';
import type { SandboxAgent } from '../sandboxes/agent/sandbox-agent.ts';
import { startSnapshotOf } from '../sandboxes/record/base-snapshot.ts';
import { hasLostWorkspace } from '../sandboxes/record/conditions.ts';
import type { Sandbox } from '../sandboxes/record/sandbox.ts';
import { apiStatus } from '../sandboxes/record/status.ts';
import { type GivenPath, SandboxPath } from './sandbox-path.ts';
import type { SavedVolumes } from './saved-volumes.ts';
import { reading, type SavedOptions, SavedWorkspace } from './saved-workspace.ts';

/** The maximum wait for a sandbox that resumes, in milliseconds: the scripts need the rest of the function's time. */
const PATIENCE = 12_000;

type Wanted = Omit<Reach, 'patience'>;

interface Files {
  readonly agent: SandboxAgent;
  /** Resolves a path of the request against the working directory. */
  readonly pathOf: (given: GivenPath) => SandboxPath;
}

/** @throws as `reachSandbox` */
export async function reachFiles(reach: Wanted, deps: ReachDeps): Promise<Files> {
  const agent = await reachSandbox({ ...reach, patience: PATIENCE }, deps);
  return { agent, pathOf: pathsOf(agent.sandbox) };
}

export interface ReadFilesDeps extends ReachDeps {
  readonly volumes: SavedVolumes;
  readonly now: Clock;
}

type SavedFiles = Pick<Files, 'pathOf'> & { readonly source: 'snapshot'; readonly workspace: SavedWorkspace };
type ReadableFiles = (Files & { readonly source: 'sandbox' }) | SavedFiles;

/**
 * The files of a sandbox to read: from the sandbox while it runs, or from its saved workspace while it is paused or has
 * failed. @param milliseconds for reading what was saved @throws as `reachSandbox`; AppError of `SavedVolumes`
 */
export async function reachReadableFiles(
  reach: Wanted,
  milliseconds: number,
  deps: ReadFilesDeps,
): Promise<ReadableFiles> {
  try {
    return { source: 'sandbox', ...(await reachFiles(reach, deps)) };
  } catch (error) {
    if (reach.resume) throw error;
    return savedFiles({ ownerId: reach.caller.ownerId, sandboxId: reach.sandboxId, milliseconds }, deps, error);
  }
}

interface Reading {
  readonly ownerId: string;
  readonly sandboxId: string;
  /** For reading what was saved. */
  readonly milliseconds: number;
  readonly bounds?: SavedOptions['bounds'];
}

export type ReadFolderDeps = AgentAccessDeps & Pick<ReadFilesDeps, 'volumes' | 'now'>;

/** The same without a resume. @throws as `runningAgent`; AppError of `SavedVolumes` */
export async function reachFolder(wanted: Reading, deps: ReadFolderDeps): Promise<ReadableFiles> {
  try {
    const agent = await runningAgent(wanted.ownerId, wanted.sandboxId, deps);
    return { source: 'sandbox', agent, pathOf: pathsOf(agent.sandbox) };
  } catch (error) {
    return savedFiles(wanted, deps, error);
  }
}

/** @param error why the sandbox itself cannot be read @throws the error if nothing is saved either */
async function savedFiles(
  { ownerId, sandboxId, milliseconds, bounds = {} }: Reading,
  deps: ReadFolderDeps,
  error: unknown,
): Promise<SavedFiles> {
  if (!(error instanceof AppError) || !ofStopped.includes(error.code)) throw error;
  // Only a sandbox that does not run is read twice.
  const sandbox = await deps.sandboxes.find(ownerId, sandboxId);
  const snapshotId = sandbox && savedSnapshotOf(sandbox);
  if (!snapshotId) throw error;
  const workspace = await reading(SavedWorkspace.open(snapshotId, milliseconds, deps, { bounds }), 'sandbox');
  return { source: 'snapshot', workspace, pathOf: pathsOf(sandbox) };
}

const ofStopped: readonly string[] = ['conflict', 'unavailable'];

function pathsOf({ working_dir: directory }: Pick<Sandbox, 'working_dir'>): Files['pathOf'] {
  return (given) => SandboxPath.of(given, directory);
}

/**
 * The snapshot with the newest state of the workspace; undefined without one.
 *
 * @throws AppError `conflict` while newer content is only on a disk
 */
function savedSnapshotOf(sandbox: Sandbox): string | undefined {
  const status = apiStatus(sandbox);
  if ((status !== 'PAUSED' && status !== 'ERROR') || hasLostWorkspace(sandbox)) return undefined;
  if (sandbox.volume_id === null) return startSnapshotOf(sandbox) ?? undefined;
  const message = `Sandbox ${sandbox.sandbox_id} is ${status}, and its workspace is still being saved. Try again.`;
  throw new AppError('conflict', message, { extensions: { retry_after_seconds: 5 } });
}
