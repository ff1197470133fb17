import { describe, expect, it } from 'vitest';
import type { GitProvider } from '../../../../../../shared/contract/shapes/enums.ts';
import type { Scope } from '../../../../../../shared/contract/shapes/scopes.ts';
import { StartRequest } from '../../../../../../shared/contract/shapes/start-request.ts';
import { errorText, StartFailedError } from '../../../../../../shared/domain/conversations/start/task/start-failed.ts';
import {
  startTaskView,
  startTaskWithSteps,
} from '../../../../../../shared/domain/conversations/start/task/start-task-view.ts';
import {
  cloneFailure,
  mayPass,
} from '../../../../../../shared/domain/conversations/start/workspace/prepare-repository.ts';
import { providerFor, remoteOf } from '../../../../../../shared/domain/conversations/start/workspace/remote.ts';
import { tokenName } from '../../../../../../shared/domain/settings/secrets/secret-store.ts';
import type { GitToken } from '../../../../../../shared/domain/settings/start-settings.ts';
import { aStartTask } from '../../../../../support/conversations/record/conversation-data.ts';

describe('startTaskView', () => {
  it('shows every field of a request, but only the names of its secrets', () => {
    const request = StartRequest.parse({ title: 'T', secrets: { TOKEN: 'tell-no-one' } });

    const { request: shown } = startTaskView(aStartTask({ request }));

    expect(shown).toEqual({ ...request, secrets: { TOKEN: '**********' } });
  });

  it('shows the steps from its acceptance on, without what its sandbox did before', () => {
    const created_at = '2026-11-21T12:00:00.000Z';
    const step_times = {
      ACCEPTED: '2026-11-21T11:59:00.000Z',
      TASK_RUNNING: '2026-11-21T11:59:59.000Z',
      SANDBOX_RUNNING: '2026-11-21T12:00:02.000Z',
      START_BEGUN: '2026-11-21T12:00:02.250Z',
    };

    const { steps } = startTaskWithSteps(
      aStartTask({ created_at, step_times, status: 'READY', updated_at: '2026-11-21T12:00:04.250Z' }),
    );

    expect(steps).toEqual([
      { step: 'ACCEPTED', at: created_at, seconds: 0 },
      { step: 'SANDBOX_RUNNING', at: step_times.SANDBOX_RUNNING, seconds: 2 },
      { step: 'START_BEGUN', at: step_times.START_BEGUN, seconds: 0.25 },
      { step: 'READY', at: '2026-11-21T12:00:04.250Z', seconds: 2 },
    ]);
  });

  it('shows no step of a passed state that came after it', () => {
    const at = (second: string) => `2026-11-21T12:00:${second}.000Z`;
    const step_times = { SANDBOX_RUNNING: at('02'), START_BEGUN: at('03'), CONVERSATION_CREATED: at('05') };
    const task = aStartTask({ created_at: at('00'), step_times, status: 'READY', updated_at: at('05') });

    const { steps } = startTaskWithSteps({ ...task, status: 'PREPARING_REPOSITORY', updated_at: at('03') });

    expect(steps?.map(({ step }) => step)).toEqual(['ACCEPTED', 'SANDBOX_RUNNING', 'START_BEGUN']);
  });

  it('shows its warnings, at all times as a list', () => {
    const warnings = [{ code: 'setup_script_failed', message: 'It failed.', detail: null }];

    expect(startTaskView(aStartTask({ warnings })).warnings).toEqual(warnings);
    expect(startTaskView(aStartTask()).warnings).toEqual([]);
  });

  it('shows the URL of the agent to keys that see session keys, as it lasts', () => {
    const task = aStartTask({ agent_server_url: 'https://agent.example.com' });
    const shownTo = (...scopes: Scope[]) => startTaskWithSteps(task, { scopes }).agent_server_url;

    expect([shownTo('conversations:read'), shownTo('sandboxes:read', 'sandboxes:exec')]).toEqual([null, null]);
    expect([shownTo('conversations:write'), shownTo('admin')]).toEqual([task.agent_server_url, task.agent_server_url]);
  });

  it('shows no steps in lists', () => {
    expect(startTaskView(aStartTask())).not.toHaveProperty('steps');
  });

  it('shows only the fields of the row that it names', () => {
    const request = { ...StartRequest.parse({}), later: 'tell-no-one' };
    const row = { ...aStartTask({ request }), sandbox_key: 'tell-no-one', later: 'tell-no-one' };

    expect(JSON.stringify(startTaskView(row))).not.toContain('tell-no-one');
  });
});

const detailOf = (text: string, secrets: readonly string[], keep: 'beginning' | 'end' = 'beginning') =>
  errorText(new StartFailedError('It failed:', { text, keep }), secrets);

describe('error message of a start', () => {
  it('contains no secret: neither plain, nor in an address, nor as a bearer token', () => {
    const secrets = ['hunter2/token', 'Bearer mcp-secret'];

    expect(detailOf('a hunter2/token b hunter2%2Ftoken c mcp-secret', secrets)).toBe(
      'It failed: a ********** b ********** c **********',
    );
  });

  it('contains no secret in a JSON escape or split into lines', () => {
    const secrets = ['-----BEGIN KEY-----\nfirst "half"\r\nsecond half', 'first "half" of it'];
    const echoes = [JSON.stringify({ input: secrets }), `input: 'first "half"\\\\nsecond half', 'first "half" of it'`];

    for (const echo of echoes)
      for (const part of ['half', 'BEGIN', 'of it']) expect(detailOf(echo, secrets)).not.toContain(part);
  });

  it('contains no path of the machine', () => {
    expect(detailOf("could not create '/home/ann/state/volumes/v1/project'", [])).toBe(
      "It failed: could not create '…/project'",
    );
  });

  it('keeps words that are too short to be a secret', () => {
    expect(detailOf('stdio', ['stdio'])).toBe('It failed: stdio');
  });

  it('is shortened after its secrets were removed', () => {
    const text = `${'x'.repeat(1_995)}hunter2-token${'y'.repeat(1_995)}`;

    for (const keep of ['beginning', 'end'] as const) {
      const detail = detailOf(text, ['hunter2-token'], keep);
      expect(detail.length).toBeLessThan(2_100);
      expect(detail).not.toMatch(/hunt|token/);
    }
  });
});

const tokens = (...entries: [GitProvider, GitToken][]) => ({ gitTokens: new Map(entries) });
const token = (text = 't0ken', host: string | null = null): GitToken => ({ token: text, host });

describe('provider of a repository', () => {
  it('is the named one, or the only one with a token', () => {
    expect(providerFor({ git_provider: 'gitlab' }, tokens(['github', token()]))).toBe('gitlab');
    expect(providerFor({ git_provider: null }, tokens(['forgejo', token()]))).toBe('forgejo');
    expect(providerFor({ git_provider: null }, tokens(['forgejo', token()], ['gitlab', token()]))).toBe('github');
    expect(providerFor({ git_provider: null }, tokens())).toBe('github');
  });
});

describe('host of a repository', () => {
  it.each<[GitProvider, string]>([
    ['github', 'https://github.com/o/r.git'],
    ['gitlab', 'https://gitlab.com/o/r.git'],
    ['bitbucket', 'https://bitbucket.org/o/r.git'],
    ['forgejo', 'https://codeberg.org/o/r.git'],
    ['azure_devops', 'https://dev.azure.com/o/_git/r'],
  ])('%s: %s', (provider, url) => {
    expect(remoteOf('o/r', provider, tokens(), {})).toEqual({ provider, url, credential: null, problem: null });
  });

  it('has nested groups and projects in its path', () => {
    expect(remoteOf('group/sub/r', 'gitlab', tokens(), {})?.url).toBe('https://gitlab.com/group/sub/r.git');
    expect(remoteOf('org/My%20project/r', 'azure_devops', tokens(), {})?.url).toBe(
      'https://dev.azure.com/org/My%20project/_git/r',
    );
  });

  it('is the host of the owner, the deployment or the public provider, in this order', () => {
    const bases = { gitlab: 'https://git.example.com/' };

    expect(remoteOf('o/r', 'gitlab', tokens(), bases)?.url).toBe('https://git.example.com/o/r.git');
    expect(remoteOf('o/r', 'gitlab', tokens(['gitlab', token('t', 'mine.example')]), bases)?.url).toBe(
      'https://mine.example/o/r.git',
    );
    expect(remoteOf('o/r', 'gitlab', tokens(['gitlab', token('t', '127.0.0.1:8080')]), {})?.url).toBe(
      'http://127.0.0.1:8080/o/r.git',
    );
  });

  it('is unknown for a provider without a public host', () => {
    expect(remoteOf('o/r', 'bitbucket_data_center', tokens(), {})).toBeUndefined();
    expect(
      remoteOf('o/r', 'bitbucket_data_center', tokens(), { bitbucket_data_center: 'https://b.example' })?.url,
    ).toBe('https://b.example/scm/o/r.git');
  });

  it('gets its credential separately, for that host only', () => {
    expect(remoteOf('o/r', 'github', tokens(['github', token('a/b')]), {})).toEqual({
      provider: 'github',
      url: 'https://github.com/o/r.git',
      credential: 'https://x-access-token:a%2Fb@github.com',
      problem: null,
    });
    expect(remoteOf('o/r', 'bitbucket', tokens(['bitbucket', token('ann:app')]), {})?.credential).toBe(
      'https://ann:app@bitbucket.org',
    );
    expect(remoteOf('o/r', 'gitlab', tokens(['github', token()]), {})?.credential).toBeNull();
  });
});

it('tokenName names a token as agents look for it', () => {
  expect(['github', 'azure_devops'].map((provider) => tokenName(provider as GitProvider))).toEqual([
    'GITHUB_TOKEN',
    'AZURE_DEVOPS_TOKEN',
  ]);
});
describe('failed clone', () => {
  const remote = { provider: 'github', url: 'https://github.com/o/r.git', problem: null } as const;
  const failureOf = (
    output: string,
    credential: string | null = 'https://x:t@github.com',
    branch: string | null = null,
  ) => errorText(cloneFailure({ repository: 'o/r', branch, remote: { ...remote, credential }, output }), []);

  it.each<[string, string, string | null, string]>([
    [
      'a branch',
      'warning: Could not find remote branch x\nfatal: Remote branch x not found in upstream origin',
      'c',
      'no branch',
    ],
    [
      'a login',
      "fatal: could not read Username for 'https://github.com': terminal prompts disabled",
      null,
      'add a github token',
    ],
    ['a valid token', "fatal: Authentication failed for 'https://github.com/o/r.git/'", 'c', 'Renew the token'],
    ['access', 'fatal: unable to access: The requested URL returned error: 403', 'c', 'refused your github token'],
    [
      'the repository',
      "fatal: repository 'https://github.com/o/r.git/' not found",
      'c',
      'not found with your github token',
    ],
    [
      'the public repository',
      "fatal: repository 'https://github.com/o/r.git/' not found",
      null,
      'does not exist or is private',
    ],
    ['the network', 'fatal: unable to access: Could not resolve host: github.com', 'c', 'could not be reached'],
    ['an unknown reason', 'fatal: something else', 'c', 'git said: fatal: something else'],
  ])('explains its cause: %s', (_, output, credential, words) => {
    expect(failureOf(output, credential, 'x')).toContain(words);
  });

  it('is temporary when the server was not reached', () => {
    expect(mayPass('fatal: unable to access: Failed to connect to github.com port 443')).toBe(true);
    expect(mayPass('fatal: unable to access: The requested URL returned error: 503')).toBe(true);
    expect(mayPass('fatal: unable to access: The requested URL returned error: 403')).toBe(false);
    expect(mayPass("fatal: repository 'x' not found")).toBe(false);
  });
});
