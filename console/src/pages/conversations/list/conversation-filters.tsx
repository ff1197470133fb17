import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { CheckboxField, TextField } from '../../../ui/fields.tsx';
import { Filters } from '../../../ui/filters.tsx';
import type { ListSearch } from './list-search.ts';

interface Props {
  readonly search: ListSearch;
  readonly onFilter: (search: ListSearch) => void;
}

/** The search by title, and behind a button what is needed less often. */
export function ConversationFilters({ search, onFilter }: Props) {
  const { title, ...others } = search;
  const [isOpened, setOpened] = useState(false);
  const isOpen = isOpened || Object.keys(others).length > 0;
  return (
    <Filters
      further={
        !isOpen && (
          <Button onClick={() => setOpened(true)} variant="quiet">
            More filters
          </Button>
        )
      }
      isFiltered={Object.keys(search).length > 0}
      label="Filter conversations"
      onFilter={onFilter}
    >
      <TextField defaultValue={title} label="Title contains" maxLength={200} name="title" type="search" />
      {isOpen && (
        <>
          <TextField defaultValue={search.from} label="Created from" name="from" type="date" />
          <TextField defaultValue={search.until} label="Created to" name="until" type="date" />
          <TextField defaultValue={search.changed_from} label="Updated from" name="changed_from" type="date" />
          <TextField defaultValue={search.changed_until} label="Updated to" name="changed_until" type="date" />
          <TextField defaultValue={search.sandbox} label="Sandbox ID" name="sandbox" />
          <div className="self-center">
            <CheckboxField
              defaultChecked={search.subs !== undefined}
              label="Include sub-conversations"
              name="subs"
              value="yes"
            />
          </div>
        </>
      )}
    </Filters>
  );
}
