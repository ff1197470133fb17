import { type FailureCode, failureReason, notInstalled } from '../../../presentation/compute-failures.ts';
import type { StatusReason } from '../../../presentation/sandbox-reasons.ts';
import type { Sandbox } from './sandbox.ts';
import type { Task } from './task.ts';

/**
 * How to handle a failure. `capacity`: wait for capacity. `throttled`: wait a little. `transient`: try again. `spec`:
 * another try would fail the same way. `access`: the deployment lacks a permission, so alarm an operator.
 */
export type FailureClass = 'capacity' | 'throttled' | 'transient' | 'spec' | 'access';

export interface Failure {
  readonly reason: StatusReason;
  readonly class: FailureClass;
}

/** @param said the message from AWS; left out for a missing permission */
export function failure(code: FailureCode, failureClass: FailureClass, said = ''): Failure {
  const retryable = failureClass !== 'spec' && failureClass !== 'access';
  return { reason: failureReason(code, retryable, failureClass === 'access' ? '' : said), class: failureClass };
}

/** Alarms operators about a failure that only they can repair. */
export type OperatorAlarm = (metric: 'AccessErrors' | 'LaunchesRefused') => void;

/** Messages of ECS, EC2 and registries. AWS has codes for few of these, and has kept the texts for years. */
type Rule = readonly [RegExp, FailureCode, FailureClass];

/** Checked before other denials, as its remedy is a separate setting. */
const keyRule: Rule = [/\bkms\b|kmskey/i, 'volume_key_unusable', 'access'];

/** Messages from RunTask itself, or from a task that did not start. */
const anywhere: readonly Rule[] = [
  keyRule,
  // AWS documents the quota and not its message, so any refusal that names the rate counts.
  [/volume ?initialization ?rate/i, 'disk_rate_quota_reached', 'transient'],
  // A quota. Its apostrophe is typographic in the failure and plain in the exception, or vice versa.
  [/limit on the number of (vCPUs|tasks)/i, 'vcpu_quota_reached', 'capacity'],
  [/unable to assume|not authorized|AccessDenied|UnauthorizedOperation|pass this role/i, 'access_denied', 'access'],
  [
    /capacity is unavailable|InsufficientFreeAddresses|RESOURCE:|EMPTY CAPACITY PROVIDER/i,
    'capacity_unavailable',
    'capacity',
  ],
  [/NO ACTIVE INSTANCES|^AGENT\b/, 'capacity_unavailable', 'capacity'],
  [/VolumeLimitExceeded|volume storage quota|MaxIOPSLimitExceeded/i, 'volume_not_created', 'capacity'],
  [/Rate exceeded|RequestLimitExceeded|ThrottlingException|TooManyRequestsException/i, 'throttled', 'throttled'],
];

const launchRules: readonly Rule[] = [
  keyRule,
  [
    /^(AccessDenied|Unauthorized|Blocked|UnrecognizedClient|InvalidSignature|InvalidClientTokenId)/,
    'access_denied',
    'access',
  ],
  ...anywhere,
  [/^(ExpiredToken|RequestExpired)/, 'launch_refused', 'transient'],
  [/^Throttling/, 'throttled', 'throttled'],
  [/snapshot|volume configuration|managedEBSVolume|filesystemType/i, 'volume_not_created', 'spec'],
  [/^(InvalidParameter|Platform|UnsupportedFeature|ClientException|ATTRIBUTE|LOCATION)/, 'spec_invalid', 'spec'],
];

const stopRules: readonly Rule[] = [
  [/is not installed on this machine/, 'program_not_installed', 'spec'],
  [/OutOfMemory|out of memory|killed due to memory usage/i, 'out_of_memory', 'transient'],
  [/Pull\w*:.*(toomanyrequests|pull rate limit)/i, 'image_pull_failed', 'throttled'],
  [/Pull\w*:.*(AccessDenied|not authorized|403 Forbidden|no basic auth)/i, 'access_denied', 'access'],
  [/Pull\w*:.*(no space left|matching platform|not supported)/i, 'image_pull_failed', 'spec'],
  [
    /Pull\w*:.*(not found|manifest unknown|does not exist|pull access denied|invalid reference)/i,
    'image_not_found',
    'spec',
  ],
  [/Pull/, 'image_pull_failed', 'transient'],
  ...anywhere,
  [/EBS volume.*(snapshot|IdempotentParameterMismatch|InvalidParameter)/i, 'volume_not_created', 'spec'],
  [/CannotCreateVolume|EBS volume|EphemeralStorage|mount volume/i, 'volume_not_created', 'transient'],
  [
    /log group does not exist|(secret|parameter).*(not found|invalid)|ResourceNotFoundException/i,
    'spec_invalid',
    'spec',
  ],
  [
    /CannotStartContainer.*(executable file not found|no such file|exec format|permission denied)/i,
    'spec_invalid',
    'spec',
  ],
];

/** Stop codes that need no message. `ServiceSchedulerInitiated`: an operator made an ECS service of our task. */
const stopCodes: Readonly<Record<string, readonly [FailureCode, FailureClass]>> = {
  SpotInterruption: ['spot_interrupted', 'transient'],
  TerminationNotice: ['host_retired', 'transient'],
  InfrastructureHealth: ['host_failed', 'transient'],
  UserInitiated: ['stopped_by_operator', 'transient'],
  ServiceSchedulerInitiated: ['stopped_by_operator', 'transient'],
};

/** The exit codes of a shell, or `env`, for a program that is missing or not executable. */
const NO_PROGRAM: readonly (number | null)[] = [126, 127];

/** For failures that no rule recognises. */
const unknown = {
  launchError: ['launch_refused', 'spec'],
  launchFailure: ['capacity_unavailable', 'capacity'],
  start: ['task_failed_to_start', 'transient'],
  end: ['agent_exited', 'transient'],
} as const satisfies Record<string, readonly [FailureCode, FailureClass]>;

/** What an end of the agent server is called when the disk was full. */
const diskFull = ['disk_full', 'transient'] as const satisfies readonly [FailureCode, FailureClass];

/** The reason of an end, with the size that was not enough. @param isDiskFull asked only where the disk can matter */
export async function sizedReason(
  reason: StatusReason | null,
  { launch, workspace_gigabytes: gibibytes }: Pick<Sandbox, 'launch' | 'workspace_gigabytes'>,
  isDiskFull: () => Promise<boolean>,
): Promise<StatusReason | null> {
  if (reason?.code === 'out_of_memory' && launch?.size)
    return failureReason('out_of_memory', reason.retryable, `${launch.size.memory_megabytes / 1024} GiB`);
  if (reason?.code !== unknown.end[0] || !(await isDiskFull())) return reason;
  return failure(...diskFull, `${gibibytes} GiB`).reason;
}

/** The classes of a code, which can have several causes. For the documentation. */
export function classesOf(code: FailureCode): ReadonlySet<FailureClass> {
  const rules = [...launchRules, ...stopRules].map(([, ...outcome]) => outcome);
  const outcomes = [...rules, ...Object.values(stopCodes), ...Object.values(unknown), diskFull];
  return new Set(outcomes.filter(([known]) => known === code).map(([, failureClass]) => failureClass));
}

/** Classifies an exception of RunTask. The caller decides whether it is a failure or a lost response. */
export function classifyLaunchError({ name, message }: { readonly name: string; readonly message: string }): Failure {
  const rule = match(launchRules, `${name}: ${message}`);
  const [code, failureClass] = rule ? [rule[1], rule[2]] : unknown.launchError;
  return failure(code, failureClass, message);
}

/** Classifies an entry of `failures[]` from RunTask. Unknown reasons concern placement, which is temporary. */
export function classifyLaunchFailure({
  reason = '',
  detail = '',
}: {
  readonly reason?: string | undefined;
  readonly detail?: string | undefined;
}): Failure {
  const said = [reason, detail].filter((part) => part !== '').join(': ');
  const rule = match(launchRules, said);
  const [code, failureClass] = rule ? [rule[1], rule[2]] : unknown.launchFailure;
  return failure(code, failureClass, said);
}

/** Classifies the end of a task that the service did not stop. */
export function classifyStop({
  stopCode,
  stoppedReason,
  exitCode,
}: Pick<Task, 'stopCode' | 'stoppedReason' | 'exitCode'>): Failure {
  const said = stoppedReason ?? '';
  const missing = MISSING_PROGRAM.exec(said.slice(0, LONGEST));
  if (missing) return { reason: notInstalled(missing[1] ?? '', missing[2] ?? ''), class: 'spec' };
  const known = stopCodes[stopCode ?? ''];
  // The code says why AWS or an operator stopped it. The message only describes the end.
  if (known) return failure(...known);
  const rule = match(stopRules, said);
  if (rule) return failure(rule[1], rule[2], said);
  if (stopCode === 'TaskFailedToStart') return failure(...unknown.start, said);
  if (NO_PROGRAM.includes(exitCode))
    return failure('spec_invalid', 'spec', `its program is missing, exit code ${exitCode}`);
  return failure(...unknown.end, exitCode === null ? said : `exit code ${exitCode}`);
}

/** What the local service says about a program that a sandbox needs, and the command that installs it. */
const MISSING_PROGRAM =
  /^CannotStartContainerError: .*: (\S+) is not installed on this machine\. Install it with: (.+)$/;

/** Whether a call failed because this service lacks a permission. */
export function isAccessError(error: unknown): boolean {
  return error instanceof Error && /^(AccessDenied|Unauthorized|AuthFailure|Blocked)/.test(error.name);
}

/** Longer than messages of AWS. The rules take quadratic time. */
const LONGEST = 2_000;

function match(rules: readonly Rule[], said: string): Rule | undefined {
  const line = said.slice(0, LONGEST).replace(/\s+/g, ' ');
  return rules.find(([pattern]) => pattern.test(line));
}
