import { AwsError } from '../aws/aws-error.ts';
import type { Tag } from './records.ts';
import { type Filter, invalidValue } from './requests.ts';

interface Paging {
  readonly MaxResults?: number | undefined;
  readonly NextToken?: string | undefined;
}

interface Listed {
  readonly id: string;
  readonly since: number;
}

/** Page size when the caller sets no limit. */
const MOST = 1000;

/** One page of resources, oldest first, and the next token. @throws AwsError for a limit with ids, or a bad token */
export function pageOfResources<T>(
  resources: readonly T[],
  listed: (resource: T) => Listed,
  paging: Paging,
  ids: readonly string[] | undefined,
): { readonly page: readonly T[]; readonly nextToken?: string } {
  if (ids !== undefined && paging.MaxResults !== undefined) {
    throw new AwsError(
      'InvalidParameterCombination',
      'The parameter maxResults cannot be used together with a list of ids.',
    );
  }
  const after = paging.NextToken === undefined ? '' : readToken(paging.NextToken);
  const placed = resources
    .map((resource) => ({ resource, position: positionOf(listed(resource)) }))
    .filter(({ position }) => position > after)
    .sort((a, b) => (a.position < b.position ? -1 : 1));
  const page = placed.slice(0, paging.MaxResults ?? MOST);
  const last = page.at(-1);
  return {
    page: page.map(({ resource }) => resource),
    ...(last && placed.length > page.length && { nextToken: Buffer.from(last.position).toString('base64url') }),
  };
}

/** A place in the list that stays right when resources before it disappear. */
function positionOf({ id, since }: Listed): string {
  return `${String(since).padStart(15, '0')}/${id}`;
}

function readToken(token: string): string {
  const position = Buffer.from(token, 'base64url').toString();
  if (!/^\d{15}\/[a-z]+-[0-9a-f]{17}$/.test(position)) throw invalidValue('Unable to parse pagination token');
  return position;
}

/** The filters besides those for tags, each with the values that a resource has for it. */
export type FilterFields<T> = Readonly<Record<string, (resource: T) => readonly string[]>>;

/** The resources that pass every filter; `*` and `?` are wildcards. @throws AwsError InvalidParameterValue */
export function filtered<T extends { readonly tags: readonly Tag[] }>(
  resources: readonly T[],
  filters: readonly Filter[],
  fields: FilterFields<T>,
): readonly T[] {
  for (const { Name } of filters) {
    if (!Name.startsWith('tag:') && Name !== 'tag-key' && !Object.hasOwn(fields, Name)) {
      throw invalidValue(`The filter '${Name}' is invalid`);
    }
  }
  return resources.filter((resource) =>
    filters.every(({ Name, Values }) => {
      const values = tagValues(resource.tags, Name) ?? fields[Name]?.(resource) ?? [];
      return Values.some((pattern) => values.some((value) => matches(value, pattern)));
    }),
  );
}

function tagValues(tags: readonly Tag[], name: string): readonly string[] | undefined {
  if (name === 'tag-key') return tags.map(({ key }) => key);
  if (!name.startsWith('tag:')) return undefined;
  return tags.filter(({ key }) => key === name.slice('tag:'.length)).map(({ value }) => value);
}

function matches(value: string, pattern: string): boolean {
  const expression = pattern
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll('?', '.');
  return new RegExp(`^${expression}$`, 's').test(value);
}
