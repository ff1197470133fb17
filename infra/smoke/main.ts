import { patchLookups } from '../local/lambda/bootstrap-names.mjs';
import { readOptions, type SmokeOptions, USAGE } from './options.ts';
import { conclusion, document, hasPassed, heading, line, ticksOf, verdictOf } from './report.ts';
import { describeError, runStep, runSteps, type StepResult } from './run-steps.ts';
import { Scene } from './scene.ts';
import { openService } from './service.ts';
import { cleanUp } from './steps/clean-up.ts';
import { mainJob } from './steps/main-job.ts';
import { Interrupted, StepFailed } from './until.ts';

const FAILED = 1;
const CALLED_WRONGLY = 2;

/** @returns the exit status */
async function run(options: SmokeOptions): Promise<number> {
  const { job, cleaning } = stopSignals();
  const service = await openService(options);
  // Resolves subdomains of localhost, as browsers do: agents can have one.
  if (service.isLocal) patchLookups();
  const scene = new Scene(service, options);
  const tell = options.json ? () => undefined : (text: string) => console.log(text);
  tell(`${service.baseUrl}, run ${scene.name}\n\n${heading}`);
  const onResult = (result: StepResult) => tell(line(result));

  const signal = AbortSignal.any([job, timeLimit(options.timeoutSeconds)]);
  const steps = await runSteps(mainJob(scene), scene, { signal, onResult });
  const cleaned = await runStep(cleanUp, scene, cleaning);
  onResult(cleaned);

  const results = [...steps, cleaned];
  const { sights, name } = scene;
  const seen = { ticks: ticksOf(sights, service), verdict: verdictOf(sights, service) };
  const report = { baseUrl: service.baseUrl, run: name, results, ...seen };
  tell(conclusion(report));
  if (options.json) console.log(JSON.stringify(document(report)));
  return hasPassed(results) ? 0 : FAILED;
}

/** The first signal ends the job and starts cleaning up. The second one ends cleaning up. */
function stopSignals(): { readonly job: AbortSignal; readonly cleaning: AbortSignal } {
  const [job, cleaning] = [new AbortController(), new AbortController()];
  const onSignal = () => {
    if (job.signal.aborted) return cleaning.abort(new Interrupted());
    job.abort(new Interrupted());
    console.error('Stopping and cleaning up. Press Ctrl-C again to skip cleaning up.');
  };
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, onSignal);
  // Without a reader of the output, such as `head`, the run still cleans up.
  process.stdout.on('error', () => job.abort(new Interrupted()));
  return { job: job.signal, cleaning: cleaning.signal };
}

function timeLimit(seconds: number): AbortSignal {
  const limit = new AbortController();
  const reason = new StepFailed(`The run exceeded its time limit of ${seconds} seconds (--timeout).`);
  setTimeout(() => limit.abort(reason), seconds * 1000).unref();
  return limit.signal;
}

async function main(args: readonly string[]): Promise<number> {
  let options: SmokeOptions;
  try {
    options = readOptions(args, process.env);
  } catch (error) {
    console.error(`${describeError(error)}\n\n${USAGE}`);
    return CALLED_WRONGLY;
  }
  if (options.help) {
    console.log(USAGE);
    return 0;
  }
  try {
    return await run(options);
  } catch (error) {
    console.error(describeError(error));
    return FAILED;
  }
}

process.exit(await main(process.argv.slice(2)));
