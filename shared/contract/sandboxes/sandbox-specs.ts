import * as z from 'zod';
import { defineEndpoint } from '../endpoint/endpoint.ts';
import { Architecture, Capacity } from '../shapes/enums.ts';
import { idList, limit, PageId, page, Success, Timestamp } from '../shapes/fields.ts';
import { OwnSpecChange, OwnSpecId, OwnSpecRequest, ownSpecDetails, ownSpecParts } from '../shapes/own-spec.ts';
import { line } from '../shapes/text.ts';

const prices = {
  cost_per_hour_usd: z.string().meta({
    description:
      'What an hour of a running sandbox costs in US dollars, as usage counts it: vCPUs, memory, public IPv4 address and workspace. Language models are not included.',
  }),
  spot_cost_per_hour_usd: z.string().meta({
    description: 'The same on Spot capacity. An estimate: AWS changes the price of Spot with demand.',
  }),
};

const SandboxSize = z
  .object({ vcpu: z.number(), memory_gb: z.number(), ...prices })
  .meta({ id: 'SandboxSize', description: 'A size that `resources` can choose, with the workspace of the spec.' });

const SandboxSpecInfo = z
  .object({
    id: z.string(),
    command: z.array(z.string()).nullable(),
    created_at: Timestamp,
    initial_env: z.record(z.string(), z.string()),
    working_dir: z.string(),
    vcpu: z.number().meta({ description: 'vCPUs of a sandbox.' }),
    memory_gb: z.number().meta({ description: 'Memory of a sandbox in GB.' }),
    workspace_gb: z.int().meta({ description: 'Size of the workspace in GB.' }),
    architecture: Architecture.meta({ description: 'The processor of its sandboxes.' }),
    capacity: Capacity.meta({ description: 'The capacity of starts that choose none.' }),
    ...prices,
    sizes: z.array(SandboxSize).meta({
      description: 'The sizes that a start or resume can choose with `resources`, smallest first.',
    }),
    workspace_gb_range: z
      .object({ min: z.int(), max: z.int() })
      .meta({ description: 'The sizes of the workspace that a start can choose, in GB.' }),
    workspace_cost_per_gb_month_usd: z.string().meta({
      description:
        'What a GB of the workspace costs in US dollars for 30 days of a running sandbox. It is part of `cost_per_hour_usd`.',
    }),
    unavailable_reason: z.string().nullable().meta({
      description: 'Why sandboxes of this spec cannot start, if the service knows it. Null if it knows no reason.',
    }),
    install_command: z.string().nullable().meta({
      description: 'The command that installs the program that the local service needs for this spec. Otherwise null.',
    }),
    ...ownSpecParts,
  })
  .meta({ id: 'SandboxSpecInfo' });

/** What the deployment allows for specs of owners. */
const OwnSpecOffer = z
  .object({
    registries: z.array(z.string()).meta({ description: 'The registries from which images can come.' }),
    max: z.int().meta({ description: 'How many specs an owner can have.' }),
    admins_only: z
      .boolean()
      .meta({ description: 'Whether only API keys with the scope `admin` can make and change them.' }),
  })
  .meta({ id: 'OwnSpecOffer', description: 'What the operator allows for specs of your own. Null: none.' });

const SandboxSpecDetails = SandboxSpecInfo.extend(ownSpecDetails).meta({ id: 'SandboxSpecDetails' });

const common = {
  area: 'sandboxes',
  tag: 'sandbox-specs',
  method: 'GET',
  access: 'key',
  scope: 'sandboxes:read',
  generation: 'v1',
} as const;

export const searchSandboxSpecs = defineEndpoint(() => ({
  ...common,
  id: 'search-sandbox-specs',
  path: '/api/v1/sandbox-specs/search',
  summary: 'List sandbox specs, the default first, your own last',
  query: z.object({ page_id: PageId.optional(), limit: limit(100) }),
  success: { status: 200, cache: 'own', body: page(SandboxSpecInfo).extend({ own_specs: OwnSpecOffer.nullable() }) },
  errors: [],
}));

export const batchGetSandboxSpecs = defineEndpoint(() => ({
  ...common,
  id: 'batch-get-sandbox-specs',
  path: '/api/v1/sandbox-specs',
  summary: 'Get several sandbox specs by id',
  query: z.object({ id: idList(line(500), 100) }),
  success: { status: 200, cache: 'own', body: z.array(SandboxSpecInfo.nullable()) },
  errors: ['too_many_ids'],
}));

export const getSandboxSpec = defineEndpoint(() => ({
  ...common,
  id: 'get-sandbox-spec',
  path: '/api/v1/sandbox-specs/{spec_id}',
  summary: 'Get a sandbox spec',
  params: z.object({ spec_id: line(200).min(1) }),
  revised: true,
  success: { status: 200, cache: 'own', body: SandboxSpecDetails },
  errors: ['not_found'],
}));

const owned = { ...common, scope: 'sandboxes:write' } as const;
const params = z.object({ spec_id: OwnSpecId });

const CHECKED =
  'The service checks each version by a first start: a sandbox of yours, which counts and costs like any other and is deleted afterwards. `check` has the result.';

const specRefusals = {
  custom:
    'a field breaks a rule of specs: an image without a tag or digest, ports without AGENT_SERVER, a size that is not offered, or a variable that looks like a secret',
} as const;

export const createSandboxSpec = defineEndpoint(() => ({
  ...owned,
  id: 'create-sandbox-spec',
  method: 'POST',
  path: '/api/v1/sandbox-specs',
  summary: 'Create a sandbox spec of your own',
  description: `Only where the operator allows it, and with images of allowed registries. Only you see and use it. ${CHECKED} Sandboxes start from it once its check has passed.`,
  idempotent: true,
  body: OwnSpecRequest,
  refusals: specRefusals,
  success: { status: 201, location: '/api/v1/sandbox-specs/{id}', body: SandboxSpecDetails },
  errors: ['forbidden', 'conflict'],
}));

export const updateSandboxSpec = defineEndpoint(() => ({
  ...owned,
  id: 'update-sandbox-spec',
  method: 'PATCH',
  path: '/api/v1/sandbox-specs/{spec_id}',
  summary: 'Update a sandbox spec of your own',
  description: `Makes a new version. Fields that are not sent stay unchanged. ${CHECKED} Until it has passed, sandboxes start from the version before. Existing sandboxes keep theirs.`,
  revised: true,
  params,
  body: OwnSpecChange,
  refusals: specRefusals,
  success: { status: 200, body: SandboxSpecDetails },
  errors: ['forbidden', 'not_found', 'conflict'],
}));

export const deleteSandboxSpec = defineEndpoint(() => ({
  ...owned,
  id: 'delete-sandbox-spec',
  method: 'DELETE',
  path: '/api/v1/sandbox-specs/{spec_id}',
  summary: 'Delete a sandbox spec of your own',
  description: 'Sandboxes that were started from it stay, and can be resumed.',
  params,
  success: { status: 200, body: Success },
  errors: ['not_found', 'conflict'],
}));

export const recheckSandboxSpec = defineEndpoint(() => ({
  ...owned,
  id: 'recheck-sandbox-spec',
  method: 'POST',
  path: '/api/v1/sandbox-specs/{spec_id}/check',
  summary: 'Check a sandbox spec of your own again',
  description: 'Starts a sandbox of the current version again, for example after its image was pushed.',
  params,
  success: { status: 202, body: SandboxSpecDetails },
  errors: ['forbidden', 'not_found', 'conflict'],
}));
