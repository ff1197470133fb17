import { expect, it, onTestFinished } from 'vitest';
import { startGitServer } from '../../support/conversations/start/git-server.ts';
import { giveTokens } from '../../support/service/repositories.ts';
import {
  conversations,
  describeRealAgent,
  said,
  stageOfSuite,
  start,
  startTask,
  waitForText,
} from '../support/real-agent.ts';

describeRealAgent('a start that fails', () => {
  const stage = stageOfSuite();

  it('says why, and succeeds in the same sandbox without the cause', async () => {
    const git = await startGitServer();
    onTestFinished(() => git.close());
    await giveTokens(stage.owner, git, 'a token', ['gitlab']);
    const request = { selected_repository: 'acme/shop', git_provider: 'gitlab', initial_message: said('hello') };
    const broken = await startTask(stage, request, 'ERROR');
    const id = broken.conversation_id;
    expect(broken.detail).toContain('acme/shop');
    const { body: failed } = await stage.owner.api.get(`${conversations}/${id}`);
    expect(failed).toMatchObject({ execution_status: 'error', status_detail: broken.detail });
    git.addRepository('acme/shop', { 'README.md': 'A shop\n' });

    const mended = await start(stage, { ...request, conversation_id: id });

    expect([mended.id, mended.sandboxId]).toEqual([id, broken.sandbox_id]);
    await waitForText(stage, id, 'You said: hello');
    await stage.owner.api.delete(`${conversations}/${id}`);
  });
});
