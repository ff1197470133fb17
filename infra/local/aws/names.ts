import type { Assembly, Resource } from '../assembly/assembly.ts';
import { nameOf, refOf } from '../assembly/physical-ids.ts';

export interface Place {
  readonly region: string;
  readonly accountId: string;
}

/** The physical name of a resource: its own, or its stack and logical id. */
export function physicalName(resource: Resource): string {
  return nameOf(subjectOf(resource, { region: '', accountId: '' }));
}

/** What `Ref` returns for the resource. */
export function physicalRef(resource: Resource, place: Place): string {
  return refOf(subjectOf(resource, place));
}

export function subjectOf(resource: Resource, place: Place) {
  const { stack, logicalId, type, properties } = resource;
  return { stack, logicalId, type, ...place, property: (name: string) => properties[name] };
}

/** The table name in the ARN of a table or stream. A bare name is returned unchanged. */
export function tableNameIn(nameOrArn: string): string {
  return /:table\/([^/]+)/.exec(nameOrArn)?.[1] ?? nameOrArn;
}

/** The function name in an ARN, with or without a qualifier. A bare name is returned unchanged. */
export function functionNameIn(nameOrArn: string): string {
  return /(?:^|:)function:([^:]+)/.exec(nameOrArn)?.[1] ?? nameOrArn.split(':')[0] ?? nameOrArn;
}

/** The ids of the functions in the code (`get-sandbox`), by their names in AWS. */
export function functionIds(assembly: Assembly): ReadonlyMap<string, string> {
  return new Map(
    assembly.ofType('AWS::Lambda::Function').map((resource) => [physicalName(resource), functionIdOf(resource)]),
  );
}

export function functionIdOf({ metadata, logicalId }: Resource): string {
  const path = String(metadata['aws:cdk:path'] ?? '');
  // The construct of each of our functions is named by its id. The CDK names its own functions differently.
  const [, ours] = /([^/]+)\/Function\/Resource$/.exec(path) ?? [];
  return ours ?? path.split('/')[1] ?? logicalId;
}
