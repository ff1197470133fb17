import { beforeAll, expect, it } from 'vitest';
import { startConversation, waitForTask } from '../../support/service/conversations.ts';
import { eventually } from '../../support/service/eventually.ts';
import { newOwner, type Owner } from '../../support/service/owners.ts';

interface Step {
  readonly step: string;
  readonly at: string;
  readonly seconds: number;
}

const ofSandbox = [
  'TASK_REQUESTED',
  'TASK_ACCEPTED',
  'IMAGE_PULL_STARTED',
  'IMAGE_PULLED',
  'TASK_RUNNING',
  'AGENT_ANSWERED',
  'AGENT_INITIALISED',
  'SANDBOX_RUNNING',
];
const ofConversation = ['START_BEGUN', 'WORKSPACE_PREPARED', 'PROJECT_SET_UP', 'CONVERSATION_CREATED', 'READY'];
const ofEnd = ['STOP_REQUESTED', 'STOP_DECIDED', 'STOP_SENT', 'TASK_STOPPED', 'SNAPSHOT_STARTED', 'WORKSPACE_SAVED'];

const names = (steps: readonly Step[]) => steps.map(({ step }) => step);

let owner: Owner;
beforeAll(async () => {
  owner = await newOwner();
});

it('a start tells what took its time, and so do the pause and the resume of its sandbox', async () => {
  const { api } = owner;
  const first = await startConversation(api);
  const task = await waitForTask(api, first.taskId, 'READY');

  expect(names(task.steps)).toEqual(['ACCEPTED', ...ofSandbox, ...ofConversation]);
  const took = (Date.parse(task.updated_at) - Date.parse(task.created_at)) / 1000;
  expect(task.steps.reduce((sum: number, { seconds }: Step) => sum + seconds, 0)).toBeCloseTo(took, 3);

  // One in a sandbox that runs has no part in the start of that.
  const second = await startConversation(api, { sandbox_id: first.sandboxId });
  expect(names((await waitForTask(api, second.taskId, 'READY')).steps)).toEqual(['ACCEPTED', ...ofConversation]);

  const until = (last: string): Promise<Step[]> =>
    eventually(`the sandbox reached ${last}`, async () => {
      const { body } = await api.get(`/api/v1/sandboxes/${first.sandboxId}`);
      return body.steps.at(-1).step === last ? body.steps : undefined;
    });
  await api.post(`/api/v1/sandboxes/${first.sandboxId}/pause`);
  expect(names(await until('WORKSPACE_SAVED'))).toEqual(['ACCEPTED', ...ofSandbox, ...ofEnd]);
  await api.post(`/api/v1/sandboxes/${first.sandboxId}/resume`);
  expect(names(await until('SANDBOX_RUNNING'))).toEqual(['ACCEPTED', ...ofSandbox]);
});
