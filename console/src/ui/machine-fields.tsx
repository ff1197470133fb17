import { dollars } from '../../../shared/presentation/money.ts';
import { capacityWords, costOf, offeredSize, sizeWords } from '../../../shared/presentation/sandboxes.ts';
import type { FieldErrors } from '../api/failure.ts';
import { given } from '../api/search-params.ts';
import type { ResourcesRequest, Sandbox, SandboxSpec } from '../api/shapes.ts';
import { SelectField, TextField } from './fields.tsx';
import { capacityOf, type Machine } from './machine.ts';

type Size = Pick<Sandbox['resources'], 'cpu' | 'memory_gb' | 'disk_gb'>;

interface SizeProps {
  readonly spec: SandboxSpec | undefined;
  readonly machine: Machine;
  readonly onChange: (changed: Partial<Machine>) => void;
  /** By the name of a field of the request. */
  readonly errors: FieldErrors;
  /** The size of an existing sandbox, which it keeps unless another one is chosen. */
  readonly current?: Size | undefined;
  /** The size of a disk that is copied, in GB: the new one cannot be smaller. */
  readonly leastDisk?: number | undefined;
  /** What it runs on if nothing is chosen. By default, the choice of the spec. */
  readonly usualCapacity?: Sandbox['capacity'] | undefined;
}

/** Selects the vCPUs, memory and workspace of a sandbox and what it runs on, with the price of each choice. */
export function MachineFields(props: SizeProps) {
  return (
    <>
      <SizeFields {...props} />
      <CapacityField {...props} />
    </>
  );
}

/** Selects the vCPUs, memory and workspace, with the price of the choice. Nothing without a spec. */
export function SizeFields({ spec, ...rest }: SizeProps) {
  return spec === undefined ? null : <FieldsOf {...rest} spec={spec} />;
}

/** The smallest disk that can be chosen, and the one without a choice. @param least of a disk that is copied */
export function disksOf({ workspace_gb: own, workspace_gb_range: range }: DiskBounds, least = 0) {
  return { min: Math.max(range.min, least), usual: Math.max(own, least) };
}

type DiskBounds = Pick<SandboxSpec, 'workspace_gb' | 'workspace_gb_range'>;

function FieldsOf(props: SizeProps & { readonly spec: SandboxSpec }) {
  const { spec, machine, onChange, errors, current, leastDisk = current?.disk_gb } = props;
  const { sizes, workspace_gb_range: range } = spec;
  const { min } = disksOf(spec, leastDisk);
  const usual = usualSize(props);
  const { cpu, memory_gb: memory, disk_gb: disk } = machine.resources;
  const own = sizes.find((size) => size.vcpu === usual.cpu && size.memory_gb === usual.memory_gb);
  const chosen = cpu === undefined && memory === undefined ? own : offeredSize(spec, chosenSize(props), spec);
  const change = (changed: ResourcesRequest): void =>
    onChange({ resources: given({ ...machine.resources, ...changed }) });
  return (
    <>
      <SelectField
        error={errors['resources.cpu'] ?? errors['resources.memory_gb'] ?? errors.resources}
        hint={priceWords(props)}
        label="Size"
        onChange={({ target }) => {
          const { vcpu, memory_gb } = sizes[Number(target.value || -1)] ?? {};
          change({ cpu: vcpu, memory_gb });
        }}
        value={chosen === undefined || chosen === own ? '' : sizes.indexOf(chosen)}
      >
        <option value="">
          {sizeWords({ vcpu: usual.cpu, memory_gb: usual.memory_gb })} ({current ? 'current' : 'default'})
        </option>
        {sizes.map((offered, index) =>
          offered === own ? null : (
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
        onChange={({ target }) => change({ disk_gb: target.value === '' ? undefined : target.valueAsNumber })}
        placeholder={String(usual.disk_gb)}
        type="number"
        value={disk ?? ''}
      />
    </>
  );
}

/** Selects what a sandbox runs on, by its price. Nothing without a spec. */
function CapacityField(props: SizeProps) {
  const { spec, machine, onChange, errors, usualCapacity = spec?.capacity } = props;
  if (spec === undefined || usualCapacity === undefined) return null;
  const size = chosenSize({ ...props, spec });
  const price = (capacity: Sandbox['capacity']): string => dollars(costOf(spec, size, capacity) ?? 0, 3);
  return (
    <SelectField
      error={errors.capacity}
      hint="AWS can take Spot capacity back. The sandbox is then saved and starts again."
      label="Capacity"
      onChange={({ target }) => onChange({ capacity: target.value })}
      options={[
        ['', `${capacityWords[usualCapacity]} (${props.usualCapacity === undefined ? 'default' : 'current'})`],
        ['on_demand', `${capacityWords.on_demand}: ${price('on_demand')} an hour`],
        ['spot', `${capacityWords.spot}: about ${price('spot')} an hour`],
      ]}
      value={machine.capacity}
    />
  );
}

type Choice = SizeProps & { readonly spec: SandboxSpec };

function usualSize({ spec, current, leastDisk = current?.disk_gb }: Choice): Size {
  const { vcpu: cpu, memory_gb } = spec;
  return current ?? { cpu, memory_gb, disk_gb: disksOf(spec, leastDisk).usual };
}

function chosenSize({ machine, ...rest }: Choice): Size {
  return { ...usualSize({ ...rest, machine }), ...machine.resources };
}

/** What an hour of the choice costs. */
function priceWords(props: Choice): string {
  const { spec, machine, usualCapacity = spec.capacity } = props;
  const capacity = capacityOf(machine) ?? usualCapacity;
  const cost = costOf(spec, chosenSize(props), capacity);
  if (cost === undefined || Number.isNaN(cost)) return 'This spec does not offer such a size.';
  return `${capacity === 'spot' ? 'About ' : ''}${dollars(cost, 3)} an hour with this workspace and capacity.`;
}
