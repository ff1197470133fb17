import { type Canvas, CONVERSATION } from './canvas.ts';

/** How the client connects to the service. */
export interface Connection {
  readonly host: string;
  readonly apiKey: string;
}

/** The first use of the client: choose the service, an agent and a model, and send a message. */
export async function welcome(canvas: Canvas, { host, apiKey }: Connection, firstMessage: string): Promise<void> {
  await canvas.goTo('/');
  await canvas.step('connect to the service', async () => {
    await canvas.part('onboarding-backend-name').fill('Own service');
    await canvas.part('onboarding-backend-kind-option-cloud').click();
    await canvas.part('onboarding-backend-host').fill(host);
    await canvas.part('onboarding-backend-api-key').fill(apiKey);
    await canvas.part('onboarding-backend-next').click();
    await canvas.part('onboarding-agent-next').click();
  });
  await canvas.step('choose a model', async () => {
    await canvas.part('llm-provider-input').click();
    await canvas.page.getByRole('option', { name: 'Anthropic' }).click();
    await canvas.part('llm-model-input').click();
    await canvas.page.getByRole('option').first().click();
    await canvas.part('llm-api-key-input').fill('sk-no-key-of-any-model');
    await canvas.part('onboarding-llm-next').click();
  });
  await canvas.step('send the first message', async () => {
    await canvas.part('onboarding-hello-input').fill(firstMessage);
    await canvas.part('onboarding-hello-input-form').getByTestId('submit-button').click();
    await canvas.page.waitForURL(CONVERSATION);
    // If the client gets its organization after it opened this page, it shows nothing until a reload.
    await canvas.page.reload();
    await answerTo(canvas, firstMessage);
  });
}

/** Uses the menu above the list of conversations, and waits until the conversation accepts messages. */
export async function startWithRepository(canvas: Canvas, name: string): Promise<void> {
  await canvas.part('conversation-panel-new-thread-picker').click();
  await canvas.part('launch-repository').filter({ hasText: name }).click();
  await canvas.page.waitForURL(CONVERSATION);
  // The previous page also has a message box.
  await canvas.part('conversation-name-title').waitFor();
  await canvas.part('chat-input').waitFor();
}

/** Sends a message once the page is connected. Earlier, the page would mark it as "Failed to send". */
export async function say(canvas: Canvas, text: string): Promise<string> {
  await canvas.untilLive();
  await canvas.part('chat-input').fill(text);
  await canvas.part('submit-button').click();
  return answerTo(canvas, text);
}

/** The reference agent repeats each message and names its model. */
export async function answerTo(canvas: Canvas, text: string): Promise<string> {
  const answer = canvas.part('agent-message').filter({ hasText: `You said: ${text}` });
  await answer.first().waitFor();
  return answer.first().innerText();
}

/** Saves a model under a name. @returns when the page lists it */
export async function addProfile(canvas: Canvas, name: string, model: string): Promise<void> {
  await canvas.part('add-llm-profile').click();
  await canvas.part('profile-name-input').fill(name);
  await canvas.part('sdk-section-advanced-toggle').click();
  await canvas.part('llm-custom-model-input').fill(model);
  await canvas.part('llm-api-key-input').fill('sk-no-key-of-any-model');
  await canvas.part('save-profile-btn').click();
  await canvas.page.getByText(name, { exact: true }).first().waitFor();
}

/** Opens the one conversation of the list. */
export async function openConversation(canvas: Canvas): Promise<void> {
  await canvas.part('conversation-card').first().click();
  await canvas.part('user-message').first().waitFor();
}

/** Opens the panel of files if it is collapsed. */
export async function showPanel(canvas: Canvas): Promise<void> {
  await canvas.part('files-tab').waitFor({ state: 'attached' });
  const { width = 0 } = canvas.page.viewportSize() ?? {};
  const box = await canvas.part('files-tab-refresh').boundingBox();
  if (box === null || box.x + box.width > width) await canvas.part('right-panel-toggle').click();
}

/** Uses the runtime's menu, which opens on hover. The page then shows the start page. */
export async function pause(canvas: Canvas): Promise<void> {
  await canvas.part('server-status-menu-trigger').hover();
  await canvas.part('stop-server-button').click();
  await canvas.part('conversation-status-paused').waitFor();
}

export async function rename(canvas: Canvas, title: string): Promise<void> {
  await canvas.part('conversation-name-title').dblclick();
  await canvas.part('conversation-name-input').fill(title);
  await canvas.page.keyboard.press('Enter');
  await canvas.part('conversation-card-title').filter({ hasText: title }).waitFor();
}

export async function removeConversation(canvas: Canvas): Promise<void> {
  const card = canvas.part('conversation-card').first();
  await card.hover();
  await card.getByTestId('ellipsis-button').click();
  await canvas.part('delete-button').click();
  await canvas.page.getByRole('button', { name: 'Confirm Delete' }).click();
  await canvas.part('conversation-panel-empty-state').waitFor();
}
