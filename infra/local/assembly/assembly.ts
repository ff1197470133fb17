import { join } from 'node:path';
import { type Environment, type Exports, StackScope } from './stack-scope.ts';
import { AssemblyError, type RawResource, readNested, readStacks, type StackFiles } from './template.ts';

/** A resource of the synthesised templates, with intrinsics resolved to local values. */
export interface Resource {
  readonly logicalId: string;
  /** Name of the stack that declares it. */
  readonly stack: string;
  readonly type: string;
  /** Resolved on first read, so that an unused resource cannot fail the start. @throws AssemblyError */
  readonly properties: Record<string, unknown>;
  readonly metadata: Record<string, unknown>;
}

/** A stack as CloudFormation describes it after a deployment. */
export interface AssemblyStack {
  readonly name: string;
  /** The parent stack, and the logical id that the nested stack has there. */
  readonly nestedIn?: { readonly stack: string; readonly logicalId: string };
  /** The outputs that have a local value. */
  outputs(): Readonly<Record<string, string>>;
}

/** A synthesised CDK app with all of its stacks and nested stacks, read as if it were deployed here. */
export interface Assembly {
  /** The directory of the cloud assembly (`cdk.out`). */
  readonly directory: string;
  readonly resources: readonly Resource[];
  readonly stacks: readonly AssemblyStack[];
  ofType(type: string): readonly Resource[];
  /** The directory with a function's code. @throws AssemblyError when it is not a directory asset */
  assetPath(resource: Resource): string;
  /** The value of an output of the stack whose name ends with `stackSuffix`; undefined when there is none. */
  output(stackSuffix: string, name: string): string | undefined;
}

/** Reads a synthesised cloud assembly. @throws AssemblyError */
export function loadAssembly(directory: string, context: Environment): Assembly {
  const scopes: StackScope[] = [];
  for (const stack of readStacks(directory)) addWithNested(scopes, new StackScope(stack, context, exportsOf(scopes)));
  const stacks = new Map<Resource, StackFiles>();
  for (const scope of scopes) {
    for (const [logicalId, raw] of Object.entries(scope.stack.template.Resources ?? {})) {
      stacks.set(new LazyResource(scope, logicalId, raw), scope.stack);
    }
  }
  const resources = [...stacks.keys()];
  return {
    directory,
    resources,
    stacks: scopes.map(deployedStack),
    ofType: (type) => resources.filter((resource) => resource.type === type),
    assetPath: (resource) => assetPath(resource, stacks.get(resource)),
    output(stackSuffix, name) {
      const value = scopes
        .filter((scope) => scope.stack.name.endsWith(stackSuffix))
        .map((scope) => scope.output(name))
        .find((found) => found !== undefined);
      return value === undefined ? undefined : String(value);
    },
  };
}

function addWithNested(scopes: StackScope[], scope: StackScope): void {
  scopes.push(scope);
  for (const [logicalId, raw] of Object.entries(scope.stack.template.Resources ?? {})) {
    if (raw.Type !== 'AWS::CloudFormation::Stack') continue;
    const url = String(scope.value(raw.Properties?.TemplateURL, logicalId));
    addWithNested(scopes, scope.nest(logicalId, readNested(scope.stack, logicalId, url)));
  }
}

function deployedStack(scope: StackScope): AssemblyStack {
  const { nestedIn, stack } = scope;
  const names = Object.keys(stack.template.Outputs ?? {});
  return {
    name: stack.name,
    ...(nestedIn && { nestedIn }),
    outputs: () => Object.fromEntries(names.flatMap((name) => localOutput(scope, name))),
  };
}

/** Leaves out outputs without a local value: stacks also pass each other values that exist only in AWS. */
function localOutput(scope: StackScope, name: string): readonly (readonly [string, string])[] {
  try {
    return [[name, String(scope.output(name))]];
  } catch (error) {
    if (error instanceof AssemblyError) return [];
    throw error;
  }
}

class LazyResource implements Resource {
  readonly logicalId: string;
  readonly stack: string;
  readonly type: string;
  readonly #scope: StackScope;
  readonly #raw: RawResource;
  #properties: Record<string, unknown> | undefined;

  constructor(scope: StackScope, logicalId: string, raw: RawResource) {
    this.logicalId = logicalId;
    this.stack = scope.stack.name;
    this.type = raw.Type;
    this.#scope = scope;
    this.#raw = raw;
  }

  get properties(): Record<string, unknown> {
    this.#properties ??= Object(this.#scope.value(this.#raw.Properties ?? {}, this.logicalId)) as Record<
      string,
      unknown
    >;
    return this.#properties;
  }

  get metadata(): Record<string, unknown> {
    return { ...this.#raw.Metadata };
  }
}

/** Looks outputs up on demand, because stacks can be listed in any order. */
function exportsOf(scopes: readonly StackScope[]): Exports {
  return (name, where) => {
    const value = scopes.map((scope) => scope.exported(name)).find((found) => found !== undefined);
    if (value !== undefined) return value;
    throw new AssemblyError(where, `no stack exports ${name}`, { 'Fn::ImportValue': name });
  };
}

function assetPath(resource: Resource, stack: StackFiles | undefined): string {
  const where = `${resource.stack}/${resource.logicalId}`;
  const { S3Key } = Object(resource.properties.Code ?? resource.properties.Content);
  const asset = stack?.assets.find(({ destinations }) =>
    Object.values(destinations).some(({ objectKey }) => objectKey === S3Key),
  );
  if (!stack || !asset) throw new AssemblyError(where, 'its code is not a file asset of this assembly', { S3Key });
  const path = join(stack.directory, asset.source.path);
  // CDK zips directories at deployment. A file asset can be an archive, which nothing unpacks here.
  if (asset.source.packaging !== 'zip') throw new AssemblyError(where, `its code asset ${path} is not a directory`);
  return path;
}
