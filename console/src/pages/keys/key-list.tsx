import { SearchX } from 'lucide-react';
import type { ApiKey } from '../../api/shapes.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { TextField } from '../../ui/fields.tsx';
import { Filters } from '../../ui/filters.tsx';

/** From how many keys on they can be searched. */
const MANY = 10;

interface Props {
  readonly keys: readonly ApiKey[];
  readonly columns: readonly Column<ApiKey>[];
  /** What is searched for; undefined shows all. */
  readonly name: string | undefined;
  readonly onFilter: (search: { readonly name?: string }) => void;
}

/** The keys of the owner, all or those with a text in their name or id. */
export function KeyList({ keys, columns, name, onFilter }: Props) {
  const text = name?.toLowerCase() ?? '';
  const found = keys.filter((key) => `${key.name ?? ''}\n${key.id}`.toLowerCase().includes(text));
  return (
    <>
      {(keys.length > MANY || name !== undefined) && (
        <Filters action="Search" isFiltered={name !== undefined} label="Search keys" onFilter={onFilter}>
          <TextField defaultValue={name} key={name} label="Name or ID" name="name" type="search" />
        </Filters>
      )}
      {found.length > 0 ? (
        <DataTable columns={columns} label="API keys" rowId={({ id }) => id} rows={found} />
      ) : (
        <EmptyState icon={<SearchX aria-hidden />} title="No matching keys">
          Clear the search, or search for something else.
        </EmptyState>
      )}
    </>
  );
}
