import * as z from 'zod';
import type { Assembly } from '../assembly/assembly.ts';
import { AwsError } from '../aws/aws-error.ts';
import { functionNameIn, type Place, physicalName } from '../aws/names.ts';
import { WholeFile } from '../state/state-file.ts';

type Input = Readonly<Record<string, unknown>>;

const State = z.object({
  /** By function name. A function without an entry has the value of its template. */
  reserved: z.record(z.string(), z.int().nonnegative().nullable()),
  tags: z.record(z.string(), z.record(z.string(), z.string())),
});

/** Lambda's error for a function whose reserved concurrency is 0. */
export const THROTTLED = 'TooManyRequestsException';

/** Manages the reserved concurrency and the tags of functions, and keeps them in a file. */
export class LocalLambda {
  readonly #file: WholeFile;
  readonly #place: Place;
  /** The functions of the template, with their reserved concurrency. */
  readonly #functions: ReadonlyMap<string, number | undefined>;
  readonly #reserved = new Map<string, number | null>();
  readonly #tags = new Map<string, Readonly<Record<string, string>>>();

  private constructor(assembly: Assembly, place: Place, path: string) {
    this.#place = place;
    this.#functions = new Map(
      assembly.ofType('AWS::Lambda::Function').map((resource) => {
        const { ReservedConcurrentExecutions: reserved } = resource.properties;
        return [physicalName(resource), reserved === undefined ? undefined : Number(reserved)];
      }),
    );
    this.#file = new WholeFile(path, () =>
      JSON.stringify({ reserved: Object.fromEntries(this.#reserved), tags: Object.fromEntries(this.#tags) }),
    );
  }

  static async open(assembly: Assembly, place: Place, path: string): Promise<LocalLambda> {
    const lambda = new LocalLambda(assembly, place, path);
    const text = await lambda.#file.read();
    const { reserved, tags } = State.parse(JSON.parse(text ?? '{"reserved":{},"tags":{}}'));
    for (const [name, count] of Object.entries(reserved)) lambda.#reserved.set(name, count);
    for (const [name, given] of Object.entries(tags)) lambda.#tags.set(name, given);
    return lambda;
  }

  /** Refuses a call of a function that may not run. @throws AwsError TooManyRequestsException */
  assertMayRun(nameOrArn: string): void {
    if (!this.isThrottled(nameOrArn)) return;
    const Reason = 'ReservedFunctionConcurrentInvocationLimitExceeded';
    throw new AwsError(THROTTLED, 'Rate Exceeded.', 429, { Reason, Type: 'User' });
  }

  isThrottled(nameOrArn: string): boolean {
    return this.#reservedOf(functionNameIn(nameOrArn)) === 0;
  }

  /** @throws AwsError as Lambda would return it */
  async handle(operation: string, input: Input): Promise<Record<string, unknown>> {
    switch (operation) {
      case 'GetFunctionConcurrency': {
        const reserved = this.#reservedOf(this.#named(input.FunctionName));
        return reserved === undefined ? {} : { ReservedConcurrentExecutions: reserved };
      }
      case 'PutFunctionConcurrency':
        return this.#put(input);
      case 'DeleteFunctionConcurrency':
        this.#reserved.set(this.#named(input.FunctionName), null);
        await this.#file.save();
        return {};
      case 'ListTags':
        return { Tags: this.#tags.get(this.#named(input.Resource)) ?? {} };
      case 'TagResource':
        return this.#tag(input.Resource, (tags) => ({ ...tags, ...Object(input.Tags) }));
      case 'UntagResource': {
        const removed = new Set(Array.isArray(input.TagKeys) ? input.TagKeys.map(String) : []);
        return this.#tag(input.Resource, (tags) =>
          Object.fromEntries(Object.entries(tags).filter(([key]) => !removed.has(key))),
        );
      }
      default:
        throw new AwsError('InvalidAction', `${operation} is not available locally.`);
    }
  }

  async #put(input: Input): Promise<Record<string, unknown>> {
    const name = this.#named(input.FunctionName);
    const count = z.int().nonnegative().safeParse(input.ReservedConcurrentExecutions);
    if (!count.success) {
      throw new AwsError('InvalidParameterValueException', 'ReservedConcurrentExecutions must be 0 or more.');
    }
    this.#reserved.set(name, count.data);
    await this.#file.save();
    return { ReservedConcurrentExecutions: count.data };
  }

  async #tag(
    resource: unknown,
    change: (tags: Readonly<Record<string, string>>) => Record<string, string>,
  ): Promise<Record<string, unknown>> {
    const name = this.#named(resource);
    this.#tags.set(name, change(this.#tags.get(name) ?? {}));
    await this.#file.save();
    return {};
  }

  #reservedOf(name: string): number | undefined {
    const changed = this.#reserved.get(name);
    return changed === undefined ? this.#functions.get(name) : (changed ?? undefined);
  }

  #named(nameOrArn: unknown): string {
    const name = functionNameIn(String(nameOrArn));
    if (this.#functions.has(name)) return name;
    throw new AwsError('ResourceNotFoundException', `Function not found: ${this.#arnOf(name)}`, 404);
  }

  #arnOf(name: string): string {
    return `arn:aws:lambda:${this.#place.region}:${this.#place.accountId}:function:${name}`;
  }
}
