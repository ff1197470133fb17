import fc from 'fast-check';
import { expect, it } from 'vitest';
import { hooksProblem } from '../../../../../../shared/domain/conversations/start/workspace/hooks-problem.ts';

const problem = (text: unknown) => hooksProblem(Buffer.from(typeof text === 'string' ? text : JSON.stringify(text)));
const hook = { type: 'command', command: './check.sh', timeout: 10 };

it.each<[string, unknown]>([
  ['no hooks', {}],
  ['the spelling of Claude Code', { hooks: { PreToolUse: [{ matcher: 'terminal', hooks: [hook] }] } }],
  ['the spelling of agent servers', { pre_tool_use: [{ hooks: [{ command: 'x', async: true }] }], stop: [] }],
  ['hooks that ask a model', { stop: [{ hooks: [{ type: 'prompt', prompt: 'Is it done?' }, { type: 'agent' }] }] }],
])('finds nothing in %s', (_, config) => {
  expect(problem(config)).toBeUndefined();
});

it.each<[unknown, string]>([
  ['{\n  "PreToolUse": [\n    { "matcher": "terminal" "hooks": [] }\n  ]\n}\n', 'line 3'],
  ['{\n "stop": [],\n}', 'line 3'],
  ['{\n "stop": }', 'line 2'],
  ["{\n 'stop': [] }", 'line 2'],
  ['{\n "stop": "x\n}', 'line 2'],
  ['{}\n{}', 'line 2'],
  ['{ "stop": [\n', 'ends too early'],
  ['', 'ends too early'],
  ['\ufeff{}', 'byte order mark'],
  ['[]', 'not a JSON object'],
  [{ hooks: [] }, '`hooks` is not an object'],
  [{ PreTool: [] }, '`PreTool` is no event'],
  [{ stop: {} }, '`stop` is not a list'],
  [{ stop: [{ hooks: [hook, {}] }] }, '`stop[0].hooks[1].command` is missing'],
  [{ stop: [{ hooks: [{ type: 'shell' }] }] }, '`stop[0].hooks[0].type`'],
  [{ stop: [{ hooks: [{ type: 'prompt' }] }] }, '`stop[0].hooks[0].prompt`'],
  [{ stop: [{ hooks: ['./x.sh'] }] }, '`stop[0].hooks[0]` is not an object'],
  [{ stop: [{ hooks: [{ ...hook, timeout: 'soon' }] }] }, '`stop[0].hooks[0].timeout`'],
  [{ stop: ['./x.sh'] }, '`stop[0]` is not an object'],
])('names the line or the field of %j', (config, expected) => {
  expect(problem(config)).toContain(expected);
});

it('names bytes that are no text, and never fails', () => {
  expect(hooksProblem(Buffer.from([0x7b, 0xff, 0x7d]))).toContain('UTF-8');
  fc.assert(fc.property(fc.uint8Array(), (bytes) => void hooksProblem(Buffer.from(bytes))));
  fc.assert(fc.property(fc.jsonValue(), (config) => void problem({ stop: config, hooks: config })));
});
