import type { Tone } from '../../../../shared/presentation/conversations.ts';
import { given } from '../../api/search-params.ts';
import type { SandboxSpec, SpecDetails } from '../../api/shapes.ts';
import { textIn } from '../../ui/forms.ts';
import type { SpecChange } from './spec-queries.ts';

type Check = NonNullable<SandboxSpec['check']>;

export const checkLooks: Readonly<Record<Check['state'], { readonly word: string; readonly tone: Tone }>> = {
  PENDING: { word: 'Checking', tone: 'info' },
  PASSED: { word: 'Passed', tone: 'good' },
  FAILED: { word: 'Failed', tone: 'bad' },
};

/** The steps of a check, with the reasons for which each fails. */
const steps: readonly (readonly [label: string, reasons: readonly string[]])[] = [
  ['The definition is registered', ['spec_invalid']],
  ['A sandbox starts within your limits', ['limit_reached', 'check_interrupted']],
  ['The image is pulled', ['image_not_found', 'image_pull_failed', 'access_denied', 'wrong_platform']],
  ['The agent server gets ready', ['agent_exited', 'out_of_memory', 'agent_not_ready']],
  ['It speaks the protocol, and refuses requests without its keys', ['not_an_agent_server']],
];

export interface CheckStep {
  readonly label: string;
  readonly state: 'done' | 'failed' | 'open';
}

/** How far a check came. The service reports the step that failed, and the ones before it have succeeded. */
export function stepsOf({ state, reason }: Pick<Check, 'state' | 'reason'>): readonly CheckStep[] {
  const at = steps.findIndex(([, reasons]) => reason !== null && reasons.includes(reason));
  return steps.map(([label], index) => {
    if (state === 'PASSED') return { label, state: 'done' };
    if (state === 'PENDING' || at === -1) return { label, state: 'open' };
    return { label, state: index < at ? 'done' : index === at ? 'failed' : 'open' };
  });
}

/** Whether a spec belongs to the owner. Those of the deployment have no version. */
export const isOwn = ({ version }: Pick<SandboxSpec, 'version'>): boolean => version !== null;

export const PORTS = ['AGENT_SERVER', 'VSCODE', 'WORKER_1', 'WORKER_2'] as const;

const numbers = ['vcpu', 'memory_gb', 'workspace_gb', 'idle_minutes', 'lifetime_minutes', 'retention_days'] as const;

const texts = ['image', 'workspace_path', 'working_dir'] as const;

/** The fields of a form that are filled in. */
export function specIn(fields: FormData): SpecChange {
  const filled = (name: string) => textIn(fields, name) || undefined;
  const numberIn = (name: string) => (textIn(fields, name) === '' ? undefined : Number(textIn(fields, name)));
  const ports = Object.fromEntries(
    PORTS.flatMap((name) => {
      const port = numberIn(`ports.${name}`);
      return port === undefined ? [] : [[name, port] as const];
    }),
  );
  return {
    ...given(Object.fromEntries(texts.map((name) => [name, filled(name)]))),
    ...given(Object.fromEntries(numbers.map((name) => [name, numberIn(name)]))),
    architecture: textIn(fields, 'architecture') === 'ARM64' ? 'ARM64' : 'X86_64',
    user: filled('user') ?? null,
    ephemeral_gb: numberIn('ephemeral_gb') ?? null,
    command: linesIn(fields, 'command'),
    initial_env: Object.fromEntries(linesIn(fields, 'initial_env').map(variableOf)),
    ...(Object.keys(ports).length > 0 && { ports }),
    seals_with_boot_key: fields.has('seals_with_boot_key'),
  };
}

function linesIn(fields: FormData, name: string): string[] {
  return textIn(fields, name)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** A line without a value is a variable with an empty one. */
function variableOf(line: string): readonly [name: string, value: string] {
  const at = line.indexOf('=');
  return at === -1 ? [line, ''] : [line.slice(0, at).trim(), line.slice(at + 1)];
}

/** The environment as the form shows it. */
export function variableLines({ initial_env: variables }: Pick<SpecDetails, 'initial_env'>): string {
  return Object.entries(variables)
    .map(([name, value]) => `${name}=${value}`)
    .join('\n');
}
