/**
 * Runs the gateway, the local AWS and the handlers of all functions in one process:
 * `node test/support/service/main.ts --state DIR --port PORT`. It sends its URL to its parent, and ends with it.
 */
import { startCloud } from '../../../infra/local/cloud/cloud.ts';
import { createTestDynamoDb } from '../../../infra/local/dynamodb/test-dynamodb.ts';
import { createLog } from '../../../infra/local/terminal/log.ts';
import { parseOptions } from '../../../infra/local/terminal/options.ts';
import { checkCommands } from './check-commands.ts';
import { callingFunction, hostFunctions, runInProcess } from './in-process-functions.ts';

const options = parseOptions(process.argv.slice(2), {});
const { port, stateDirectory, allowedHosts, oidc } = options;
const stop = new AbortController();
process.once('disconnect', () => stop.abort());
// Ctrl-C reaches the whole process group. The parent then disconnects.
process.on('SIGINT', () => undefined);

hostFunctions(options);
const log = createLog(process.stderr, process.env);
checkCommands((line) => log('aws', 'error', line), callingFunction);
const database = await createTestDynamoDb();
const engine = { wire: database.wire, died: new Promise<string>(() => undefined) };
const cloud = await startCloud({
  port,
  stateDirectory,
  allowedHosts,
  edge: options,
  agent: 'reference',
  oidc,
  // Only tests of namespaces and the e2e services use namespaces, because they cost CPU time per sandbox.
  namespaces: false,
  log,
  signal: stop.signal,
  startInstance: runInProcess,
  engine,
});
stop.signal.addEventListener('abort', async () => {
  await cloud.stop();
  await database.stop();
  process.exit(0);
});
const { baseUrl, apiKey, sandboxUrl } = cloud;
process.send?.({ baseUrl, apiKey, sandboxUrl });
