import { useId, useState } from 'react';
import { stateWords } from '../../../../../shared/presentation/conversations.ts';
import { given, isOneOf } from '../../../api/search-params.ts';
import type { Conversation } from '../../../api/shapes.ts';
import { type Maker, makerName, useMakers } from '../../../data/makers.ts';
import { Button } from '../../../ui/button.tsx';
import { CheckboxField, SelectField, TextField } from '../../../ui/fields.tsx';
import { type ActiveFilter, ActiveFilterBar, ChoiceChips } from '../../../ui/filter-chips.tsx';
import { Filters } from '../../../ui/filters.tsx';
import type { ConversationSearch } from '../queries.ts';

const filterLabels = {
  status: 'Status',
  title: 'Title contains',
  text: 'Events contain',
  repository: 'Repository',
  model: 'Model',
  by: 'Started by',
  from: 'Created from',
  until: 'Created to',
  changed_from: 'Updated from',
  changed_until: 'Updated to',
  sandbox: 'Sandbox ID',
  subs: 'Sub-conversations',
} as const;

type FilterName = keyof typeof filterLabels;
const filterNames = Object.keys(filterLabels) as readonly FilterName[];

/** The filters in the URL. `by`: the ID of who made it. Days are in the reader's time zone; `subs`: with sub-conversations. */
export type ListSearch = Partial<Readonly<Record<FilterName, string>>>;

/** The filters in words. */
export function activeIn(filters: ListSearch, makers: readonly Maker[] = []): readonly ActiveFilter[] {
  return filterNames.flatMap((name) => {
    const value = filters[name];
    return value === undefined ? [] : [{ name, label: filterLabels[name], text: wordsOf(name, value, makers) }];
  });
}

function wordsOf(name: FilterName, value: string, makers: readonly Maker[]): string {
  if (name === 'by') return makerName(makers, value);
  return name === 'status' && isOneOf(stateWords, value) ? stateWords[value] : value;
}

/** The filters as the service expects them. An invalid day or status is left out. */
export function searchOf(filters: ListSearch): ConversationSearch {
  const { status } = filters;
  return given({
    status__eq: status !== undefined && isOneOf(stateWords, status) ? status : undefined,
    title__contains: filters.title,
    text__contains: filters.text,
    selected_repository__eq: filters.repository,
    llm_model__eq: filters.model,
    created_by_user_id__eq: filters.by,
    created_at__gte: startOf(filters.from, 0),
    created_at__lt: startOf(filters.until, 1),
    updated_at__gte: startOf(filters.changed_from, 0),
    updated_at__lt: startOf(filters.changed_until, 1),
    sandbox_id__eq: filters.sandbox,
    include_sub_conversations: filters.subs === undefined ? undefined : true,
  });
}

/** The start of a day in the reader's time zone, plus a number of days. */
function startOf(day: string | undefined, later: number): string | undefined {
  const parts = day?.split('-').map(Number) ?? [];
  const [year, month, date] = parts;
  if (year === undefined || month === undefined || date === undefined || parts.some(Number.isNaN)) return undefined;
  const moment = new Date(year, month - 1, date + later);
  return Number.isNaN(moment.getTime()) ? undefined : moment.toISOString();
}

interface Props {
  readonly search: ListSearch;
  /** The conversations on the page, whose repositories and models are suggested. */
  readonly shown: readonly Conversation[];
  readonly onFilter: (search: ListSearch) => void;
}

/** The statuses, the searches by title and text, and less common filters behind a button. */
export function ConversationFilters({ search, shown, onFilter }: Props) {
  const { status, title, text, ...others } = search;
  const [isOpened, setOpened] = useState(false);
  const isOpen = isOpened || Object.keys(others).length > 0;
  const makers = useMakers({ isWanted: isOpen });
  const active = activeIn(search, makers);
  return (
    <>
      <ChoiceChips choices={Object.entries(stateWords)} label="Status" name="status" value={status} />
      <Filters
        further={
          !isOpen && (
            <Button onClick={() => setOpened(true)} variant="quiet">
              More filters
            </Button>
          )
        }
        isFiltered={false}
        label="Filter conversations"
        onFilter={(fields) => onFilter({ ...fields, ...given({ status }) })}
      >
        <TextField defaultValue={title} label="Title contains" maxLength={200} name="title" type="search" />
        <TextField
          defaultValue={text}
          label="Events contain"
          maxLength={200}
          minLength={2}
          name="text"
          placeholder="Messages, outputs"
          type="search"
        />
        {isOpen && (
          <>
            <SuggestedField
              label="Repository"
              name="repository"
              suggestions={shown.map((row) => row.selected_repository)}
              value={search.repository}
            />
            <SuggestedField
              label="Model"
              name="model"
              suggestions={shown.map((row) => row.llm_model)}
              value={search.model}
            />
            <MakerField makers={makers} value={search.by} />
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
      <ActiveFilterBar active={active} />
    </>
  );
}

interface MakerFieldProps {
  readonly makers: readonly Maker[];
  readonly value: string | undefined;
}

/** Who started it. Someone who is a member no longer stays chosen by their ID. */
function MakerField({ makers, value = '' }: MakerFieldProps) {
  const isKnown = value === '' || makers.some(({ id }) => id === value);
  const options = [...makers, ...(isKnown ? [] : [{ id: value, name: value }])];
  return (
    <SelectField
      defaultValue={value}
      key={value}
      label={filterLabels.by}
      name="by"
      options={options.map(({ id, name }) => [id, name])}
    >
      <option value="">Anyone</option>
    </SelectField>
  );
}

interface SuggestedFieldProps {
  readonly label: string;
  readonly name: string;
  readonly value: string | undefined;
  readonly suggestions: readonly (string | null)[];
}

/** A field for an exact value, with the suggestions of the browser. */
function SuggestedField({ label, name, value, suggestions }: SuggestedFieldProps) {
  const id = useId();
  const values = new Set(suggestions.filter((one) => one !== null));
  return (
    <>
      <TextField autoComplete="off" defaultValue={value} label={label} list={id} maxLength={500} name={name} />
      <datalist className="hidden" id={id}>
        {[...values].map((one) => (
          <option key={one} value={one} />
        ))}
      </datalist>
    </>
  );
}
