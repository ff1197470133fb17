import * as z from 'zod';
import { ProviderType } from './enums.ts';
import { Timestamp } from './fields.ts';
import { Branch, Repository } from './repository.ts';
import { ResourcesRequest } from './resources.ts';

/** When a prebuild is built again. */
export const PrebuildRefresh = z.enum(['push', 'daily', 'never']).meta({
  id: 'PrebuildRefresh',
  description:
    'push: when the git provider calls `hook_url` for a push to the branch. daily: 24 hours after the last build began. never: only on request.',
});
export type PrebuildRefresh = z.infer<typeof PrebuildRefresh>;

export const PrebuildState = z.enum(['BUILDING', 'READY', 'ERROR']).meta({
  id: 'PrebuildState',
  description:
    'BUILDING: a build is waiting or under way. READY: the last build succeeded. ERROR: the last build failed. Starts use the last successful build in every state.',
});

/** Why a build began. */
export const BuildCause = z.enum(['created', 'request', 'push', 'schedule']).meta({ id: 'BuildCause' });
export type BuildCause = z.infer<typeof BuildCause>;

const FailedBuild = z
  .object({
    code: z.string(),
    message: z.string(),
    output: z.string().nullable().meta({
      description: 'The end of what the set-up script printed, without secrets. Up to 2,000 characters.',
    }),
    at: Timestamp,
  })
  .meta({ id: 'FailedBuild' });

const BuildUnderWay = z
  .object({
    cause: BuildCause,
    sandbox_id: z.string().nullable().meta({ description: 'Null while the build waits for its turn.' }),
    began_at: Timestamp,
  })
  .meta({ id: 'PrebuildBuild' });

const FinishedBuild = z
  .object({
    snapshot_id: z.string().meta({ description: 'The snapshot from which starts begin.' }),
    commit: z
      .string()
      .nullable()
      .meta({ description: 'The commit that was checked out. Null for an empty repository.' }),
    spec_version: z.int().nullable().meta({
      description:
        'The version of your own sandbox spec that it ran. Starts use the build only while that version is the offered one. Null for specs of the deployment.',
    }),
    seconds: z.int().meta({ description: 'How long the build took, from the start of its sandbox to its snapshot.' }),
    built_at: Timestamp,
  })
  .meta({ id: 'FinishedBuild' });

export const PrebuildInfo = z
  .object({
    id: z.string(),
    created_by_user_id: z.string(),
    repository: z.string(),
    git_provider: ProviderType.nullable(),
    branch: z.string().nullable(),
    sandbox_spec_id: z.string(),
    refresh: PrebuildRefresh,
    setup_on_start: z.boolean(),
    resources: ResourcesRequest.nullable().meta({
      description: 'The size of the sandboxes of builds. Null: that of the spec.',
    }),
    state: PrebuildState,
    current: FinishedBuild.nullable().meta({ description: 'The last successful build. Null before the first one.' }),
    build: BuildUnderWay.nullable().meta({ description: 'The build that is waiting or under way.' }),
    failure: FailedBuild.nullable().meta({ description: 'Why the last build failed. Null if it succeeded.' }),
    next_build_at: Timestamp.nullable().meta({ description: 'When the next daily build is due.' }),
    hook_url: z.string().nullable().meta({
      description: 'The URL for the webhook of the git provider. Null unless `refresh` is `push`.',
    }),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: 'Prebuild' });

export const PrebuildWithSecret = PrebuildInfo.extend({
  hook_secret: z.string().nullable().meta({
    description: 'The secret for the webhook of the git provider. Shown only once. Null unless `refresh` is `push`.',
  }),
}).meta({ id: 'PrebuildWithSecret' });

export const setupOnStart = z.boolean().meta({
  description:
    'Whether `.openhands/setup.sh` also runs at each start. Without it, the script runs again only if it has changed since the build.',
});

/** The size of builds. Starts have the size that they ask for, with at least the disk of the build. */
export const buildResources = ResourcesRequest.nullable().meta({
  description:
    'The size of the sandboxes of builds. Null: that of the spec. Starts choose their own size, with at least the disk of the build.',
});

/** What a prebuild is of. */
export const prebuildSource = {
  repository: Repository,
  git_provider: ProviderType.nullable()
    .default(null)
    .meta({ description: 'Default: the only provider for which you have a token, or else GitHub.' }),
  branch: Branch.nullable()
    .default(null)
    .meta({ description: 'The name of a branch or tag. Default: the default branch.' }),
} as const;
