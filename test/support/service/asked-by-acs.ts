import { afterEach, beforeEach, vi } from 'vitest';
import { parserOf } from '../../../console/acs/parser.ts';

type Answers = Readonly<Record<string, object>>;

interface AskedByAcs {
  /** The answers by method and path, which a test can replace. Anything else is not found. */
  answers: Answers;
  /** Each request: its method and path, and its body if it has one. */
  requests: readonly unknown[];
  /** What `acs` has printed. */
  printed: readonly string[];
  readonly run: (...args: readonly string[]) => Promise<void>;
}

/** Runs commands of `acs` against answers instead of a service. @param answers those that each test begins with */
export function askedByAcs(answers: Answers): AskedByAcs {
  const requests: unknown[] = [];
  const printed: string[] = [];
  const run = async (...args: readonly string[]) => void (await parserOf([...args]).parseAsync());
  const asked: AskedByAcs = { answers, requests, printed, run };
  const fetch = async (input: Request | string, init?: RequestInit) => {
    const request = new Request(input, init);
    const name = `${request.method} ${new URL(request.url).pathname}`;
    const body = await request.text();
    requests.push(body === '' ? [name] : [name, JSON.parse(body)]);
    const answer = asked.answers[name];
    return Response.json(answer ?? { status: 404, code: 'not_found', detail: 'Not found' }, {
      status: answer ? 200 : 404,
    });
  };
  beforeEach(() => {
    asked.answers = answers;
    requests.length = 0;
    printed.length = 0;
    for (const stream of [process.stdout, process.stderr]) {
      vi.spyOn(stream, 'write').mockImplementation((text) => printed.push(String(text).trimEnd()) > 0);
    }
    vi.stubEnv('ACS_API_KEY', 'acs_unused_key');
    vi.stubEnv('ACS_URL', 'http://127.0.0.1:3000');
    vi.stubEnv('XDG_CONFIG_HOME', '/nonexistent');
    vi.stubGlobal('fetch', fetch);
  });
  afterEach(() => {
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
    vi.unstubAllEnvs();
  });
  return asked;
}
