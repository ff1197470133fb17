import { given, isOneOf } from '../../api/search-params.ts';
import type { SandboxPhase, SandboxStatus } from '../../api/shapes.ts';
import type { SandboxSearch } from '../../data/sandbox-queries.ts';
import { SelectField, TextField } from '../../ui/fields.tsx';
import { type ActiveFilter, ActiveFilterBar, ChoiceChips } from '../../ui/filter-chips.tsx';
import { Filters } from '../../ui/filters.tsx';
import { phaseLooks, statusLooks } from './sandbox-state.tsx';

/** The filters in the URL. */
export type SandboxFilterParams = Partial<Readonly<Record<'status' | 'state' | 'spec', string>>>;

/** The filters in words. */
export function activeFiltersOf({ status, state, spec }: SandboxFilterParams): readonly ActiveFilter[] {
  const active = [
    {
      name: 'status',
      label: 'Status',
      text: status && (isOneOf(statusLooks, status) ? statusLooks[status].word : status),
    },
    { name: 'state', label: 'State', text: state && (isOneOf(phaseLooks, state) ? phaseLooks[state].word : state) },
    { name: 'spec', label: 'Spec', text: spec },
  ];
  return active.flatMap(({ text, ...rest }) => (text === undefined ? [] : [{ ...rest, text }]));
}

/** The filters as the service expects them. Unknown statuses and states are left out. */
export function sandboxSearchOf({ status, state, spec }: SandboxFilterParams): SandboxSearch {
  return given({
    status__eq: status !== undefined && isOneOf(statusLooks, status) ? status : undefined,
    state__eq: state !== undefined && isOneOf(phaseLooks, state) ? state : undefined,
    sandbox_spec_id__eq: spec,
  });
}

const statuses = (Object.keys(statusLooks) as SandboxStatus[]).map((one) => [one, statusLooks[one].word] as const);

/** Deleted sandboxes are on the other tab. */
const states = (Object.keys(phaseLooks) as SandboxPhase[])
  .filter((one) => one !== 'DELETING' && one !== 'DELETED')
  .map((one) => [one, phaseLooks[one].word] as const);

interface Props {
  readonly search: SandboxFilterParams;
  readonly onFilter: (search: SandboxFilterParams) => void;
}

export function SandboxFilters({ search, onFilter }: Props) {
  const { status, state, spec } = search;
  const active = activeFiltersOf(search);
  return (
    <>
      <ChoiceChips choices={statuses} label="Status" name="status" value={status} />
      <Filters
        isFiltered={false}
        label="Filter sandboxes"
        onFilter={(fields) => onFilter({ ...fields, ...given({ status }) })}
      >
        {/* The select does not follow a changed URL by itself. */}
        <SelectField defaultValue={state ?? ''} key={`state-${state}`} label="State" name="state" options={states}>
          <option value="">Any</option>
        </SelectField>
        <TextField autoComplete="off" defaultValue={spec} label="Spec" maxLength={200} name="spec" />
      </Filters>
      <ActiveFilterBar active={active} />
    </>
  );
}
