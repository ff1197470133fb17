import { expect, onTestFinished } from 'vitest';
import { startScriptedModel } from '../../support/models/scripted-model.ts';
import { Api } from '../../support/service/api.ts';
import { startConversation } from '../../support/service/conversations.ts';
import { modelKeyOf } from '../../support/service/model-keys.ts';
import { service } from '../../support/service/owners.ts';
import { canary } from '../../support/service/secrets-of-run.ts';
import { consoleTest } from '../support/console-test.ts';
import { describeInBrowser } from '../support/describe-unless.ts';

const it = consoleTest();

/** In US dollars per token: a request costs more than a cent. */
const price = { input_cost_per_token: 0.001, output_cost_per_token: 0.001 };
const chat = { model: 'any', messages: [{ role: 'user', content: 'Hi' }], max_tokens: 100 };

describeInBrowser('the budget of a conversation', () => {
  it('the page says that it waits, and it goes on after the budget was raised there', async ({ one, owner }) => {
    const { page } = one;
    const key = canary('key of a provider');
    const model = await startScriptedModel({ key });
    onTestFinished(() => model.close());
    const llm = { model: 'openai/scripted-model', api_key: key, base_url: model.url, ...price };
    await owner.api.post('/api/v1/settings', { agent_settings_diff: { llm } });
    const request = { title: 'Thrifty', max_budget_per_task: 0.01 };
    const conversation = await startConversation(owner.api, request);
    const agent = Api.withBearer(service().baseUrl, await modelKeyOf(conversation));
    const ask = async () => (await agent.post('/llm/v1/chat/completions', chat)).status;
    // While a budget has something left, a single request can use more.
    expect([await ask(), await ask()]).toEqual([200, 402]);

    await one.visit('/conversations', 'Conversations');
    await page
      .getByRole('row', { name: /Thrifty/ })
      .getByText('Waiting for budget')
      .waitFor();
    await one.visit(`/conversations/${conversation.id}`, 'Thrifty');
    await page.getByText('The conversation goes on by itself').waitFor();
    await page.getByText('of $0.01').waitFor();
    await one.expectFits();
    await one.expectAccessible();

    await page.getByRole('button', { name: 'Change the budget of this conversation' }).click();
    const dialog = page.getByRole('dialog', { name: 'Budget of this conversation' });
    await dialog.getByLabel('Budget in USD').fill('20');
    await one.expectAccessible();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Budget changed', { exact: true }).waitFor();
    await dialog.waitFor({ state: 'detached' });
    await page.getByText('$20.00', { exact: true }).waitFor();
    expect(await ask()).toBe(200);

    await page.reload();
    await one.heading('Thrifty').waitFor();
    await page.getByText('Waiting for budget').waitFor({ state: 'detached' });
    await page.getByRole('tab', { name: 'Model requests' }).click();
    const succeeded = page.getByRole('row', { name: /scripted-model.*succeeded \(200\)/ });
    await expect.poll(() => succeeded.count()).toBe(2);
    await one.expectAccessible();
    one.expectNoFailure();
  });

  it('a failed start leads to the switch with which agents call the provider themselves', async ({ one, owner }) => {
    const { page } = one;
    const llm = { model: 'bedrock/anthropic.claude', base_url: null, api_key: null };
    await owner.api.post('/api/v1/settings', { agent_settings_diff: { llm } });
    const { body } = await owner.api.post('/api/v1/app-conversations', { title: 'Direct' });

    await one.visit(`/conversations/${body.conversation_id}`, 'Direct');
    await page.getByText('Turn on "Agents call the provider themselves"').waitFor();
    await page.getByRole('link', { name: 'Model settings' }).click();
    const direct = page.getByRole('checkbox', { name: 'Agents call the provider themselves' });
    await direct.check();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Settings saved').first().waitFor();

    const { body: settings } = await owner.api.get('/api/v1/settings');
    expect(settings.agent_settings.llm.direct).toBe(true);
    await one.expectAccessible();
    one.expectNoFailure();
  });
});
