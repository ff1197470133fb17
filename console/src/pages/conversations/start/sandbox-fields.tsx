import { nameOf, useSnapshots } from '../../../data/snapshots.ts';
import { useSpecs } from '../../../data/spec-queries.ts';
import { shortId } from '../../../format/short-id.ts';
import { useCan } from '../../../session/session.ts';
import { SelectField } from '../../../ui/fields.tsx';
import { MachineFields } from '../../../ui/machine-fields.tsx';
import { SpecField, specOf } from '../../../ui/spec-field.tsx';
import type { OptionFields as Props } from './start-draft.ts';

/** How many snapshots can be chosen, the newest first. */
const SHOWN = 100;

/** The sandbox of a new conversation: its spec or the snapshot that brings one, its size and capacity. */
export function SandboxFields({ draft, errors, requestErrors, onChange }: Props) {
  const can = useCan();
  const { data: specs } = useSpecs();
  const { data: page } = useSnapshots({ filters: {}, limit: SHOWN, isWanted: can('GET /api/v1/snapshots/search') });
  const snapshots = (page?.items ?? []).filter(({ state }) => state !== 'ERROR');
  const chosen = snapshots.find(({ id }) => id === draft.snapshot);
  const spec =
    draft.snapshot === '' ? specOf(specs ?? [], draft.spec) : specs?.find(({ id }) => id === chosen?.sandbox_spec_id);
  return (
    <>
      {(snapshots.length > 0 || draft.snapshot !== '') && (
        <SelectField
          error={errors.snapshot}
          hint="The files of the new sandbox. Its spec is that of the snapshot."
          label="Begin from a snapshot"
          onChange={({ target }) => onChange({ snapshot: target.value, spec: '', resources: {} })}
          value={draft.snapshot}
        >
          <option value="">None: an empty workspace</option>
          {draft.snapshot !== '' && !chosen && <option value={draft.snapshot}>{shortId(draft.snapshot)}</option>}
          {snapshots.map(({ id, name, sandbox_spec_id: specId, state }) => (
            <option key={id} value={id}>
              {nameOf({ name })} ({shortId(id)}), {specId}
              {state === 'CREATING' && ', still being created'}
            </option>
          ))}
        </SelectField>
      )}
      {specs && draft.snapshot === '' && (
        <SpecField
          error={errors.spec}
          label="Sandbox spec"
          onChange={(id) => onChange({ spec: id, resources: {} })}
          specs={specs}
          value={draft.spec}
        />
      )}
      <MachineFields
        errors={requestErrors}
        leastDisk={chosen?.size_gib}
        machine={draft}
        onChange={onChange}
        spec={spec}
      />
    </>
  );
}
