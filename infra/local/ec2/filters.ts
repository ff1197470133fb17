import type { Tag } from './records.ts';
import { type Filter, invalidValue } from './requests.ts';

/** The filters that there are beside those for tags, each with the values that a resource has under its name. */
export type FilterFields<T> = Readonly<Record<string, (resource: T) => readonly string[]>>;

/** The resources that pass every filter (`*` and `?` are wildcards). @throws AwsError InvalidParameterValue */
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
