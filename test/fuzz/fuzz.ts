import * as fc from 'fast-check';
import { type Document, type Operation, readDocument } from './document.ts';
import { mutantsOf } from './mutations.ts';
import { type Answer, brokenPromises, unnamedRefusal } from './promises.ts';
import { asCurl, type Request, requestsOf, type Written, written } from './requests.ts';
import { type Actor, makeWorld, tamed } from './world.ts';

export interface FuzzOptions {
  readonly baseUrl: string;
  /** Approximate number of requests. Shrinking a finding sends more. */
  readonly cases: number;
  readonly seed: number;
  /** Limits the run to operations whose id contains this text. */
  readonly only?: string;
  readonly say?: (line: string) => void;
}

export interface FuzzReport {
  readonly seed: number;
  readonly sent: number;
  /** The number of successful requests. */
  readonly accepted: number;
  readonly findings: readonly string[];
}

/** Operations tested in parallel. */
const LANES = 4;

/** Time limit for shrinking a finding, in milliseconds. */
const SHRINKING_MS = 10_000;

/** The share of invalid requests among the cases of an operation. */
const SHARE_OF_MUTANTS = 0.5;

class Broken extends Error {
  override name = 'Broken';
}

/** Sends valid and invalid requests to every operation, and checks every response. */
export async function fuzz({
  baseUrl,
  cases,
  seed,
  only = '',
  say = () => undefined,
}: FuzzOptions): Promise<FuzzReport> {
  const document = await readDocument();
  const world = await makeWorld();
  const operations = document.operations.filter(({ id }) => id.includes(only));
  const weights = operations.map(weightOf);
  const whole = weights.reduce((sum, weight) => sum + weight, 0);
  const tally = { sent: 0, accepted: 0 };
  const findings: string[] = [];
  const queue = operations.map((operation, index) => ({
    operation,
    runs: Math.ceil((cases * (weights[index] ?? 1)) / whole),
  }));
  const lane = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const { operation, runs } = next;
      const found = await tried(operation, { document, actor: world.actorOf(operation), baseUrl, seed, runs, tally });
      for (const finding of found) say(finding);
      findings.push(...found);
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  return { seed, ...tally, findings };
}

/** Operations with more inputs get more cases. */
function weightOf({ parameters, body }: Operation): number {
  return 0.3 + Math.min(parameters.length, 4) * 0.5 + (body ? 4 : 0);
}

interface Trial {
  readonly document: Document;
  readonly actor: Actor;
  readonly baseUrl: string;
  readonly seed: number;
  readonly runs: number;
  readonly tally: { sent: number; accepted: number };
}

async function tried(operation: Operation, trial: Trial): Promise<readonly string[]> {
  const { document, actor, runs } = trial;
  const making = { resolve: document.resolve, known: actor.known };
  const mutants = mutantsOf(operation, making);
  const ofMutants = mutants ? Math.ceil(runs * SHARE_OF_MUTANTS) : 0;
  const valid = await checked(
    requestsOf(operation, making).map(tamed),
    Math.max(1, runs - ofMutants),
    async (request) => {
      const answer = await sent(request, trial);
      return [...brokenPromises(operation, answer, document), ...[unnamedRefusal(operation, answer) ?? []].flat()];
    },
    (request) => request,
    trial,
  );
  if (mutants === undefined) return valid;
  const invalid = await checked(
    mutants,
    ofMutants,
    async (mutant) => {
      if (mutant === undefined) return [];
      const { request, how } = mutant;
      const answer = await sent(request, trial);
      const accepted = answer.status < 400 ? [`accepts (${answer.status}) what the document forbids: ${how}`] : [];
      return [...brokenPromises(operation, answer, document), ...accepted];
    },
    (mutant) => mutant?.request,
    trial,
  );
  return [...valid, ...invalid];
}

/** Runs a property. @returns the counterexample with the smallest request, if any */
async function checked<T>(
  arbitrary: fc.Arbitrary<T>,
  numRuns: number,
  problemsOf: (value: T) => Promise<readonly string[]>,
  requestOf: (value: T) => Request | undefined,
  { seed }: Trial,
): Promise<readonly string[]> {
  let last: { readonly value: T; readonly problems: readonly string[] } | undefined;
  const property = fc.asyncProperty(arbitrary, async (value) => {
    const problems = await problemsOf(value);
    if (problems.length === 0) return;
    last = { value, problems };
    throw new Broken(problems.join('\n'));
  });
  const details = await fc.check(property, { numRuns, seed, interruptAfterTimeLimit: SHRINKING_MS + numRuns * 1_000 });
  if (!details.failed) return [];
  const { errorInstance } = details;
  if (last === undefined || !(errorInstance instanceof Broken)) throw errorInstance;
  const [smallest = last.value] = (details.counterexample ?? []) as [T?];
  const request = requestOf(smallest);
  if (request === undefined) throw errorInstance;
  return [`${request.operation.id} ${errorInstance.message}\n  ${asCurl(written(request), keyHeaderOf(request))}`];
}

/** The header that each kind of operation takes its key from; undefined for open ones. */
const keyHeaders = {
  key: 'X-Session-API-Key',
  sandbox: 'X-Session-API-Key',
  delivery: 'X-Delivery-Key',
  open: undefined,
} as const;

function keyHeaderOf({ operation }: Request): string | undefined {
  return keyHeaders[operation.access];
}

function credentialsFor(request: Request, { apiKey, sessionKey, deliveryKey }: Trial['actor']): Record<string, string> {
  const header = keyHeaderOf(request);
  const key = { key: apiKey, sandbox: sessionKey, delivery: deliveryKey, open: '' }[request.operation.access];
  return header === undefined ? {} : { [header]: key };
}

async function sent(request: Request, { actor, baseUrl, tally }: Trial): Promise<Answer> {
  const answer = await answerTo(written(request), baseUrl, credentialsFor(request, actor));
  tally.sent += 1;
  if (answer.status < 300) tally.accepted += 1;
  return answer;
}

async function answerTo(
  { method, target, headers, body }: Written,
  baseUrl: string,
  credentials: Readonly<Record<string, string>>,
): Promise<Answer> {
  const response = await fetch(`${baseUrl}${target}`, {
    method,
    headers: { ...headers, ...credentials },
    redirect: 'manual',
    ...(body === undefined ? {} : { body }),
  });
  return { status: response.status, headers: response.headers, text: await response.text() };
}
