// The process that is measured: `node requests-process.mjs <URL of the bundle>`, with the event as JSON on its standard
// input. Its last line says what CPU the requests took, as JSON. Plain JavaScript, because stripping types would be
// measured too.
import { readFileSync } from 'node:fs';

const [, , moduleUrl = '', spansGiven = '[]'] = process.argv;
const event = readFileSync(0, 'utf8');
/** @type {{ from: number, to: number }[]} */
const spans = JSON.parse(spansGiven);
const context = {
  awsRequestId: 'bench',
  functionName: process.env.AWS_LAMBDA_FUNCTION_NAME,
  getRemainingTimeInMillis: () => 10_000,
};

/** @type {string[]} Handlers log what goes wrong and may answer all the same. */
const complaints = [];
console.warn = console.error = (...parts) => void complaints.push(JSON.stringify(parts));
console.info = console.log = console.debug = () => undefined;

/** Of all threads of the process: a Lambda pays for the compiler and the garbage collection as well. */
const cpuMs = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

// Handlers write into their events, as each request has its own. Reading these texts is no work of the function.
const events = Array.from({ length: spans.at(-1)?.to ?? 0 }, () => JSON.parse(event));
const { handler } = await import(moduleUrl);

let answer;
const perRequest = [];
for (const { from, to } of spans) {
  const before = cpuMs();
  for (let at = from; at <= to; at += 1) answer = await handler(events[at - 1], context);
  perRequest.push((cpuMs() - before) / (to - from + 1));
}
process.stdout.write(`\n${JSON.stringify({ perRequest, answer, complaints })}`, () => process.exit(0));
