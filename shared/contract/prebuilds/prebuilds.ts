import * as z from 'zod';
import { defineEndpoint } from '../endpoint/endpoint.ts';
import { Success } from '../shapes/fields.ts';
import {
  buildResources,
  PrebuildInfo,
  PrebuildRefresh,
  PrebuildWithSecret,
  prebuildSource,
  setupOnStart,
} from '../shapes/prebuild.ts';
import { line } from '../shapes/text.ts';

const common = { area: 'prebuilds', access: 'key', generation: 'v1' } as const;
const PrebuildId = z.string().regex(/^[a-z0-9]{1,64}$/, { error: 'Must be the id of a prebuild.' });
const params = z.object({ prebuild_id: PrebuildId });
const SpecId = line(200)
  .min(1)
  .meta({ description: 'The sandbox spec, also one of your own. Default: the default spec.' });

export const createPrebuild = defineEndpoint(() => ({
  ...common,
  id: 'create-prebuild',
  scope: 'sandboxes:write',
  method: 'POST',
  path: '/api/v1/prebuilds',
  summary: 'Create a prebuild',
  description:
    'Clones the repository in a new sandbox, runs its `.openhands/setup.sh` and keeps the workspace as a snapshot. Conversations that start in a new sandbox with this repository, branch and sandbox spec begin from it. The sandbox of a build counts and costs like any other. The secret of the webhook is shown only in this response. An owner can have at most 20 prebuilds, and only one for each repository, branch and sandbox spec: a second one is refused with a 409 that has the `prebuild_id` of the first.',
  idempotent: 'sealed',
  body: z.object({
    ...prebuildSource,
    sandbox_spec_id: SpecId.nullable().default(null),
    refresh: PrebuildRefresh.default('never'),
    setup_on_start: setupOnStart.default(false),
    resources: buildResources.default(null),
  }),
  refusals: { value_error: '`sandbox_spec_id` is not a sandbox spec, or does not offer `resources`' },
  success: { status: 201, location: '/api/v1/prebuilds/{id}', body: PrebuildWithSecret },
  errors: ['conflict', 'unavailable', 'owner_suspended'],
}));

export const listPrebuilds = defineEndpoint(() => ({
  ...common,
  id: 'list-prebuilds',
  scope: 'sandboxes:read',
  method: 'GET',
  path: '/api/v1/prebuilds',
  summary: 'List prebuilds, oldest first',
  success: { status: 200, cache: 'own', body: z.object({ items: z.array(PrebuildInfo) }) },
  errors: [],
}));

export const getPrebuild = defineEndpoint(() => ({
  ...common,
  id: 'get-prebuild',
  revised: true,
  scope: 'sandboxes:read',
  method: 'GET',
  path: '/api/v1/prebuilds/{prebuild_id}',
  summary: 'Get a prebuild',
  params,
  success: { status: 200, cache: 'own', body: PrebuildInfo },
  errors: ['not_found'],
}));

export const updatePrebuild = defineEndpoint(() => ({
  ...common,
  id: 'update-prebuild',
  revised: true,
  scope: 'sandboxes:write',
  method: 'PATCH',
  path: '/api/v1/prebuilds/{prebuild_id}',
  summary: 'Update a prebuild',
  description:
    'Fields that are not sent stay unchanged. To build another repository, branch or spec, create another prebuild. After a change to `push`, rotate the secret to get one.',
  params,
  body: z.object({
    refresh: PrebuildRefresh.optional(),
    setup_on_start: setupOnStart.optional(),
    resources: buildResources.optional(),
  }),
  refusals: { value_error: 'the sandbox spec does not offer `resources`' },
  success: { status: 200, body: PrebuildInfo },
  errors: ['not_found', 'conflict'],
}));

export const deletePrebuild = defineEndpoint(() => ({
  ...common,
  id: 'delete-prebuild',
  scope: 'sandboxes:write',
  method: 'DELETE',
  path: '/api/v1/prebuilds/{prebuild_id}',
  summary: 'Delete a prebuild',
  description: 'Also deletes its snapshot, and the sandbox of a build. Sandboxes that began from it stay as they are.',
  params,
  success: { status: 200, body: Success },
  errors: ['not_found', 'conflict'],
}));

export const requestPrebuildBuild = defineEndpoint(() => ({
  ...common,
  id: 'request-prebuild-build',
  scope: 'sandboxes:write',
  method: 'POST',
  path: '/api/v1/prebuilds/{prebuild_id}/build',
  summary: 'Start a build of a prebuild',
  description:
    'While a build is under way, one more follows it. Starts use the current build until the new one has succeeded.',
  params,
  success: { status: 202, body: PrebuildInfo },
  errors: ['not_found', 'conflict', 'owner_suspended'],
}));

export const rotatePrebuildSecret = defineEndpoint(() => ({
  ...common,
  id: 'rotate-prebuild-secret',
  scope: 'sandboxes:write',
  method: 'POST',
  path: '/api/v1/prebuilds/{prebuild_id}/rotate-secret',
  summary: "Rotate the secret of a prebuild's webhook",
  description: 'The old secret ends at once. The new one is shown only in this response.',
  idempotent: 'sealed',
  params,
  success: { status: 200, body: PrebuildWithSecret },
  errors: ['not_found', 'conflict', 'unavailable'],
}));

export const receivePush = defineEndpoint(() => ({
  ...common,
  access: 'open',
  id: 'receive-push',
  method: 'POST',
  path: '/api/v1/prebuild-hooks/{prebuild_id}',
  summary: 'Receive a push from a git provider',
  description:
    "For the webhook of a git provider, with the content type `application/json` and the secret of the prebuild. GitHub, Forgejo, Gitea and Bitbucket sign the body (`X-Hub-Signature-256` or `X-Hub-Signature`, HMAC-SHA256), GitLab sends the secret (`X-Gitlab-Token`). A push to the prebuild's branch asks for a build; other events have no effect.",
  params,
  bodyFormat: 'signed',
  maxBodyBytes: 1024 * 1024,
  body: z
    .instanceof(Uint8Array)
    .meta({ override: { type: 'object', additionalProperties: true, description: "The git provider's event." } }),
  success: {
    status: 202,
    body: z.object({
      build: z.enum(['requested', 'none']).meta({ description: 'Whether the event asked for a build.' }),
    }),
  },
  errors: ['not_found', 'forbidden', 'conflict', 'unavailable'],
}));
