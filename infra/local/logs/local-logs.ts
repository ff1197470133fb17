import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import type { Assembly } from '../assembly/assembly.ts';
import { AwsError } from '../aws/aws-error.ts';
import { physicalName } from '../aws/names.ts';
import { type LoggedEvent, TaskLog } from './task-log.ts';

type Input = Readonly<Record<string, unknown>>;

const time = z.number().int().min(0).optional();
const GetLogEvents = z.strictObject({
  logGroupName: z.string(),
  logStreamName: z.string(),
  startTime: time,
  endTime: time,
  nextToken: z.string().optional(),
  limit: z.number().int().min(1).max(10_000).default(10_000),
  startFromHead: z.boolean().default(false),
});
const FilterLogEvents = z.strictObject({
  logGroupName: z.string(),
  logStreamNames: z.array(z.string()).min(1).max(100),
  // Of the syntax of CloudWatch Logs, one quoted text.
  filterPattern: z.string().regex(/^"[^"\\]+"$/),
  startTime: time,
  endTime: time,
  nextToken: z.string().optional(),
  limit: z.number().int().min(1).max(10_000).default(10_000),
});

/** The most bytes of a page. */
const PAGE_BYTES = 1024 * 1024;

/** How often logs are looked at, in milliseconds. Lines get these times. */
const LOOK_EVERY = 250;

/** How often old logs are deleted, in milliseconds. */
const TIDY_EVERY = 3_600_000;

/** Logs of ended tasks are kept up to these bounds. The local stage keeps them for this time in AWS, too. */
const KEPT_BYTES = 200 * 1024 * 1024;
const KEPT_MILLISECONDS = 30 * 24 * 3_600_000;

interface Options {
  readonly assembly: Assembly;
  /** Where the tasks write their logs. */
  readonly folder: string;
  /** The ids of the tasks that can print. */
  readonly living: () => readonly string[];
  readonly log: (message: string) => void;
  /** The properties of task definitions that were registered by the API. */
  readonly registered?: () => readonly Record<string, unknown>[];
}

/** CloudWatch Logs for the log groups that task definitions name. */
export class LocalLogs {
  readonly #options: Options;
  /** The beginnings of stream names, by group: `prefix/container/`. */
  readonly #groups: ReadonlyMap<string, readonly string[]>;
  readonly #logs = new Map<string, TaskLog>();
  #timers: readonly NodeJS.Timeout[] = [];
  #failure = '';
  #looking = false;

  constructor(options: Options) {
    this.#options = options;
    const groups = options.assembly.ofType('AWS::Logs::LogGroup').map(physicalName);
    const definitions = options.assembly.ofType('AWS::ECS::TaskDefinition').map(({ properties }) => properties);
    this.#groups = new Map(groups.map((group) => [group, prefixesOf(definitions, group)]));
  }

  start(): void {
    this.#attempt(this.#tidy());
    this.#timers = [
      setInterval(() => this.#attempt(this.#look()), LOOK_EVERY).unref(),
      setInterval(() => this.#attempt(this.#tidy()), TIDY_EVERY).unref(),
    ];
  }

  stop(): void {
    for (const timer of this.#timers) clearInterval(timer);
  }

  /** @throws AwsError as CloudWatch Logs would return it */
  async handle(action: string, input: Input): Promise<Record<string, unknown>> {
    switch (action) {
      case 'GetLogEvents':
        return this.#get(parse(GetLogEvents, input));
      case 'FilterLogEvents':
        return this.#filter(parse(FilterLogEvents, input));
      default:
        throw new AwsError('UnrecognizedClientException', `${action} is not available locally.`);
    }
  }

  async #get(input: z.infer<typeof GetLogEvents>): Promise<Record<string, unknown>> {
    const { startFromHead, limit, nextToken, startTime = 0, endTime = Number.POSITIVE_INFINITY } = input;
    const log = await this.#find(input.logGroupName, input.logStreamName);
    const [direction, place] = readToken(nextToken) ?? [startFromHead ? 'f' : 'b', undefined];
    const from = direction === 'f' ? (place ?? 0) : 0;
    const found = (await log.events(startTime, from)).filter((event) => event.time < endTime);
    const wanted = direction === 'f' ? found : found.filter(({ offset }) => place === undefined || offset < place);
    const page = direction === 'f' ? bounded(wanted, limit) : bounded(wanted.toReversed(), limit).toReversed();
    const [first, last] = [page[0], page.at(-1)];
    return {
      events: page.map(shown),
      nextForwardToken: last ? `f/${last.offset + 1}` : (nextToken ?? 'f/0'),
      nextBackwardToken: first ? `b/${first.offset}` : (nextToken ?? 'b/0'),
    };
  }

  async #filter(input: z.infer<typeof FilterLogEvents>): Promise<Record<string, unknown>> {
    const { limit, nextToken, startTime = 0, endTime = Number.POSITIVE_INFINITY, filterPattern } = input;
    const [stream = '', ...others] = input.logStreamNames;
    if (others.length > 0) throw invalid('Locally, name one log stream.');
    const log = await this.#find(input.logGroupName, stream);
    const text = filterPattern.slice(1, -1);
    const from = readToken(nextToken)?.[1] ?? 0;
    const found = (await log.events(startTime, from)).filter(
      (event) => event.time < endTime && event.message.includes(text),
    );
    const page = bounded(found, limit);
    const last = page.at(-1);
    return {
      events: page.map((event) => ({ ...shown(event), logStreamName: stream, eventId: String(event.offset) })),
      searchedLogStreams: [],
      ...(last && page.length < found.length ? { nextToken: `f/${last.offset + 1}` } : {}),
    };
  }

  /** @throws AwsError for a group or stream that does not exist */
  async #find(group: string, stream: string): Promise<TaskLog> {
    const prefixes = this.#groups.get(group);
    if (!prefixes) throw missing('log group');
    const { registered = () => [] } = this.#options;
    const prefix = [...prefixes, ...prefixesOf(registered(), group)].find((one) => stream.startsWith(one));
    const id = prefix === undefined ? '' : stream.slice(prefix.length);
    const file = join(this.#options.folder, `${id}.log`);
    if (!/^[0-9a-f]{32}$/.test(id) || !(await exists(file))) throw missing('log stream');
    const log = this.#logOf(id);
    await log.note(Date.now());
    return log;
  }

  #logOf(id: string): TaskLog {
    const known = this.#logs.get(id);
    if (known) return known;
    const log = new TaskLog(join(this.#options.folder, `${id}.log`));
    this.#logs.set(id, log);
    return log;
  }

  async #look(): Promise<void> {
    if (this.#looking) return;
    this.#looking = true;
    try {
      await Promise.all(this.#options.living().map((id) => this.#logOf(id).note(Date.now())));
    } finally {
      this.#looking = false;
    }
  }

  /** Deletes logs that are old, and the oldest while all use too much space. */
  async #tidy(): Promise<void> {
    const { folder, living } = this.#options;
    const names = await readdir(folder).catch(() => []);
    const files = await Promise.all(
      names.map(async (name) => ({ name, ...(await stat(join(folder, name)).catch(() => ({ size: 0, mtimeMs: 0 }))) })),
    );
    const alive = new Set(living());
    let left = KEPT_BYTES;
    for (const { name, size, mtimeMs } of files.toSorted((a, b) => b.mtimeMs - a.mtimeMs)) {
      left -= size;
      const isKept = left >= 0 && Date.now() - mtimeMs < KEPT_MILLISECONDS;
      if (!isKept && !alive.has(name.split('.')[0] ?? '')) await rm(join(folder, name), { force: true });
    }
  }

  #attempt(work: Promise<void>): void {
    work.catch(({ message }: Error) => {
      // The same failure returns with every look.
      if (message !== this.#failure) this.#options.log(`The logs of tasks were not looked at: ${message}`);
      this.#failure = message;
    });
  }
}

/** The beginnings of the names of a group's streams, as the log driver of ECS makes them. */
function prefixesOf(definitions: readonly Record<string, unknown>[], group: string): readonly string[] {
  return definitions.flatMap((properties) =>
    (Array.isArray(properties.ContainerDefinitions) ? properties.ContainerDefinitions : []).flatMap((container) => {
      const options = Object(Object(Object(container).LogConfiguration).Options);
      if (options['awslogs-group'] !== group) return [];
      return [`${String(options['awslogs-stream-prefix'])}/${String(Object(container).Name)}/`];
    }),
  );
}

function readToken(token: string | undefined): readonly ['f' | 'b', number] | undefined {
  const [, direction, place] = /^([fb])\/(\d{1,15})$/.exec(token ?? '') ?? [];
  if (token !== undefined && place === undefined) throw invalid('The specified nextToken is invalid.');
  return place === undefined ? undefined : [direction === 'f' ? 'f' : 'b', Number(place)];
}

function bounded(events: readonly LoggedEvent[], limit: number): readonly LoggedEvent[] {
  let bytes = 0;
  const page: LoggedEvent[] = [];
  for (const event of events) {
    bytes += event.message.length + 26;
    if (page.length >= limit || (page.length > 0 && bytes > PAGE_BYTES)) break;
    page.push(event);
  }
  return page;
}

function shown({ time: timestamp, message }: LoggedEvent) {
  return { timestamp, message, ingestionTime: timestamp };
}

async function exists(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    () => false,
  );
}

function parse<T>(schema: z.ZodType<T>, input: Input): T {
  const read = schema.safeParse(input);
  if (!read.success) throw invalid(z.prettifyError(read.error));
  return read.data;
}

function invalid(message: string): AwsError {
  return new AwsError('InvalidParameterException', message);
}

function missing(what: string): AwsError {
  return new AwsError('ResourceNotFoundException', `The specified ${what} does not exist.`);
}
