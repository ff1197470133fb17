import * as z from 'zod';
import { Architecture, PortName, SpecCheckState } from './enums.ts';
import { Timestamp } from './fields.ts';
import { directoryRule, imageRules, portsRules, type Rule, specBounds, userRule, variableRules } from './spec-rules.ts';
import { freeText, line } from './text.ts';

/** Begins the ids of owners' specs. Ids of deployed specs have no dot. */
export const OWN_SPEC_PREFIX = 'own.';

/** A name, which also is a part of the id and of the names of task definitions. */
const OwnSpecName = z.string().regex(/^[a-z][a-z0-9-]{0,31}$/, {
  error: 'Must be 1 to 32 lower-case letters, digits and hyphens, and begin with a letter.',
});

export const OwnSpecId = z.string().regex(/^own\.[a-z][a-z0-9-]{0,31}$/, {
  error: "Must be the id of a spec of your own, such as 'own.rust'.",
});

function sentenceOf({ must }: Rule<never>): string {
  return `${must.charAt(0).toUpperCase()}${must.slice(1)}.`;
}

/** A text that satisfies the rules of deployed specs. */
function ruled(maximum: number, rules: readonly Rule[]) {
  return rules.reduce((schema, rule) => schema.refine(rule.holds, { error: sentenceOf(rule) }), line(maximum));
}

function whole({ min, max }: { readonly min: number; readonly max: number }) {
  return z.int().min(min).max(max);
}

const MAX_VARIABLES = 100;

const ports = portsRules.reduce(
  (schema, rule) => schema.refine(rule.holds, { error: sentenceOf(rule) }),
  z.partialRecord(PortName, whole(specBounds.port)),
);

const fields = {
  image: ruled(500, imageRules).meta({
    description:
      'The image, by tag or digest, from a registry that this deployment allows. It must speak the agent-server protocol.',
    example: 'ghcr.io/example/agent:1.4.0',
  }),
  command: z.array(freeText(4096)).max(100).meta({ description: "The arguments. Empty: the image's own." }),
  vcpu: z.number().positive().max(16).meta({ description: 'vCPUs: 0.25, 0.5, 1, 2, 4, 8 or 16.' }),
  memory_gb: z.number().positive().max(120).meta({ description: 'Memory in GB that Fargate offers with the vCPUs.' }),
  architecture: Architecture.meta({ description: 'The processors that the image is built for.' }),
  user: ruled(50, [userRule])
    .nullable()
    .meta({ description: 'The numeric `user` or `user:group` that the image runs as. Null: root.' }),
  workspace_path: ruled(500, [directoryRule]).meta({
    description: 'Where the workspace is mounted, the only disk that a pause keeps.',
  }),
  workspace_gb: whole(specBounds.workspaceGigabytes).meta({ description: 'Size of the workspace in GB.' }),
  ephemeral_gb: whole(specBounds.ephemeralGigabytes)
    .nullable()
    .meta({ description: 'Size of the other disk in GB, lost at every pause. Null: 20.' }),
  working_dir: ruled(500, [directoryRule]).meta({ description: 'Where agents work: in `workspace_path`.' }),
  initial_env: z
    .record(line(200), freeText(4096))
    // In place of rules of the key, whose errors do not show their words.
    .superRefine((variables, context) => {
      for (const name of Object.keys(variables)) {
        const broken = variableRules.find(({ holds }) => !holds(name));
        if (broken) context.addIssue({ code: 'custom', path: [name], message: sentenceOf(broken) });
      }
    })
    .refine((variables) => Object.keys(variables).length <= MAX_VARIABLES, {
      error: `Must be at most ${MAX_VARIABLES} variables.`,
    })
    .meta({ description: 'Environment variables. Not for secrets, which owners store as secrets.' }),
  ports: ports.meta({ description: 'The ports that the image listens on, by name. `AGENT_SERVER` is required.' }),
  idle_minutes: whole(specBounds.idleMinutes).meta({ description: 'A sandbox is paused after this idle time.' }),
  lifetime_minutes: whole(specBounds.lifetimeMinutes).meta({
    description: 'A sandbox is paused after this time, even if it is busy.',
  }),
  retention_days: whole(specBounds.retentionDays).meta({ description: 'How long a paused workspace is kept.' }),
  seals_with_boot_key: z.boolean().meta({
    description: 'Whether the agent server encrypts its files with the key in its environment (before 1.57.0).',
  }),
} as const;

/** The defaults of a new spec: those of the OpenHands agent server. */
export const OwnSpecRequest = z.object({
  name: OwnSpecName.meta({ description: 'The id of the spec is `own.` and this name.', example: 'rust' }),
  image: fields.image,
  command: fields.command.default([]),
  vcpu: fields.vcpu.default(1),
  memory_gb: fields.memory_gb.default(4),
  architecture: fields.architecture.default('X86_64'),
  user: fields.user.default(null),
  workspace_path: fields.workspace_path.default('/workspace'),
  workspace_gb: fields.workspace_gb.default(20),
  ephemeral_gb: fields.ephemeral_gb.default(null),
  working_dir: fields.working_dir.optional().meta({ description: 'Default: `project` in `workspace_path`.' }),
  initial_env: fields.initial_env.default({}),
  ports: fields.ports.default({ AGENT_SERVER: 8000 }),
  idle_minutes: fields.idle_minutes.default(20),
  lifetime_minutes: fields.lifetime_minutes.default(1440),
  retention_days: fields.retention_days.default(30),
  seals_with_boot_key: fields.seals_with_boot_key.default(false),
});

export const OwnSpecChange = z.object(fields).partial();

const SpecCheck = z
  .object({
    state: SpecCheckState.meta({
      description:
        'Of a first start of `version`: PENDING until its result is known, PASSED when its agent server spoke the protocol, or FAILED.',
    }),
    reason: z.string().nullable().meta({ description: 'Why it failed, as a code. Null unless FAILED.' }),
    detail: z.string().nullable().meta({ description: 'What went wrong and what to do. Null unless FAILED.' }),
    agent_version: z.string().nullable().meta({ description: 'The release that the agent server reported.' }),
    sandbox_id: z.string().meta({
      description: 'The sandbox of the check. It counts and costs like any other, and is deleted afterwards.',
    }),
    started_at: Timestamp,
    finished_at: Timestamp.nullable(),
  })
  .meta({ id: 'SandboxSpecCheck' });

/** What a spec of an owner has beside the fields of every spec. */
export const ownSpecParts = {
  created_by_user_id: z.string().nullable().meta({ description: 'Null for specs of the deployment.' }),
  version: z.int().nullable().meta({ description: 'Rises with each change. Null for specs of the deployment.' }),
  offered_version: z.int().nullable().meta({
    description: 'The newest version whose check has passed, which new sandboxes start from. Null: none yet.',
  }),
  check: SpecCheck.nullable().meta({ description: 'The check of `version`. Null for specs of the deployment.' }),
} as const;

/** The fields that only the details of a spec have. */
export const ownSpecDetails = {
  image: z.string().nullable().meta({ description: 'Null for specs of the deployment.' }),
  user: z.string().nullable(),
  workspace_path: z.string().nullable().meta({ description: 'Null for specs of the deployment.' }),
  ephemeral_gb: z.int().nullable(),
  ports: z.partialRecord(PortName, z.int()),
  idle_minutes: z.int(),
  lifetime_minutes: z.int(),
  retention_days: z.int(),
  seals_with_boot_key: z.boolean(),
} as const;
