import { expect } from 'vitest';
import { startConversation } from '../../support/service/conversations.ts';
import { consoleTest } from '../support/console-test.ts';
import { describeInBrowser } from '../support/describe-unless.ts';

const it = consoleTest({ keyOptions: ['--scopes', 'admin'] });

describeInBrowser('the agent that answers', () => {
  it('is named in the overview and in the settings, with the way to a real one', async ({ one }) => {
    await one.visit('/', 'Overview');
    const notice = one.page.getByRole('status').filter({ hasText: 'New conversations get the reference agent' });
    await notice.getByText('calls no language model').waitFor();
    await one.expectAccessible();
    await one.visit('/settings', 'Settings');
    await notice.waitFor();
    expect(await one.page.getByRole('button', { name: 'Use the OpenHands agent' }).count()).toBeLessThanOrEqual(1);
    one.expectNoFailure();
  });

  it('is named in a conversation, whose cost is marked as simulated', async ({ one, owner }) => {
    const { id } = await startConversation(owner.api, {});
    await one.visit(`/conversations/${id}`);
    await one.page.getByText('Reference agent, simulated').waitFor();
    await one.page.getByText('Language model (simulated)').waitFor();
    one.expectNoFailure();
    await owner.api.delete(`/api/v1/app-conversations/${id}`);
  });
});
