import type { BuildCause } from '../../contract/shapes/prebuild.ts';
import { isHeld } from '../../platform/lease.ts';
import type { Sandbox } from '../sandboxes/record/sandbox.ts';
import { apiStatus, isGone, statusDetail } from '../sandboxes/record/status.ts';
import type { Build, Prebuild } from './prebuild.ts';

/** How long a build can take, in milliseconds: a start on a busy day, the steps of the workspace, and its save. */
const LONGEST = 90 * 60_000;

/** The next thing to do for a prebuild. `none` ends a pass: a request, its sandbox or the sweep begins the next one. */
export type BuildStep =
  | { readonly kind: 'none' }
  | { readonly kind: 'begin'; readonly cause: BuildCause }
  /** Clones the repository and runs its set-up. */
  | { readonly kind: 'prepare'; readonly build: Build; readonly sandbox: Sandbox }
  | { readonly kind: 'pause'; readonly sandbox: Sandbox }
  /** Makes the saved workspace the snapshot of the prebuild. */
  | { readonly kind: 'keep'; readonly build: Build & { readonly prepared: NonNullable<Build['prepared']> } }
  | { readonly kind: 'fail'; readonly code: string; readonly message: string }
  | { readonly kind: 'discard' }
  | { readonly kind: 'remove' };

/** Depends only on the rows, so that any event can be lost, repeated or late. @param sandbox that of the build */
export function nextBuildStep(row: Prebuild, sandbox: Sandbox | undefined, now: Date, worker: string): BuildStep {
  if (row.build !== null) return building(row, row.build, sandbox, now, worker);
  if (row.state === 'DELETING') return { kind: row.discards.length > 0 ? 'discard' : 'remove' };
  if (row.requested !== null) return { kind: 'begin', cause: row.requested.cause };
  if (row.next_build_at !== null && row.next_build_at <= now.toISOString()) return { kind: 'begin', cause: 'schedule' };
  return { kind: row.discards.length > 0 ? 'discard' : 'none' };
}

function building(row: Prebuild, build: Build, sandbox: Sandbox | undefined, now: Date, worker: string): BuildStep {
  if (isGone(sandbox) || sandbox.created_at !== build.sandbox_created_at)
    return { kind: 'fail', code: 'sandbox_deleted', message: 'The sandbox of the build was deleted.' };
  if (now.getTime() - Date.parse(build.began_at) > LONGEST)
    return { kind: 'fail', code: 'too_late', message: 'The build did not end in time.' };
  const { prepared } = build;
  const isTaken = isHeld(row.lease_until, now) && row.lease_holder !== worker;
  switch (apiStatus(sandbox)) {
    case 'STARTING':
      return { kind: 'none' };
    case 'RUNNING':
      if (prepared !== null) return { kind: 'pause', sandbox };
      return isTaken ? { kind: 'none' } : { kind: 'prepare', build, sandbox };
    case 'PAUSED':
      if (prepared === null)
        return { kind: 'fail', code: 'sandbox_paused', message: 'The sandbox was paused before the build ended.' };
      return sandbox.phase === 'PAUSED' ? { kind: 'keep', build: { ...build, prepared } } : { kind: 'none' };
    case 'ERROR':
    case 'MISSING':
      return {
        kind: 'fail',
        code: sandbox.status_reason?.code ?? 'sandbox_failed',
        message: statusDetail(sandbox) ?? 'The sandbox of the build failed.',
      };
  }
}
