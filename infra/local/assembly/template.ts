import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The template holds something that has no local counterpart. The message names it. */
export class AssemblyError extends Error {
  constructor(where: string, problem: string, expression?: unknown) {
    super(`${where}: ${problem}${expression === undefined ? '' : ` in ${shorten(JSON.stringify(expression))}`}`);
    this.name = 'AssemblyError';
  }
}

function shorten(text: string): string {
  return text.length > 300 ? `${text.slice(0, 300)}…` : text;
}

/** A resource as the template has it, with unresolved intrinsics. */
export interface RawResource {
  readonly Type: string;
  readonly Properties?: Readonly<Record<string, unknown>>;
  readonly Metadata?: Readonly<Record<string, unknown>>;
}

interface Template {
  readonly Parameters?: Readonly<Record<string, { readonly Type: string; readonly Default?: unknown }>>;
  readonly Mappings?: Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, unknown>>>>>>;
  readonly Conditions?: Readonly<Record<string, unknown>>;
  readonly Resources?: Readonly<Record<string, RawResource>>;
  readonly Outputs?: Readonly<
    Record<string, { readonly Value: unknown; readonly Export?: { readonly Name: unknown } }>
  >;
}

/** @throws AssemblyError for parts of a template that the local cloud would otherwise silently ignore */
function assertSupported(template: Template, file: string): void {
  if (Object.hasOwn(template, 'Transform')) throw new AssemblyError(file, 'Transform is not supported');
  for (const [id, entry] of Object.entries({ ...template.Resources, ...template.Outputs })) {
    if (Object.hasOwn(entry, 'Condition')) throw new AssemblyError(`${file}/${id}`, 'Condition is not supported');
  }
}

interface FileAsset {
  readonly source: { readonly path: string; readonly packaging: string };
  readonly destinations: Readonly<Record<string, { readonly objectKey: string }>>;
}

/** A stack of the assembly: its template, and the file assets of its manifest. */
export interface StackFiles {
  readonly name: string;
  readonly directory: string;
  readonly template: Template;
  readonly assets: readonly FileAsset[];
}

interface Artifact {
  readonly type: string;
  readonly properties?: {
    readonly templateFile?: string;
    readonly stackName?: string;
    readonly file?: string;
    readonly directoryName?: string;
  };
  readonly dependencies?: readonly string[];
}

/** The stacks of a cloud assembly, nested assemblies (stages) included. @throws AssemblyError */
export function readStacks(directory: string): readonly StackFiles[] {
  const manifest = join(directory, 'manifest.json');
  if (!existsSync(manifest)) throw new AssemblyError(directory, 'manifest.json is missing: not a cloud assembly');
  const { artifacts = {} } = readJson<{ artifacts?: Record<string, Artifact> }>(manifest);
  return Object.entries(artifacts).flatMap(([id, artifact]) => {
    if (artifact.type === 'cdk:cloud-assembly') {
      return readStacks(join(directory, artifact.properties?.directoryName ?? id));
    }
    return artifact.type === 'aws:cloudformation:stack' ? [readStack(directory, id, artifact, artifacts)] : [];
  });
}

/** A nested stack, whose template is a file asset of `parent`. @throws AssemblyError when it is not */
export function readNested(parent: StackFiles, logicalId: string, url: string): StackFiles {
  const asset = parent.assets.find(({ destinations }) =>
    Object.values(destinations).some(({ objectKey }) => url.endsWith(`/${objectKey}`)),
  );
  if (!asset)
    throw new AssemblyError(`${parent.name}/${logicalId}`, 'its template is not an asset of this assembly', url);
  const template = readTemplate(join(parent.directory, asset.source.path));
  // CloudFormation ends the name with random characters.
  return { ...parent, name: `${parent.name}-${logicalId.slice(0, 24)}-${logicalId.slice(-8)}`, template };
}

function readStack(
  directory: string,
  id: string,
  artifact: Artifact,
  artifacts: Readonly<Record<string, Artifact>>,
): StackFiles {
  const templateFile = join(directory, artifact.properties?.templateFile ?? `${id}.template.json`);
  const assets = (artifact.dependencies ?? []).flatMap((dependency) => {
    const other = artifacts[dependency];
    const file = other?.type === 'cdk:asset-manifest' ? other.properties?.file : undefined;
    return file
      ? Object.values(readJson<{ files?: Record<string, FileAsset> }>(join(directory, file)).files ?? {})
      : [];
  });
  return {
    name: artifact.properties?.stackName ?? id,
    directory: dirname(templateFile),
    template: readTemplate(templateFile),
    assets,
  };
}

function readTemplate(file: string): Template {
  const template = readJson<Template>(file);
  assertSupported(template, file);
  return template;
}

function readJson<T>(file: string): T {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (cause) {
    throw new AssemblyError(file, `cannot be read as JSON (${String(cause)})`);
  }
}
