import type { Assembly, Resource } from '../assembly/assembly.ts';
import { physicalName } from './names.ts';

/** The ids by which the code calls its functions (`get-sandbox`), by their names in AWS. */
export function functionIds(assembly: Assembly): ReadonlyMap<string, string> {
  return new Map(
    assembly.ofType('AWS::Lambda::Function').map((resource) => [physicalName(resource), functionIdOf(resource)]),
  );
}

export function functionIdOf({ metadata, logicalId }: Resource): string {
  const path = String(metadata['aws:cdk:path'] ?? '');
  // Our functions stand under their id, in a stack or a nested one; the CDK names its own otherwise.
  const [, ours] = /([^/]+)\/Function\/Resource$/.exec(path) ?? [];
  return ours ?? path.split('/')[1] ?? logicalId;
}
