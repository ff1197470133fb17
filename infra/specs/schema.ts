import * as z from 'zod';
import { Architecture, Capacity, PortName } from '../../shared/contract/shapes/enums.ts';
import { sizeProblem } from '../../shared/contract/shapes/fargate-sizes.ts';
import {
  directoryRule,
  imageRules,
  isInside,
  portsRules,
  type Rule,
  specBounds,
  userRule,
  variableRules,
} from '../../shared/contract/shapes/spec-rules.ts';
import { warmPool } from '../settings/warm-pool.ts';

/** A text that satisfies rules. */
function text(rules: readonly Rule[]) {
  return rules.reduce((schema, { holds, must }) => schema.refine(holds, must), z.string());
}

/** A whole number within bounds. */
function whole({ min, max }: { readonly min: number; readonly max: number }) {
  return z.int().min(min).max(max);
}

/**
 * How to run a sandbox as a process. Placeholders: `{node}`, `{root}` (the project), `{agent}` (the reference agent),
 * `{agent-server}` (the OpenHands agent server of this machine), `{port:NAME}`, `{workspace}`.
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
  workspaceGigabytes: whole(specBounds.workspaceGigabytes),
});

const specSchema = z
  .strictObject({
    /** Also the file's name, and the suffix of the task family's name. */
    id: z.string().regex(/^[a-z][a-z0-9-]{0,31}$/, 'must be lower-case letters, digits and hyphens'),
    image: text(imageRules),
    command: z.array(z.string()),
    /** The size of sandboxes that choose none; 1024 CPU units are one vCPU. Existing sandboxes keep theirs. */
    cpu: z.int(),
    memoryMegabytes: z.int(),
    architecture: Architecture,
    /** The capacity of starts that choose none. `spot` is cheaper, and AWS can take it back. */
    capacity: Capacity.default('on_demand'),
    /** At a resume, AWS fills the disk at this rate in MiB a second, for a charge. By default, as it is read. */
    initializationRate: whole({ min: 100, max: 300 }).optional(),
    /** The image's numeric `user` or `user:group`, which can write to the workspace; by default root. */
    user: text([userRule]).optional(),
    /** The mount point of the workspace, the only disk that survives a pause. */
    workspacePath: text([directoryRule]),
    /** Size of the workspace. */
    workspaceGigabytes: whole(specBounds.workspaceGigabytes),
    /** The smallest and the largest size that a start can choose. By default, there is only the spec's own size. */
    sizes: z.strictObject({ min: sizeBound, max: sizeBound }).optional(),
    /** How many days to keep the workspace of a paused sandbox. */
    retentionDays: whole(specBounds.retentionDays).default(30),
    /** The image's disk, lost at every pause. By default, Fargate's 20 free gigabytes. */
    ephemeralGigabytes: whole(specBounds.ephemeralGigabytes).optional(),
    /** The directory in the workspace in which agents work. */
    workingDir: text([directoryRule]),
    initialEnv: z.record(text(variableRules), z.string()),
    ports: portsRules.reduce(
      (schema, { holds, must }) => schema.refine(holds, must),
      z.partialRecord(PortName, whole(specBounds.port)),
    ),
    /** A sandbox is paused after this idle time. */
    idleMinutes: whole(specBounds.idleMinutes),
    /** A sandbox is paused after this time, even if it is busy. */
    lifetimeMinutes: whole(specBounds.lifetimeMinutes),
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
    if (!isInside(workingDir, workspacePath)) {
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
