import { describe, expect, it } from 'vitest';
import { groupsOf, startSteps } from '../../../../../console/src/data/steps.ts';
import {
  draftErrors,
  draftOf,
  emptyDraft,
  requestOf,
  STANDARD_AGENT,
} from '../../../../../console/src/pages/conversations/start/start-draft.ts';

const draft = {
  message: 'Write a script',
  title: 'A script',
  repository: 'octo/hello',
  provider: 'gitlab',
  branch: 'main',
  model: 'anthropic/claude-sonnet-4-5',
  agent: '5f0c2b1e-7f3f-4a53-9d0e-2f6f1f3a9c11',
  spec: 'openhands',
} as const;

describe('draft of a start', () => {
  it('a draft becomes a request and can be restored from its task', () => {
    expect(draftOf({ ...requestOf(draft) })).toEqual(draft);
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
    expect(draftErrors({ 'initial_message.content.0.text': 'too long', selected_branch: 'no branch' })).toEqual({
      message: 'too long',
      branch: 'no branch',
    });
  });
});

const step = (name: string, seconds: number) => ({ step: name, seconds, at: '2026-11-24T03:36:28.325Z' });

const steps = [
  step('ACCEPTED', 0),
  step('TASK_REQUESTED', 1),
  step('SANDBOX_RUNNING', 2),
  step('START_BEGUN', 0.5),
  step('WORKSPACE_PREPARED', 4),
];

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
