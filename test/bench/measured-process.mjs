// The process that is measured: `node measured-process.mjs <URL of the module> <event as JSON>`. Its last line is its
// answer, as JSON; before it stand the metrics that functions write past the console. Plain JavaScript, because
// stripping types would be measured too.

const [, , moduleUrl = '', event = 'null'] = process.argv;
const invocation = JSON.parse(event);
const context = {
  awsRequestId: 'bench',
  functionName: process.env.AWS_LAMBDA_FUNCTION_NAME,
  getRemainingTimeInMillis: () => 10_000,
};

/** @type {string[]} Handlers log what goes wrong and may answer all the same. */
const complaints = [];
console.warn = console.error = (...parts) => void complaints.push(JSON.stringify(parts));
console.info = console.log = console.debug = () => undefined;

const before = performance.now();
const { handler } = await import(moduleUrl);
const imported = performance.now();
const answer = await handler(invocation, context);
const answered = performance.now();

const measurement = { importMs: imported - before, firstMs: answered - before, processMs: answered };
process.stdout.write(JSON.stringify({ measurement, answer, complaints }), () => process.exit(0));
