import * as z from 'zod';
import { ProviderType } from '../../contract/shapes/enums.ts';
import { Lineage } from '../../contract/shapes/lineages.ts';
import { Moment } from '../../contract/shapes/moments.ts';
import { BuildCause, PrebuildRefresh, PrebuildState } from '../../contract/shapes/prebuild.ts';
import { ResourcesRequest } from '../../contract/shapes/resources.ts';
import { rowReader } from '../../platform/aws/rows.ts';
import { timestamp } from '../../platform/clock.ts';
import { Sealed } from '../../platform/vault.ts';
import { makerFields } from '../sandboxes/record/privacy-fields.ts';

/** What a build checked out. */
const Prepared = z.object({
  commit: z.string().nullable(),
  /** Null for a tag. */
  branch: z.string().nullable(),
  /** The git provider, which the prebuild may not name. */
  git_provider: ProviderType,
});
export type Prepared = z.infer<typeof Prepared>;

/** The version of an owner's spec that a build ran, with the family of its task definition. */
const BuiltVersion = z.object({ version: z.int(), family: z.string() });

/** A build that is under way. Its sandbox has the id of the build. */
const Build = z.object({
  build_id: z.string(),
  cause: BuildCause,
  sandbox_created_at: z.string(),
  began_at: Moment,
  /** Null for deployed specs. */
  own_version: BuiltVersion.nullable(),
  /** Commit and branch of the clone, once the workspace is prepared. */
  prepared: Prepared.nullable(),
});
export type Build = z.infer<typeof Build>;

/** A successful build. */
const Finished = Prepared.extend({
  build_id: z.string(),
  snapshot_id: z.string(),
  own_version: BuiltVersion.nullable(),
  seconds: z.int(),
  built_at: Moment,
});
export type Finished = z.infer<typeof Finished>;

const Failure = z.object({ code: z.string(), message: z.string(), output: z.string().nullable(), at: Moment });

/** A row of the prebuilds table. Loose: older function versions keep the fields of newer ones. */
export const Prebuild = z.looseObject({
  owner_id: z.string(),
  prebuild_id: z.string(),
  repository: z.string(),
  git_provider: ProviderType.nullable(),
  branch: z.string().nullable(),
  spec_id: z.string(),
  refresh: PrebuildRefresh,
  setup_on_start: z.boolean(),
  /** The size of the sandboxes of builds; null for that of the spec. */
  resources: ResourcesRequest.nullable(),
  state: z.enum([...PrebuildState.options, 'DELETING']),
  /** Rises with each write: the optimistic lock. */
  version: z.int(),
  /** A build that was asked for and has not begun. Requests during a build ask for one more. */
  requested: z.object({ cause: BuildCause, at: Moment }).nullable(),
  build: Build.nullable(),
  current: Finished.nullable(),
  failure: Failure.nullable(),
  /** Sandboxes of ended builds and snapshots of earlier ones, until they are deleted. */
  discards: z.array(z.object({ kind: z.enum(['sandbox', 'snapshot']), id: z.string() })),
  next_build_at: Moment.nullable(),
  /** The secret of the webhook; null if none was made. */
  hook_secret: Sealed.nullable(),
  /** The API key that pays for builds, and its lineages. */
  api_key_id: z.string(),
  lineages: z.array(Lineage),
  ...makerFields,
  /** The worker that prepares the workspace. A retried invocation keeps its name. */
  lease_holder: z.string().nullable(),
  lease_until: z.string().nullable(),
  /** Failures of the agent server in a row. */
  attempts: z.int(),
  created_at: Moment,
  updated_at: Moment,
});
export type Prebuild = z.infer<typeof Prebuild>;

/** The service does not build a damaged prebuild, and starts clone the repository instead. It can be deleted. */
export const readPrebuild = /* @__PURE__ */ rowReader('prebuild', Prebuild, {
  shown: ['failure', 'resources', 'next_build_at', 'updated_at'],
  damaged: { state: 'ERROR', refresh: 'never', requested: null, build: null, current: null, hook_secret: null },
});

/** Maximum number of prebuilds of an owner. */
export const MAX_PREBUILDS = 20;

/** How long after its last change a build is looked at again, in milliseconds. Events of its sandbox come sooner. */
const LOOK_AGAIN = 60_000;

const DAY = 24 * 60 * 60_000;

/** The row after one more write. */
export function changedPrebuild(row: Prebuild, now: Date, change: Partial<Prebuild>): Prebuild {
  return { ...row, ...change, version: row.version + 1, updated_at: timestamp(now) };
}

/** Whether callers see it. Its deletion hides it at once. */
export function isShown({ state }: Pick<Prebuild, 'state'>): boolean {
  return state !== 'DELETING';
}

/** When work on a prebuild is due; null if only a request changes it. */
function dueAt(row: Prebuild): string | null {
  const { state, requested, build, discards, lease_until: lease, updated_at: at, next_build_at: next } = row;
  const soon = timestamp(new Date(Date.parse(at) + LOOK_AGAIN));
  if (build !== null || discards.length > 0 || state === 'DELETING')
    return lease !== null && lease > soon ? lease : soon;
  if (requested !== null) return soon;
  return next;
}

/** The attributes of the index of due work, derived from the row on every write. */
export function prebuildIndexes(row: Prebuild): Readonly<Record<string, string>> {
  const due = dueAt(row);
  return due === null ? {} : { watch: 'due', watch_at: due };
}

/** The date of the next daily build after one that begins now. */
export function nextBuild(refresh: PrebuildRefresh, now: Date): string | null {
  return refresh === 'daily' ? timestamp(new Date(now.getTime() + DAY)) : null;
}

/** The seal purpose of a prebuild's secret. */
export function hookPurpose(prebuildId: string): string {
  return `prebuild-hook/${prebuildId}`;
}
