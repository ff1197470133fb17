import { useState } from 'react';
import { dollars } from '../../../shared/presentation/money.ts';
import { hourlyCost, sizeWords } from '../../../shared/presentation/sandboxes.ts';
import type { SandboxSpec } from '../api/shapes.ts';
import { SelectField, TextField } from './fields.tsx';
import { textIn } from './forms.ts';

interface Props {
  readonly spec: SandboxSpec | undefined;
  /** By the name of a field of the request. */
  readonly errors: Partial<Record<string, string>>;
  /** The size of a disk that is copied, in GB: the new one cannot be smaller. */
  readonly leastDisk?: number | undefined;
}

const SIZE = 'size';
const DISK = 'disk_gb';

/** Selects the vCPUs, memory and workspace of a sandbox, with the cost of the choice. */
export function SizeFields({ spec, ...rest }: Props) {
  return spec === undefined ? null : <FieldsOf {...rest} spec={spec} />;
}

/** The smallest disk that can be chosen, and the one without a choice. @param least of a disk that is copied */
export function disksOf({ workspace_gb: own, workspace_gb_range: range }: DiskBounds, least = 0) {
  return { min: Math.max(range.min, least), usual: Math.max(own, least) };
}

type DiskBounds = Pick<SandboxSpec, 'workspace_gb' | 'workspace_gb_range'>;

function FieldsOf({ spec, errors, leastDisk }: Props & { readonly spec: SandboxSpec }) {
  const { min, usual } = disksOf(spec, leastDisk);
  const [size, setSize] = useState<number>();
  const [disk, setDisk] = useState(usual);
  const { sizes, workspace_gb_range: range } = spec;
  const own = sizes.findIndex(({ vcpu, memory_gb: memory }) => vcpu === spec.vcpu && memory === spec.memory_gb);
  const chosen = (size === undefined ? undefined : sizes[size]) ?? spec;
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <SelectField
        error={errors['resources.cpu'] ?? errors['resources.memory_gb'] ?? errors.resources}
        hint={`${dollars(hourlyCost(spec, chosen, disk), 3)} an hour with this workspace.`}
        label="Size"
        name={SIZE}
        onChange={({ target }) => setSize(target.value === '' ? undefined : Number(target.value))}
      >
        <option value="">{sizeWords(spec)} (default)</option>
        {sizes.map((offered, index) =>
          index === own ? null : (
            <option key={sizeWords(offered)} value={index}>
              {sizeWords(offered)}, {dollars(Number(offered.cost_per_hour_usd), 3)} an hour
            </option>
          ),
        )}
      </SelectField>
      <TextField
        error={errors['resources.disk_gb']}
        hint={`${min} to ${range.max} GB. It can grow later, but not shrink.`}
        label="Workspace in GB"
        max={range.max}
        min={min}
        name={DISK}
        onChange={({ target }) => setDisk(target.value === '' ? usual : target.valueAsNumber)}
        placeholder={String(usual)}
        type="number"
      />
    </div>
  );
}

/** The choice in a form; undefined if nothing was chosen. */
export function resourcesIn(fields: FormData, spec: SandboxSpec | undefined) {
  const [size, disk] = [textIn(fields, SIZE), textIn(fields, DISK)];
  const chosen = size === '' ? undefined : spec?.sizes[Number(size)];
  if (chosen === undefined && disk === '') return undefined;
  return {
    ...(chosen && { cpu: chosen.vcpu, memory_gb: chosen.memory_gb }),
    ...(disk !== '' && { disk_gb: Number(disk) }),
  };
}
