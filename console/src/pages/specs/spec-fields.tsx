import type { SpecDetails } from '../../api/shapes.ts';
import { CheckboxField, SelectField, TextAreaField, TextField } from '../../ui/fields.tsx';
import { PORTS, variableLines } from './spec-words.ts';

interface Props {
  /** By the field names of the request. */
  readonly errors: Partial<Record<string, string>>;
  readonly registries: readonly string[];
  readonly spec: SpecDetails | undefined;
}

/** Everything that an owner chooses in a spec but its name. */
export function SpecFields({ errors, registries, spec }: Props) {
  return (
    <>
      <TextField
        autoComplete="off"
        defaultValue={spec?.image ?? ''}
        error={errors.image}
        hint={`By tag or digest, from ${registries.join(' or ')}. It must speak the agent-server protocol.`}
        label="Image"
        maxLength={500}
        name="image"
        placeholder={`${registries[0]}/agent:1.0.0`}
        required
        spellCheck={false}
      />
      <div className="grid gap-4 sm:grid-cols-3">
        <Amount error={errors.vcpu} fallback={1} label="vCPU" name="vcpu" step="0.25" value={spec?.vcpu} />
        <Amount
          error={errors.memory_gb}
          fallback={4}
          label="Memory in GB"
          name="memory_gb"
          step="0.5"
          value={spec?.memory_gb}
        />
        <Amount
          error={errors.workspace_gb}
          fallback={20}
          label="Workspace in GB"
          name="workspace_gb"
          value={spec?.workspace_gb}
        />
      </div>
      <SelectField
        defaultValue={spec?.architecture ?? 'X86_64'}
        error={errors.architecture}
        label="Processor"
        name="architecture"
        options={[
          ['X86_64', 'x86'],
          ['ARM64', 'Arm'],
        ]}
      />
      <TextAreaField
        defaultValue={spec ? variableLines(spec) : ''}
        error={errors.initial_env ?? firstOf(errors, 'initial_env.')}
        hint="A variable in each line, as NAME=value. Not for secrets: every key of yours can read it."
        label="Environment"
        name="initial_env"
        rows={3}
        spellCheck={false}
      />
      <details className="rounded-lg border border-line" open={hasOther(errors)}>
        <summary className="rounded-lg px-3 py-2 font-medium text-sm hover:bg-raised">
          More: <span className="font-normal text-ink-soft">command, ports, paths, limits</span>
        </summary>
        <div className="grid gap-4 p-3 sm:grid-cols-2">
          <MoreFields errors={errors} spec={spec} />
        </div>
      </details>
    </>
  );
}

function MoreFields({ errors, spec }: Omit<Props, 'registries'>) {
  return (
    <>
      <TextAreaField
        defaultValue={spec?.command?.join('\n') ?? ''}
        error={errors.command}
        hint="An argument in each line. Empty: the image's own command."
        label="Command"
        name="command"
        rows={3}
        spellCheck={false}
      />
      <TextField
        defaultValue={spec?.user ?? ''}
        error={errors.user}
        hint="The numbers of the user, or of the user and the group. Empty: root."
        label="User"
        name="user"
        placeholder="10001:10001"
      />
      {PORTS.map((name) => (
        <Amount
          error={errors[`ports.${name}`] ?? (name === 'AGENT_SERVER' ? errors.ports : undefined)}
          fallback={name === 'AGENT_SERVER' ? 8000 : undefined}
          key={name}
          label={`Port ${name}`}
          name={`ports.${name}`}
          value={spec?.ports[name]}
        />
      ))}
      <PathField
        error={errors.workspace_path}
        fallback="/workspace"
        label="Workspace path"
        spec={spec?.workspace_path}
      />
      <PathField
        error={errors.working_dir}
        fallback="/workspace/project"
        label="Working directory"
        spec={spec?.working_dir}
      />
      <Amount
        error={errors.idle_minutes}
        fallback={20}
        label="Pause after idle minutes"
        name="idle_minutes"
        value={spec?.idle_minutes}
      />
      <Amount
        error={errors.lifetime_minutes}
        fallback={1440}
        label="Pause after minutes in any case"
        name="lifetime_minutes"
        value={spec?.lifetime_minutes}
      />
      <Amount
        error={errors.retention_days}
        fallback={30}
        label="Days that a paused workspace is kept"
        name="retention_days"
        value={spec?.retention_days}
      />
      <Amount
        error={errors.ephemeral_gb}
        fallback={undefined}
        label="Other disk in GB (20 if empty)"
        name="ephemeral_gb"
        value={spec?.ephemeral_gb ?? undefined}
      />
      <CheckboxField
        defaultChecked={spec?.seals_with_boot_key ?? false}
        hint="For agent servers before 1.57.0."
        label="Encrypts its files with the key in its environment"
        name="seals_with_boot_key"
      />
    </>
  );
}

interface AmountProps {
  readonly label: string;
  readonly name: string;
  readonly value: number | undefined;
  /** What the service uses if nothing is sent. */
  readonly fallback: number | undefined;
  readonly step?: string;
  readonly error: string | undefined;
}

function Amount({ value, fallback, ...rest }: AmountProps) {
  return (
    <TextField
      {...rest}
      defaultValue={value}
      min={0}
      placeholder={fallback === undefined ? undefined : String(fallback)}
      type="number"
    />
  );
}

const pathNames = { 'Workspace path': 'workspace_path', 'Working directory': 'working_dir' } as const;

interface PathProps {
  readonly label: keyof typeof pathNames;
  readonly spec: string | null | undefined;
  readonly fallback: string;
  readonly error: string | undefined;
}

function PathField({ label, spec, fallback, error }: PathProps) {
  return (
    <TextField
      defaultValue={spec ?? ''}
      error={error}
      label={label}
      name={pathNames[label]}
      placeholder={fallback}
      spellCheck={false}
    />
  );
}

function firstOf(errors: Props['errors'], prefix: string): string | undefined {
  const [name, message] = Object.entries(errors).find(([one]) => one.startsWith(prefix)) ?? [];
  return name === undefined ? undefined : `${name.slice(prefix.length)}: ${message}`;
}

const shown = /^(name|image|vcpu|memory_gb|workspace_gb|architecture|initial_env)(\.|$)/;

/** Whether a field below "More" has an error. */
function hasOther(errors: Props['errors']): boolean {
  return Object.keys(errors).some((name) => !shown.test(name));
}
