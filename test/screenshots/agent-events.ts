import { anEvent } from '../support/service/webhooks.ts';

const text = (words: string) => [{ type: 'text', text: words }];

const PATH = '/workspace/project/src/price.ts';

const before = `export function total(items: readonly Item[]): number {
  let sum = 0;
  for (const item of items) sum += item.price * item.count;
  return Math.round(sum);
}
`;

const after = `/** In cents. */
export function total(items: readonly Item[]): number {
  return items.reduce((sum, { price, count }) => sum + price * count, 0);
}
`;

const testOutput = `✔ an empty cart costs nothing (0.6 ms)
✔ discounts are taken off (0.4 ms)
✖ prices keep their cents (1.2 ms)
  AssertionError: Expected 1999, received 2000
tests 3, pass 2, fail 1`;

const answer = `Totals were rounded to whole **dollars**. I changed \`total\` in \`src/price.ts\`:

- prices stay in cents, without rounding
- the loop is one \`reduce\`

All three tests pass now.`;

/** The events of an agent that fixes a bug, one per second. @param end in milliseconds */
export function repairEvents(end: number): readonly unknown[] {
  const call = { tool_name: 'terminal', tool_call_id: 'call-test' };
  const edit = { tool_name: 'file_editor', tool_call_id: 'call-edit' };
  const command = 'npm test';
  const events = [
    {
      source: 'user',
      llm_message: { role: 'user', content: text('The total of the cart is off by some cents. Please find out why.') },
    },
    {
      kind: 'ActionEvent',
      ...call,
      thought: text('I run the tests first.'),
      action: { kind: 'TerminalAction', command },
    },
    {
      kind: 'ObservationEvent',
      source: 'environment',
      ...call,
      observation: { kind: 'TerminalObservation', content: text(testOutput), command, exit_code: 1 },
    },
    {
      kind: 'ActionEvent',
      ...edit,
      action: { kind: 'FileEditorAction', command: 'str_replace', path: PATH, old_str: before, new_str: after },
    },
    {
      kind: 'ObservationEvent',
      source: 'environment',
      ...edit,
      observation: { kind: 'FileEditorObservation', path: PATH, old_content: before, new_content: after },
    },
    { llm_message: { role: 'assistant', content: text(answer) } },
  ];
  return events.map((event, index) =>
    anEvent({ timestamp: new Date(end - (events.length - index) * 1000).toISOString().slice(0, 23), ...event }),
  );
}
