import { describe, expect, it } from 'vitest';
import type { GitProvider, StartTask } from '../../../../../console/src/api/shapes.ts';
import { groupsOf, startSteps } from '../../../../../console/src/data/steps.ts';
import { isBinary } from '../../../../../console/src/pages/conversations/files/file-parts.tsx';
import { activeIn, searchOf } from '../../../../../console/src/pages/conversations/list/conversation-filters.tsx';
import { startsToShow } from '../../../../../console/src/pages/conversations/queries.ts';
import { repositoryAddress } from '../../../../../console/src/pages/conversations/repository.ts';
import { pastedRepository } from '../../../../../console/src/pages/conversations/start/pasted-repository.ts';
import {
  draftErrors,
  draftOf,
  emptyDraft,
  requestOf,
  STANDARD_AGENT,
} from '../../../../../console/src/pages/conversations/start/start-draft.ts';
import { step, steps } from '../../../presentation/conversation.ts';

const task = (id: string, conversation_id: string, status: StartTask['status']): StartTask => ({
  id,
  resources: { cpu: 1, memory_gb: 4, disk_gb: 20, requested: null },
  prebuild_id: null,
  created_by_user_id: 'ann',
  status,
  detail: null,
  conversation_id,
  app_conversation_id: null,
  sandbox_id: null,
  agent_server_url: null,
  request: {},
  created_at: '2026-11-24T03:36:28.325Z',
  updated_at: '2026-11-24T03:36:28.325Z',
});

describe('filters of the conversation list', () => {
  it("a date filter includes its last day, in the reader's time zone", () => {
    expect(searchOf({ title: 'a', from: '2026-11-20', until: '2026-11-20', subs: 'yes' })).toEqual({
      title__contains: 'a',
      created_at__gte: new Date(2026, 10, 20).toISOString(),
      created_at__lt: new Date(2026, 10, 21).toISOString(),
      include_sub_conversations: true,
    });
  });

  it('who started it is an ID, shown by its name', () => {
    const makers = [{ id: 'p1', name: 'Ada Lovelace' }];
    expect(searchOf({ by: 'p1' })).toEqual({ created_by_user_id__eq: 'p1' });
    expect(activeIn({ by: 'p1' }, makers)).toEqual([{ name: 'by', label: 'Started by', text: 'Ada Lovelace' }]);
    expect(activeIn({ by: 'p2' }, makers)[0]?.text).toBe('p2');
  });

  it('an invalid date is omitted', () => {
    expect(searchOf({ status: 'failed', text: 'boom', repository: 'a/b', model: 'm' })).toEqual({
      status__eq: 'failed',
      text__contains: 'boom',
      selected_repository__eq: 'a/b',
      llm_model__eq: 'm',
    });
    expect(searchOf({ status: 'asleep' })).toEqual({});
    expect(activeIn({ model: 'm', status: 'failed' })).toEqual([
      { name: 'status', label: 'Status', text: 'Failed' },
      { name: 'model', label: 'Model', text: 'm' },
    ]);
    expect(searchOf({ from: 'yesterday', until: '999999-1-1', changed_until: '2026-11' })).toEqual({});
  });
});

describe('starts above the conversation list', () => {
  it('they are the last start of each conversation that is not ready', () => {
    const tasks = [
      task('4', 'a', 'READY'),
      task('3', 'b', 'WORKING'),
      task('2', 'a', 'ERROR'),
      task('1', 'c', 'ERROR'),
    ];
    expect(startsToShow(tasks).map(({ id }) => id)).toEqual(['3', '1']);
  });
});

describe('a pasted repository URL', () => {
  it.each([
    ['https://github.com/acme/shop', { repository: 'acme/shop', provider: 'github' }],
    ['https://www.github.com/acme/shop/', { repository: 'acme/shop', provider: 'github' }],
    ['git@github.com:acme/shop.git', { repository: 'acme/shop', provider: 'github' }],
    ['ssh://git@git.example.com:2222/acme/shop.git', { repository: 'acme/shop' }],
    [
      'https://github.com/acme/shop/tree/fix/login?tab=1',
      { repository: 'acme/shop', branch: 'fix/login', provider: 'github' },
    ],
    ['https://gitlab.com/a/b/c/-/tree/main', { repository: 'a/b/c', branch: 'main', provider: 'gitlab' }],
    ['https://codeberg.org/a/b/src/branch/main', { repository: 'a/b', branch: 'main', provider: 'forgejo' }],
  ])('%s is split into name, branch and provider', (address, parts) => {
    expect(pastedRepository(address)).toEqual(parts);
  });

  it.each(['acme/shop', 'https://', 'shop', ''])('%j is not a repository URL', (text) => {
    expect(pastedRepository(text)).toBeUndefined();
  });
});

const place = (git_provider: GitProvider | null, selected_branch: string | null = null) => ({
  git_provider,
  selected_branch,
  selected_repository: 'octo/hello',
});

it('a repository links to its branch at the provider', () => {
  expect(repositoryAddress(place('github', 'fix/a b'), {})).toBe('https://github.com/octo/hello/tree/fix/a%20b');
  expect(repositoryAddress(place('gitlab', 'main'), {})).toBe('https://gitlab.com/octo/hello/-/tree/main');
  expect(repositoryAddress(place('bitbucket'), {})).toBe('https://bitbucket.org/octo/hello');
});

it("a repository links to the host of the owner's token", () => {
  expect(repositoryAddress(place('gitlab'), { gitlab: 'git.example.com' })).toBe('https://git.example.com/octo/hello');
});

it('a repository on an unknown host is not linked', () => {
  expect(repositoryAddress(place(null), {})).toBeUndefined();
  expect(repositoryAddress(place('azure_devops'), {})).toBeUndefined();
});

it('a text with a null character is binary', () => {
  expect(isBinary('PNG\0')).toBe(true);
  expect(isBinary('text')).toBe(false);
});

const draft = {
  message: 'Write a script',
  title: 'A script',
  repository: 'octo/hello',
  provider: 'gitlab',
  branch: 'main',
  model: 'anthropic/claude-sonnet-4-5',
  agent: '5f0c2b1e-7f3f-4a53-9d0e-2f6f1f3a9c11',
  spec: 'openhands',
  snapshot: '',
  resources: { cpu: 2, memory_gb: 8, disk_gb: 50 },
  capacity: 'spot',
} as const;

describe('draft of a start', () => {
  it('a draft becomes a request and can be restored from its task', () => {
    expect(draftOf({ ...requestOf(draft) })).toEqual(draft);
  });

  it('a snapshot brings its spec, so that of the draft is not sent', () => {
    const { sandbox_spec_id: spec, snapshot_id: snapshot } = requestOf({ ...draft, snapshot: '0193e' });
    expect([spec, snapshot]).toEqual([undefined, '0193e']);
    expect(draftOf({ snapshot_id: '0193e', resources: { cpu: 2, disk_gb: null } })).toMatchObject({
      snapshot: '0193e',
      resources: { cpu: 2 },
    });
  });

  it('empty fields are not sent, nor is a branch without a repository', () => {
    expect(requestOf({ ...emptyDraft, branch: 'main', provider: 'github' })).toEqual({});
  });

  it('unknown values of a task become empty fields', () => {
    const nothing = { ...emptyDraft, agent: STANDARD_AGENT };
    expect(draftOf({ initial_message: 'x', title: 7, git_provider: 'none' })).toEqual(nothing);
    expect(requestOf(nothing)).toEqual({});
  });

  it('errors of the service are shown at their fields', () => {
    expect(
      draftErrors({
        'initial_message.content.0.text': 'too long',
        selected_branch: 'no branch',
        'resources.cpu': '4 at most',
      }),
    ).toEqual({
      message: 'too long',
      branch: 'no branch',
      resources: '4 at most',
    });
  });
});

describe('start steps of a sandbox', () => {
  it('they begin after the request was accepted', () => {
    const rising = [step('ACCEPTED', 0), step('TASK_REQUESTED', 1), step('IMAGE_PULLED', 1)];
    expect(startSteps({ status: 'STARTING', steps: rising })).toMatchObject(rising.slice(1));
  });

  it('steps of the previous run are left out', () => {
    expect(startSteps({ status: 'STARTING', steps })).toEqual([]);
    expect(startSteps({ status: 'PAUSED', steps })).toEqual([]);
  });
});

describe('groups of steps', () => {
  it('the start and the stop are separate groups', () => {
    const steps = [step('ACCEPTED', 0), step('TASK_REQUESTED', 1.5), step('SANDBOX_RUNNING', 2)];
    const ending = [step('STOP_REQUESTED', 0), step('STOP_SENT', 3)];
    const groups = groupsOf([...steps, ...ending]);
    expect(groups.map(({ name, seconds, begun }) => [name, seconds, begun.step])).toEqual([
      ['Start', 3.5, 'ACCEPTED'],
      ['Stop', 3, 'STOP_REQUESTED'],
    ]);
    expect(groups[0]?.steps.map(({ step, offset }) => [step, offset])).toEqual([
      ['TASK_REQUESTED', 0],
      ['SANDBOX_RUNNING', 1.5],
    ]);
  });

  it('a stop decided by the service has a group', () => {
    expect(groupsOf([step('ACCEPTED', 0), step('STOP_DECIDED', 0)]).map(({ name }) => name)).toEqual(['Start', 'Stop']);
  });

  it('without steps there are no groups', () => {
    expect(groupsOf([])).toEqual([]);
  });
});
