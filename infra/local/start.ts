import { type LocalCloud, startCloud } from './cloud/cloud.ts';
import { environmentModel } from './model/environment-model.ts';
import { closeInheritedFiles } from './programs/inherited-files.ts';
import { makeFilesPrivate } from './state/private-folder.ts';
import { banner, readyLine } from './terminal/banner.ts';
import { both, briefly, createLog, LOCAL, type LocalLog } from './terminal/log.ts';
import { LogFile } from './terminal/log-file.ts';
import { type LocalOptions, parseOptions, USAGE } from './terminal/options.ts';
import { openKeyWarning } from './terminal/tls-options.ts';
import { UserError } from './terminal/user-error.ts';

/** What direct ingress gives up. */
const DIRECT =
  'DIRECT INGRESS, for development only: sandboxes are served over plain HTTP on ports of this machine, without the edge that checks signed URLs, uses TLS and gives each sandbox its own origin';

const LOOK_FOR_PARENT_EVERY_MS = 500;

/** Runs until a signal or a failure. Resolves to the exit code. */
async function run(options: LocalOptions, log: LocalLog, file: LogFile): Promise<number> {
  const { first, second } = stopSignals(log);
  if (options.direct) log(LOCAL, 'warn', DIRECT);
  const warning = options.tls && openKeyWarning(options.tls);
  if (warning !== undefined) log(LOCAL, 'warn', warning);
  const cloud = await start(options, { log, file, signal: first });
  if (!cloud) return 0;
  second.addEventListener('abort', () => void force(cloud));
  // Sandboxes that outlived this process could take its ports, which are held until it exits.
  process.once('uncaughtException', (error) => {
    log(LOCAL, 'error', error instanceof Error ? (error.stack ?? error.message) : String(error));
    void force(cloud);
  });
  process.stdout.write(options.json ? readyLine(cloud) : banner(cloud));
  const failure = await Promise.race([aborted(first), cloud.failed]);
  if (failure !== undefined) log(LOCAL, 'error', failure);
  await cloud.stop();
  log(LOCAL, 'info', 'stopped');
  return failure === undefined ? 0 : 1;
}

/** Resolves to undefined when a signal came before the service was ready. */
async function start(
  options: LocalOptions,
  { log, file, signal }: { readonly log: LocalLog; readonly file: LogFile; readonly signal: AbortSignal },
): Promise<LocalCloud | undefined> {
  try {
    const model = environmentModel(process.env);
    const { port, stateDirectory, allowedHosts, agent, console, oidc, namespaces } = options;
    const own = { port, stateDirectory, allowedHosts, edge: options, agent, console, oidc, namespaces, model };
    return await startCloud({ ...own, log, signal, onOwnState: () => file.open(stateDirectory) });
  } catch (error) {
    if (signal.aborted) return undefined;
    throw error;
  }
}

/** Time limit for a forced stop. */
const FORCE_MS = 1500;

/** Kills the sandboxes, which would outlive this process. Functions and Java end with it. */
async function force(cloud: LocalCloud): Promise<never> {
  await Promise.race([cloud.kill(), new Promise((resolve) => setTimeout(resolve, FORCE_MS))]);
  process.exit(1);
}

/** The first signal asks to stop, the second one forces it, and a third one ends this process at once. */
function stopSignals(log: LocalLog): { readonly first: AbortSignal; readonly second: AbortSignal } {
  const [controller, forcing] = [new AbortController(), new AbortController()];
  const stopNow = (message: string): void => {
    if (forcing.signal.aborted) process.exit(1);
    if (controller.signal.aborted) forcing.abort();
    else {
      log(LOCAL, 'info', message);
      controller.abort();
    }
  };
  const onSignal = (): void => stopNow('stopping; repeat to force it');
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, onSignal);
  // A closing terminal sends several of them, and none asks to force the end.
  process.on('SIGHUP', () => {
    if (!controller.signal.aborted) stopNow('the terminal was closed: stopping');
  });
  if (process.env.npm_lifecycle_event !== undefined) {
    whenOrphaned(() => {
      if (!controller.signal.aborted) stopNow('npm has ended: stopping');
    });
  }
  return { first: controller.signal, second: forcing.signal };
}

/** npm runs this in a shell that forwards no signals, so the service would outlive an npm that was ended. */
function whenOrphaned(action: () => void): void {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    action();
  }, LOOK_FOR_PARENT_EVERY_MS);
  timer.unref();
}

function aborted(signal: AbortSignal): Promise<undefined> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve(undefined);
    else signal.addEventListener('abort', () => resolve(undefined), { once: true });
  });
}

async function main(): Promise<number> {
  const options = parseOptions(process.argv.slice(2), process.env);
  if (options.help) {
    console.log(USAGE);
    return 0;
  }
  closeInheritedFiles();
  makeFilesPrivate();
  // Their reader can have ended, such as a terminal or `tee`. The log stays in the file.
  for (const output of [process.stdout, process.stderr]) output.on('error', () => {});
  const file = new LogFile();
  const terminal = createLog(process.stderr, process.env);
  return run(options, both(options.verbose ? terminal : briefly(terminal), createLog(file)), file);
}

try {
  process.exit(await main());
} catch (error) {
  // An error that the user can correct is one sentence. Any other one is a bug, whose stack helps to find it.
  console.error(error instanceof UserError ? error.message : error instanceof Error ? error.stack : error);
  process.exit(1);
}
