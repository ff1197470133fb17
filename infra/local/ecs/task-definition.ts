import * as z from 'zod';
import { sizeProblem } from '../../../shared/contract/shapes/fargate-sizes.ts';
import { AwsError } from '../aws/aws-error.ts';

/** A synthesised `AWS::ECS::TaskDefinition` with resolved intrinsics. */
export interface TaskDefinitionResource {
  readonly properties: Record<string, unknown>;
  readonly metadata: Record<string, unknown>;
}

// Templates hold numbers and booleans both bare and as strings.
const text = z.union([z.string(), z.number(), z.boolean()]).transform(String);
const whole = z.coerce.number().int();

const ContainerDefinition = z.object({
  Name: z.string(),
  Image: z.string().default(''),
  Essential: z.union([z.boolean(), z.stringbool()]).default(true),
  Environment: z.array(z.object({ Name: z.string(), Value: text })).default([]),
  PortMappings: z
    .array(z.object({ ContainerPort: whole, Name: z.string().optional(), Protocol: z.string().default('tcp') }))
    .default([]),
  StopTimeout: whole.optional(),
  Cpu: whole.optional(),
  Memory: whole.optional(),
  MemoryReservation: whole.optional(),
});

const Properties = z.object({
  Family: z.string(),
  ContainerDefinitions: z.array(ContainerDefinition).min(1),
  Cpu: text.optional(),
  Memory: text.optional(),
  NetworkMode: z.string().optional(),
  RequiresCompatibilities: z.array(z.string()).default([]),
  TaskRoleArn: z.string().optional(),
  Volumes: z
    .array(z.object({ Name: z.string(), ConfiguredAtLaunch: z.union([z.boolean(), z.stringbool()]).default(false) }))
    .default([]),
  EphemeralStorage: z.object({ SizeInGiB: whole }).optional(),
});

/** How a task runs as a local process: a command with placeholders, and the program that it needs. */
export const RunRecipe = z.object({
  command: z.array(z.string()).min(1),
  requires: z.object({ program: z.string(), install: z.string() }).optional(),
});
export type RunRecipe = z.infer<typeof RunRecipe>;

const Metadata = z.object({ local: z.union([RunRecipe, z.literal(false)]).optional() });

export interface TaskDefinition {
  readonly arn: string;
  readonly family: string;
  readonly properties: z.infer<typeof Properties>;
  /** The container to run: the first essential one. */
  readonly container: z.infer<typeof ContainerDefinition>;
  readonly recipe: RunRecipe | null;
  /** Whether this machine knows its image. Others cannot be pulled here. */
  readonly hasImage: boolean;
  /** All properties that the template states. */
  readonly template: Record<string, unknown>;
}

/** What images run on this machine, in place of a registry. */
export const LocalImages = z.record(z.string(), RunRecipe);
export type LocalImages = Readonly<z.infer<typeof LocalImages>>;

/** The task definitions of a synthesised app. Each family has the single revision 1. */
export class TaskDefinitionCatalogue {
  readonly arnPrefix: string;
  readonly #definitions = new Map<string, TaskDefinition>();
  /** Those of the template's definitions. */
  readonly #images = new Map<string, RunRecipe | null>();

  /** @throws z.ZodError when a resource is not a readable task definition */
  constructor(resources: readonly TaskDefinitionResource[], region: string, accountId: string) {
    this.arnPrefix = `arn:aws:ecs:${region}:${accountId}:task-definition/`;
    for (const { properties, metadata } of resources) {
      const recipe = Metadata.parse(metadata).local || null;
      const definition = this.#read(properties, 1, { recipe, hasImage: true });
      this.#definitions.set(definition.family, definition);
      this.#images.set(definition.container.Image, recipe);
    }
  }

  /** A definition that was registered by the API. It runs what this machine knows of its image. */
  read(properties: Record<string, unknown>, revision: number, images: LocalImages): TaskDefinition {
    const image = this.#read(properties, revision, { recipe: null, hasImage: false }).container.Image;
    const recipe = images[image] ?? this.#images.get(image);
    return this.#read(properties, revision, { recipe: recipe ?? null, hasImage: recipe !== undefined });
  }

  /** @throws AwsError ClientException, as ECS does for a definition that it cannot read */
  check(properties: Record<string, unknown>): void {
    const { success, error, data } = Properties.safeParse(properties);
    if (!success) throw new AwsError('ClientException', error.message);
    if (sizeProblem(Number(data.Cpu), Number(data.Memory)) && data.RequiresCompatibilities.includes('FARGATE'))
      throw new AwsError('ClientException', 'No Fargate configuration exists for given values.');
  }

  /** Accepts what ECS accepts: a family, `family:revision`, or a full ARN. */
  find(reference: string): TaskDefinition | undefined {
    const name = reference.startsWith(this.arnPrefix) ? reference.slice(this.arnPrefix.length) : reference;
    return this.#definitions.get(name.endsWith(':1') ? name.slice(0, -2) : name);
  }

  #read(
    properties: Record<string, unknown>,
    revision: number,
    local: Pick<TaskDefinition, 'recipe' | 'hasImage'>,
  ): TaskDefinition {
    const parsed = Properties.parse(properties);
    const container = parsed.ContainerDefinitions.find(({ Essential }) => Essential) ?? parsed.ContainerDefinitions[0];
    if (!container) throw new TypeError(`Task definition ${parsed.Family} has no container.`);
    return {
      arn: `${this.arnPrefix}${parsed.Family}:${revision}`,
      family: parsed.Family,
      properties: parsed,
      container,
      ...local,
      template: properties,
    };
  }
}
