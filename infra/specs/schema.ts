import * as z from 'zod';
import { Architecture, PortName } from '../../shared/contract/shapes/enums.ts';
import { warmPool } from '../settings/warm-pool.ts';
import { sizeProblem } from './fargate-sizes.ts';

/** A spec is public to every user and stands in the template, so it must hold no secret. */
const secretName = /(SECRET|PASSWORD|PASSWD|TOKEN|CREDENTIAL|PRIVATE|API_?KEY|ACCESS_?KEY|SESSION_KEY)/i;

const image = z
  .string()
  .regex(/^[^\s@]+(:[\w][\w.-]*|@sha256:[0-9a-f]{64})$/, 'must name a tag or a digest, as in registry/name:1.2.3')
  .refine((reference) => !reference.endsWith(':latest'), "must not be ':latest', which changes under running sandboxes")
  .refine((reference) => !/:\d+\/[^:@]*$/.test(reference), 'must name a tag or a digest, as in registry/name:1.2.3');

const environment = z.record(
  z
    .string()
    .regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'is not a name that an environment variable can have')
    .refine((name) => !secretName.test(name), 'looks like a secret; every user can read the environment of a spec'),
  z.string(),
);

const port = z.int().min(1024).max(65_535);

/** A path without `.`, `..`, empty parts and a slash at its end. */
const directory = z
  .string()
  .regex(/^(\/(?!\.{1,2}(\/|$))[^/\s]+)+$/, 'must be an absolute path in its shortest form, and not the root');

/**
 * How to run it as a process. Placeholders: `{node}`, `{root}` (the project), `{agent}` (the reference agent),
 * `{port:NAME}`, `{workspace}`.
 */
const localRecipe = z.strictObject({
  command: z.array(z.string().min(1)).min(1),
  /** A program that must be installed, and the command that installs it. */
  requires: z.strictObject({ program: z.string().min(1), install: z.string().min(1) }).optional(),
});

const specSchema = z
  .strictObject({
    /** Also the file's name, and the end of the task family's name. */
    id: z.string().regex(/^[a-z][a-z0-9-]{0,31}$/, 'must be lower-case letters, digits and hyphens'),
    image,
    command: z.array(z.string()),
    /** CPU units; 1024 are one vCPU. */
    cpu: z.int(),
    memoryMegabytes: z.int(),
    architecture: Architecture,
    /** The image's `user` or `user:group` in numbers, who may write to the workspace; root by default. */
    user: z
      .string()
      .regex(/^\d+(:\d+)?$/, 'must be numeric, as in 1000:1000')
      .optional(),
    /** Where the workspace is mounted: the one disk that outlives a pause. Whatever must not be lost lies under it. */
    workspacePath: directory,
    /** Size of the workspace. A spec that shrinks it leaves the sandboxes that exist with what they have. */
    workspaceGigabytes: z.int().min(1).max(16_384),
    /** How many days the workspace of a paused sandbox is kept. */
    retentionDays: z.int().min(1).max(365).default(30),
    /** The image's disk, lost at every pause. Fargate gives 20 free of charge, or 21 to 200. */
    ephemeralGigabytes: z.int().min(21).max(200).optional(),
    /** Where agents work, in the workspace. */
    workingDir: directory,
    initialEnv: environment,
    ports: z
      .partialRecord(PortName, port)
      .refine(({ AGENT_SERVER }) => AGENT_SERVER !== undefined, 'must include AGENT_SERVER')
      .refine((ports) => new Set(Object.values(ports)).size === Object.keys(ports).length, 'must all differ'),
    /** The sweep pauses a sandbox that was unused for this long. */
    idleMinutes: z.int().min(1).max(1440),
    /** A sandbox is paused after this, whatever happens in it. */
    lifetimeMinutes: z.int().min(5).max(20_160),
    /** Whether it seals its files with its boot key, which then is the secret key and never changes. */
    sealsWithBootKey: z.boolean().default(false),
    /** Tasks that wait for new sandboxes, which then start sooner. None costs nothing. */
    warmPool: warmPool.default({ size: 0 }),
    /** When the spec was first offered. */
    createdAt: z.iso.datetime(),
    /** False when it cannot run outside AWS. */
    local: z.union([z.literal(false), localRecipe], {
      error: "must be false, or { command: ['program', 'argument'], requires?: { program, install } }",
    }),
    /** False for a spec that only the local service offers. */
    aws: z.boolean(),
  })
  .superRefine((spec, context) => {
    const { cpu, memoryMegabytes, idleMinutes, lifetimeMinutes, workingDir, workspacePath } = spec;
    const problem = sizeProblem(cpu, memoryMegabytes);
    if (problem) context.addIssue({ code: 'custom', path: [problem.field], message: problem.message });
    if (idleMinutes > lifetimeMinutes) {
      context.addIssue({ code: 'custom', path: ['idleMinutes'], message: 'must not exceed lifetimeMinutes' });
    }
    if (!`${workingDir}/`.startsWith(`${workspacePath}/`)) {
      const message = `must lie in workspacePath, ${workspacePath}: everything else is lost at a pause`;
      context.addIssue({ code: 'custom', path: ['workingDir'], message });
    }
  });

/** A spec as its file writes it. */
export type SpecSource = z.input<typeof specSchema>;

/** A spec that may be deployed. */
export type SandboxSpec = Readonly<z.output<typeof specSchema>>;

/** Checks one spec. @throws naming the spec and the field */
export function parseSpec(name: string, source: unknown): SandboxSpec {
  const result = specSchema.safeParse(source);
  if (!result.success) throw new Error(`Sandbox spec '${name}': ${result.error.issues.map(sentenceOf).join('; ')}.`);
  if (result.data.id !== name) {
    throw new Error(`Sandbox spec '${name}': id: '${result.data.id}' differs from the name of its file, '${name}'.`);
  }
  return result.data;
}

function sentenceOf(issue: z.core.$ZodIssue): string {
  if (issue.code === 'unrecognized_keys') {
    return `${issue.keys.map((key) => [...issue.path, key].join('.')).join(', ')}: no such field`;
  }
  const reasons = issue.code === 'invalid_key' ? issue.issues.map(({ message }) => message).join(', ') : issue.message;
  return `${issue.path.join('.')}: ${reasons}`;
}
