import * as z from 'zod';
import { Architecture, PortName } from '../../shared/contract/shapes/enums.ts';
import { warmPool } from '../settings/warm-pool.ts';
import { sizeProblem } from './fargate-sizes.ts';

/** Every user can read a spec, so it must not contain secrets. */
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

/** A path without `.`, `..`, empty parts and a trailing slash. */
const directory = z
  .string()
  .regex(/^(\/(?!\.{1,2}(\/|$))[^/\s]+)+$/, 'must be an absolute path in its shortest form, and not the root');

/**
 * How to run a sandbox as a process. Placeholders: `{node}`, `{root}` (the project), `{agent}` (the reference agent),
 * `{port:NAME}`, `{workspace}`.
 */
const localRecipe = z.strictObject({
  command: z.array(z.string().min(1)).min(1),
  /** A required program, and the command that installs it. */
  requires: z.strictObject({ program: z.string().min(1), install: z.string().min(1) }).optional(),
});

/** A bound of the sizes that starts can choose. */
const sizeBound = z.strictObject({
  cpu: z.int(),
  memoryMegabytes: z.int(),
  workspaceGigabytes: z.int().min(1).max(16_384),
});

const specSchema = z
  .strictObject({
    /** Also the file's name, and the suffix of the task family's name. */
    id: z.string().regex(/^[a-z][a-z0-9-]{0,31}$/, 'must be lower-case letters, digits and hyphens'),
    image,
    command: z.array(z.string()),
    /** The size of sandboxes that choose none; 1024 CPU units are one vCPU. Existing sandboxes keep theirs. */
    cpu: z.int(),
    memoryMegabytes: z.int(),
    architecture: Architecture,
    /** The image's numeric `user` or `user:group`, which can write to the workspace; by default root. */
    user: z
      .string()
      .regex(/^\d+(:\d+)?$/, 'must be numeric, as in 1000:1000')
      .optional(),
    /** The mount point of the workspace, the only disk that survives a pause. */
    workspacePath: directory,
    /** Size of the workspace. */
    workspaceGigabytes: z.int().min(1).max(16_384),
    /** The smallest and the largest size that a start can choose. By default, there is only the spec's own size. */
    sizes: z.strictObject({ min: sizeBound, max: sizeBound }).optional(),
    /** How many days to keep the workspace of a paused sandbox. */
    retentionDays: z.int().min(1).max(365).default(30),
    /** The image's disk, lost at every pause. By default, Fargate's 20 free gigabytes. */
    ephemeralGigabytes: z.int().min(21).max(200).optional(),
    /** The directory in the workspace in which agents work. */
    workingDir: directory,
    initialEnv: environment,
    ports: z
      .partialRecord(PortName, port)
      .refine(({ AGENT_SERVER }) => AGENT_SERVER !== undefined, 'must include AGENT_SERVER')
      .refine((ports) => new Set(Object.values(ports)).size === Object.keys(ports).length, 'must all differ'),
    /** A sandbox is paused after this idle time. */
    idleMinutes: z.int().min(1).max(1440),
    /** A sandbox is paused after this time, even if it is busy. */
    lifetimeMinutes: z.int().min(5).max(20_160),
    /** Whether the agent encrypts files with its boot key, which then is the secret key and never changes. */
    sealsWithBootKey: z.boolean().default(false),
    /** Tasks that wait for new sandboxes, which then start sooner. */
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
    const problems = problem ? [{ path: [problem.field], message: problem.message }] : boundProblems(spec);
    for (const issue of problems) context.addIssue({ code: 'custom', ...issue });
    if (idleMinutes > lifetimeMinutes) {
      context.addIssue({ code: 'custom', path: ['idleMinutes'], message: 'must not exceed lifetimeMinutes' });
    }
    if (!`${workingDir}/`.startsWith(`${workspacePath}/`)) {
      const message = `must be in workspacePath, ${workspacePath}: a pause loses everything else`;
      context.addIssue({ code: 'custom', path: ['workingDir'], message });
    }
  });

type Size = z.output<typeof sizeBound>;

/** The bounds are sizes that Fargate offers, and the spec's own size lies between them. */
function boundProblems({ sizes, ...own }: Size & { readonly sizes?: Record<'min' | 'max', Size> | undefined }) {
  if (!sizes) return [];
  const { min, max } = sizes;
  const notOffered = (['min', 'max'] as const).flatMap((end) => {
    const problem = sizeProblem(sizes[end].cpu, sizes[end].memoryMegabytes);
    return problem ? [{ path: ['sizes', end, problem.field], message: problem.message }] : [];
  });
  const outside = (['cpu', 'memoryMegabytes', 'workspaceGigabytes'] as const)
    .filter((field) => own[field] < min[field] || own[field] > max[field])
    .map((field) => ({ path: ['sizes'], message: `must include the spec's own ${field}, ${own[field]}` }));
  return [...notOffered, ...outside];
}

/** A spec as written in its file. */
export type SpecSource = z.input<typeof specSchema>;

/** A valid spec, with defaults. */
export type SandboxSpec = Readonly<z.output<typeof specSchema>> & {
  /** Why the local service cannot start it, and the command that installs the missing program. */
  readonly unavailable?: { readonly reason: string; readonly install: string };
};

/** @throws naming the spec and the invalid field */
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
