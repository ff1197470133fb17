import { createServer } from 'node:http';
import { onTestFinished } from 'vitest';

interface ChatMessage {
  readonly role: string;
  readonly content: string | null | readonly { readonly text?: string }[];
}

/** An OpenAI-compatible model that turns `/run COMMAND` into a terminal call and echoes other messages. */
export async function startScriptedModel(): Promise<string> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { messages, model } = JSON.parse(Buffer.concat(chunks).toString());
    const message = answerTo(messages);
    const finish = 'tool_calls' in message ? 'tool_calls' : 'stop';
    const usage = { prompt_tokens: 100, completion_tokens: 10, total_tokens: 110 };
    const choices = [{ index: 0, message, finish_reason: finish }];
    response.writeHead(200, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify({ id: 'answer', object: 'chat.completion', created: 1, model, choices, usage }));
  });
  onTestFinished(() => void server.close());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
}

function answerTo(messages: readonly ChatMessage[]): Record<string, unknown> {
  const last = messages.at(-1);
  const text = textOf(last);
  const command = /^\/run (.+)/.exec(text)?.[1];
  if (last?.role !== 'user' || command === undefined) return { role: 'assistant', content: `You said: ${text}` };
  const args = JSON.stringify({ command, security_risk: 'LOW', summary: 'run it' });
  const call = { id: `call_${messages.length}`, type: 'function', function: { name: 'terminal', arguments: args } };
  return { role: 'assistant', content: 'I run it.', tool_calls: [call] };
}

function textOf(message: ChatMessage | undefined): string {
  const content = message?.content ?? '';
  return typeof content === 'string' ? content : content.map(({ text = '' }) => text).join('');
}
