import type { AddressForm } from './agent/agent.ts';
import type { StepResult } from './run-steps.ts';
import type { Service } from './service.ts';

/** The result of a run. */
interface Report {
  readonly baseUrl: string;
  /** The name of the run and of its owner. */
  readonly run: string;
  readonly results: readonly StepResult[];
  readonly ticks: readonly Tick[];
  readonly verdict: Verdict;
}

const STEP_WIDTH = 12;
const TIME_WIDTH = 9;
const MARKS = { ok: 'ok', failed: 'FAILED', skipped: 'skipped' } as const;

export const heading = ['step'.padEnd(STEP_WIDTH), 'time'.padStart(TIME_WIDTH), 'result'].join('  ');

/** One line of the table of steps. */
export function line({ step, outcome, milliseconds, detail }: StepResult): string {
  const time = outcome === 'skipped' ? '-' : seconds(milliseconds);
  const result = [MARKS[outcome], detail].filter((text) => text !== '').join(': ');
  return [step.padEnd(STEP_WIDTH), time.padStart(TIME_WIDTH), result].join('  ');
}

/** The end of the report: the outcome with the first failure, findings that only AWS can show, and the verdict. */
export function conclusion({ results, ticks, verdict }: Report): string {
  const failure = firstFailure(results);
  const total = seconds(results.reduce((sum, { milliseconds }) => sum + milliseconds, 0));
  return [
    '',
    failure ? `FAILED at '${failure.step}' after ${total}: ${failure.detail}` : `Passed in ${total}.`,
    '',
    'Seen only on AWS:',
    ...ticks.map(({ what, seen, detail }) => `[${seen ? 'x' : ' '}] ${what}: ${detail}`),
    '',
    `${verdict.question}: ${verdict.answer}: ${verdict.detail}`,
  ].join('\n');
}

export function hasPassed(results: readonly StepResult[]): boolean {
  return firstFailure(results) === undefined;
}

/** The report for programs. Times are in seconds. */
export function document({ baseUrl, run, results, ticks, verdict }: Report) {
  const failure = firstFailure(results);
  return {
    passed: failure === undefined,
    base_url: baseUrl,
    run,
    failure: failure === undefined ? null : { step: failure.step, reason: failure.detail },
    steps: results.map(({ milliseconds, ...result }) => ({ ...result, seconds: Math.round(milliseconds) / 1000 })),
    only_on_aws: ticks,
    verdict,
  };
}

function firstFailure(results: readonly StepResult[]): StepResult | undefined {
  return results.find(({ outcome }) => outcome === 'failed');
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)} s`;
}

/** The answer to a question that AWS's documentation leaves open. */
interface Verdict {
  readonly question: string;
  readonly answer: 'yes' | 'no' | 'not asked';
  /** The evidence, or what to do. */
  readonly detail: string;
}

const question = 'WebSockets pass through a distribution whose function chose the origin';

export function verdictOf(sights: Sights, { isLocal }: Pick<Service, 'isLocal'>): Verdict {
  const { form, isCloudFront, socketUrl, socketSeconds = 0, hasSocketFailed = false } = sights;
  const notAsked = (detail: string): Verdict => ({ question, answer: 'not asked', detail });
  if (isLocal) return notAsked('a local service has no distribution');
  if (form === 'direct') return notAsked('clients reach agents directly');
  if (form !== undefined && !isCloudFront) return notAsked('no distribution is in front of the agent');
  if (socketUrl !== undefined) return { question, answer: 'yes', detail: `open for ${socketSeconds.toFixed(1)} s` };
  if (!hasSocketFailed) return notAsked('the run ended before that');
  return { question, answer: 'no', detail: 'set `ingress` to router, see docs/ingress.md' };
}

/** Observations of a run that its steps do not require. */
export interface Sights {
  /** The time between the first and the last state of the start. */
  streamedMilliseconds?: number;
  /** The form of the agent's URL. */
  form?: AddressForm;
  /** Whether the address of the paused sandbox says that it is paused, and so can wake it. */
  isLasting?: boolean;
  /** The time from the request that woke the sandbox until its agent responded at the same address. */
  wokenMilliseconds?: number;
  /** Whether a CloudFront distribution responded at that URL. */
  isCloudFront?: boolean;
  /** The URL of a WebSocket that delivered events, and how long it was open. */
  socketUrl?: string;
  socketSeconds?: number;
  /** Whether the WebSocket was refused or delivered nothing. */
  hasSocketFailed?: boolean;
  /** Volumes of the running sandbox. */
  volumes?: readonly SeenDisk[];
  /** Completed snapshots of the paused sandbox. */
  snapshots?: readonly SeenDisk[];
  /** Whether a secret of the start was encrypted and decrypted. */
  hasOpenedSecret?: boolean;
}

export interface SeenDisk {
  readonly id: string;
  readonly isEncrypted: boolean;
  readonly keyId: string | null;
}

/** Something that only AWS can show, and whether this run saw it. */
export interface Tick {
  readonly what: string;
  readonly seen: boolean;
  readonly detail: string;
}

export function ticksOf(sights: Sights, service: Pick<Service, 'baseUrl' | 'isLocal' | 'access'>): readonly Tick[] {
  const { volumes = [], snapshots = [] } = sights;
  const seen = [
    { what: 'TLS of the API', detail: tls(service.baseUrl) },
    { what: 'TLS and WebSocket through the ingress', detail: socket(sights) },
    { what: WOKEN, detail: woken(sights) },
    { what: 'EBS: a volume, and its snapshot after the pause', detail: ebs(volumes, snapshots) },
    { what: 'KMS: the key of the disk', detail: diskKey([...volumes, ...snapshots]) },
    { what: 'KMS: the key of the vault', detail: sights.hasOpenedSecret ? 'decrypted a secret' : undefined },
    { what: 'Streaming through API Gateway', detail: streaming(sights) },
  ];
  return seen.map(({ what, detail }) => {
    if (service.isLocal) return { what, seen: false, detail: 'a local service has none' };
    return { what, seen: detail !== undefined, detail: detail ?? reasonFor(what, sights, service) };
  });
}

function tls(url: string): string | undefined {
  const { protocol, host } = new URL(url);
  return ['https:', 'wss:'].includes(protocol) ? `${protocol}//${host}` : undefined;
}

function socket({ socketUrl, form, socketSeconds = 0 }: Sights): string | undefined {
  const secured = socketUrl === undefined ? undefined : tls(socketUrl);
  return secured && `${secured}, ${form} form, open for ${socketSeconds.toFixed(1)} s`;
}

function ebs(volumes: readonly SeenDisk[], snapshots: readonly SeenDisk[]): string | undefined {
  if (volumes.length === 0 || snapshots.length === 0) return undefined;
  return [...volumes, ...snapshots].map(({ id }) => id).join(', ');
}

function diskKey(disks: readonly SeenDisk[]): string | undefined {
  const [disk] = disks;
  if (!disk || !disks.every(({ isEncrypted }) => isEncrypted)) return undefined;
  return disk.keyId ?? 'encrypted';
}

const WOKEN = 'A lasting address: a request woke the paused sandbox';

/** The new entry has reached the edge by then. */
function woken({ wokenMilliseconds, isCloudFront }: Sights): string | undefined {
  if (wokenMilliseconds === undefined || isCloudFront === false) return undefined;
  return `its agent responded there ${seconds(wokenMilliseconds)} later`;
}

/** Without streaming, API Gateway buffers the response: the first state then arrives together with the last. */
const LEAST_STREAMED_MS = 500;

function streaming({ streamedMilliseconds = 0 }: Sights): string | undefined {
  if (streamedMilliseconds < LEAST_STREAMED_MS) return undefined;
  return `the first state came ${(streamedMilliseconds / 1000).toFixed(1)} s before the last`;
}

function reasonFor(
  what: string,
  { socketUrl, streamedMilliseconds, isLasting, isCloudFront }: Sights,
  { baseUrl, access }: Pick<Service, 'baseUrl' | 'access'>,
) {
  if (what.startsWith('TLS of')) return `${baseUrl} is plain HTTP`;
  if (what.startsWith('TLS and') && socketUrl !== undefined) return `${socketUrl} is plain HTTP`;
  if (what === WOKEN && isLasting === false) return 'the address does not last';
  if (what === WOKEN && isCloudFront === false) return 'no distribution is in front of the agent';
  if (/^(EBS|KMS: the key of the disk)/.test(what) && !access) return 'only --stack shows it';
  if (what.startsWith('Streaming') && streamedMilliseconds !== undefined) {
    return 'the first state came together with the last';
  }
  return 'the run ended before that';
}
