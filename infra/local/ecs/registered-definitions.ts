import { join } from 'node:path';
import * as z from 'zod';
import { AwsError } from '../aws/aws-error.ts';
import { readStateFile, WholeFile } from '../state/state-file.ts';
import { parseInput } from './requests.ts';
import { LocalImages, type TaskDefinition, type TaskDefinitionCatalogue } from './task-definition.ts';

const Tag = z.object({ key: z.string(), value: z.string() });

const RegisterInput = z.looseObject({
  family: z.string().regex(/^[A-Za-z0-9_-]{1,255}$/, 'A family has letters, digits, hyphens and underscores.'),
  containerDefinitions: z.array(z.looseObject({})).min(1),
  tags: z.array(Tag).optional(),
});

const Registered = z.object({
  family: z.string(),
  revision: z.number(),
  status: z.enum(['ACTIVE', 'INACTIVE']),
  properties: z.record(z.string(), z.unknown()),
});
type Registered = z.infer<typeof Registered>;

const State = z.object({ format: z.literal(1), definitions: z.array(Registered) });

/** The task definitions that were registered by the API, in one file. Those of the template are not among them. */
export class RegisteredDefinitions {
  readonly #catalogue: TaskDefinitionCatalogue;
  readonly #file: WholeFile;
  readonly #arnPrefix: string;
  /** Written by the person at this machine: what further images run. */
  readonly #imagesFile: string;
  #definitions: Registered[] = [];
  #images: LocalImages = {};

  constructor(stateDirectory: string, catalogue: TaskDefinitionCatalogue) {
    this.#catalogue = catalogue;
    this.#arnPrefix = catalogue.arnPrefix;
    this.#imagesFile = join(stateDirectory, 'images.json');
    this.#file = new WholeFile(join(stateDirectory, 'ecs', 'definitions.json'), () =>
      JSON.stringify({ format: 1, definitions: this.#definitions }),
    );
  }

  /** @throws Error naming a file that cannot be read */
  async load(): Promise<void> {
    const text = await this.#file.read();
    if (text !== undefined) this.#definitions = State.parse(JSON.parse(text)).definitions;
  }

  /** Reads what images run, which can change at any time. @throws AwsError ClientException naming a bad file */
  async readImages(): Promise<void> {
    const text = await readStateFile(this.#imagesFile);
    try {
      this.#images = text === undefined ? {} : LocalImages.parse(JSON.parse(text));
    } catch (error) {
      throw new AwsError('ClientException', `${this.#imagesFile} cannot be read: ${String(error)}`);
    }
  }

  /** Accepts a family for its newest active revision, `family:revision`, or a full ARN. */
  find(reference: string): TaskDefinition | undefined {
    const found = this.#named(reference);
    return found?.status === 'ACTIVE'
      ? this.#catalogue.read(found.properties, found.revision, this.#images)
      : undefined;
  }

  async register(raw: Record<string, unknown>): Promise<unknown> {
    const { tags = [], ...input } = parseInput(RegisterInput, raw);
    const revisions = this.#definitions.filter(({ family }) => family === input.family);
    // The form of templates, which the rest of the local ECS reads. Only names differ.
    const properties = withCapitals({ ...input, tags }) as Record<string, unknown>;
    const revision = 1 + Math.max(0, ...revisions.map((each) => each.revision));
    const registered: Registered = { family: input.family, revision, status: 'ACTIVE', properties };
    this.#catalogue.check(properties);
    this.#definitions.push(registered);
    await this.#file.save();
    return { taskDefinition: this.#view(registered), tags };
  }

  async deregister({ taskDefinition }: Record<string, unknown>): Promise<unknown> {
    const found = this.#named(String(taskDefinition));
    if (!found) throw new AwsError('ClientException', 'The specified task definition does not exist.');
    found.status = 'INACTIVE';
    await this.#file.save();
    return { taskDefinition: this.#view(found) };
  }

  /** The properties of all, in the form of templates. */
  get properties(): readonly Record<string, unknown>[] {
    return this.#definitions.map(({ properties }) => properties);
  }

  list({ familyPrefix, status = 'ACTIVE' }: Record<string, unknown>): unknown {
    const found = this.#definitions.filter(
      (each) => (familyPrefix === undefined || each.family === familyPrefix) && each.status === status,
    );
    return { taskDefinitionArns: found.map((each) => this.#arnOf(each)) };
  }

  #named(reference: string): Registered | undefined {
    const name = reference.startsWith(this.#arnPrefix) ? reference.slice(this.#arnPrefix.length) : reference;
    const [family, revision] = name.split(':');
    const ofFamily = this.#definitions.filter((each) => each.family === family);
    if (revision !== undefined) return ofFamily.find((each) => each.revision === Number(revision));
    return ofFamily.findLast(({ status }) => status === 'ACTIVE');
  }

  #arnOf({ family, revision }: Registered): string {
    return `${this.#arnPrefix}${family}:${revision}`;
  }

  #view(registered: Registered) {
    const { family, revision, status } = registered;
    return { taskDefinitionArn: this.#arnOf(registered), family, revision, status };
  }
}

/** Members that name what their owner chose, such as the options of a log driver. */
const ofOwner = new Set(['options']);

/** An input of the API with the names of a template: `containerPort` is `ContainerPort` there. */
function withCapitals(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withCapitals);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      `${name.charAt(0).toUpperCase()}${name.slice(1)}`,
      ofOwner.has(name) ? member : withCapitals(member),
    ]),
  );
}
