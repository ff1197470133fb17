import type { Assembly, Resource } from '../assembly/assembly.ts';
import { nameOf, refOf } from '../assembly/physical-ids.ts';

export interface Place {
  readonly region: string;
  readonly accountId: string;
}

/** The physical name of a resource: the one its template gives, else one made of stack and logical id. */
export function physicalName(resource: Resource): string {
  return nameOf(subjectOf(resource, { region: '', accountId: '' }));
}

/** What `Ref` of the resource is in the template. */
export function physicalRef(resource: Resource, place: Place): string {
  return refOf(subjectOf(resource, place));
}

/** What the values of a resource are derived from. */
export function subjectOf(resource: Resource, place: Place) {
  const { stack, logicalId, type, properties } = resource;
  return { stack, logicalId, type, ...place, property: (name: string) => properties[name] };
}

/** The name in a table's or stream's ARN; a bare name is its own. */
export function tableNameIn(nameOrArn: string): string {
  return /:table\/([^/]+)/.exec(nameOrArn)?.[1] ?? nameOrArn;
}

/** The name in a function's ARN, with or without a qualifier; a bare name is its own. */
export function functionNameIn(nameOrArn: string): string {
  return /(?:^|:)function:([^:]+)/.exec(nameOrArn)?.[1] ?? nameOrArn.split(':')[0] ?? nameOrArn;
}

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
