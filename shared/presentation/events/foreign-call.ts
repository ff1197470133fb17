import { isJson, type Json, jsonOf, listOf, nameOf, pretty, textOf, wordsOf } from './json.ts';
import type { Content } from './timeline-event.ts';

/** A tool call of an ACP agent: one event for each change of its state. */
export function readForeignCall(event: Json): Content {
  const callId = textOf(event.tool_call_id);
  const tool = nameOf(event.tool_kind) ?? 'tool';
  const title = nameOf(event.title);
  if (event.status !== 'completed' && event.status !== 'failed')
    return { type: 'action', callId, tool, action: jsonOf(event.raw_input), summary: title, text: '', thought: '' };
  const text = outputOf(event.raw_output) || blocksOf(event.content);
  const outcome = event.status === 'failed' || event.is_error === true ? 'failed' : 'done';
  return { type: 'result', callId, actionId: undefined, tool, outcome, result: jsonOf(event.raw_output), text };
}

/** The fields in which programs put the text of a result, by priority. */
const outputs = ['formatted_output', 'aggregated_output', 'output', 'stdout', 'stderr', 'error', 'message', 'content'];

function outputOf(output: unknown): string {
  const words = wordsOf(output);
  if (words !== '' || typeof output === 'string') return words;
  const fields = jsonOf(output);
  const named = outputs.map((name) => wordsOf(fields[name])).find((text) => text !== '');
  if (named !== undefined) return named;
  const isEmpty = isJson(output) ? Object.keys(output).length === 0 : listOf(output).length === 0;
  return isEmpty ? '' : pretty(output);
}

/** The texts, changed files and terminals of a content. */
function blocksOf(content: unknown): string {
  const blocks = listOf(content).map((block) => {
    const { content: inner, path } = jsonOf(block);
    return wordsOf(inner) || wordsOf(block) || (textOf(path) === undefined ? '' : `Changed ${path}`);
  });
  return blocks.filter(Boolean).join('\n');
}
