import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../free-port.ts';
import { assertFitsModels, assertNothingDenied, keepEvidence } from './evidence.ts';
import { keepingLog } from './secrets-of-run.ts';
import type { ServiceAddress } from './service-address.ts';

/** Whether functions run from their sources, which is faster, or from the deployed bundles. */
export type Code = 'sources' | 'bundles';

const SHOWN = 4_000;

/** A service in one process (`main.ts`). */
export class HostedService {
  readonly stateDirectory: string;
  readonly #code: Code;
  readonly #settings: Readonly<Record<string, unknown>>;
  readonly #reach: readonly string[];
  #child: ChildProcess | undefined;
  #log = '';

  private constructor(
    stateDirectory: string,
    code: Code,
    settings: Readonly<Record<string, unknown>>,
    reach: readonly string[],
  ) {
    this.stateDirectory = stateDirectory;
    this.#code = code;
    this.#settings = settings;
    this.#reach = reach;
  }

  /**
   * @param settings override those of cdk.json
   * @param reach options for the form of sandbox URLs; by default, that of a deployment without a domain
   */
  static async make(
    code: Code = 'sources',
    settings: Readonly<Record<string, unknown>> = {},
    reach: readonly string[] = ['--sandbox-paths'],
  ): Promise<HostedService> {
    return new HostedService(await mkdtemp(join(tmpdir(), 'service-')), code, settings, reach);
  }

  /** @throws with the end of its log if the service ends before it is ready */
  async start(): Promise<ServiceAddress> {
    // The services of the e2e tests have the ports of the local edge.
    const options = ['--state', this.stateDirectory, '--port', String(await freePort()), ...this.#reach];
    const context =
      Object.keys(this.#settings).length === 0 ? {} : { CDK_CONTEXT_JSON: JSON.stringify(this.#settings) };
    const env = { ...process.env, ...context, FUNCTION_CODE: this.#code };
    const child = fork(join(import.meta.dirname, 'main.ts'), options, { silent: true, env });
    this.#child = child;
    for (const stream of [child.stdout, child.stderr]) {
      const keep = keepingLog();
      stream?.setEncoding('utf8').on('data', (text: string) => {
        keep(text);
        this.#log += text;
      });
    }
    const ended = once(child, 'exit').then(() =>
      Promise.reject(new Error(`the service ended: ${this.#log.slice(-SHOWN)}`)),
    );
    const [{ baseUrl, apiKey, sandboxUrl }] = await Promise.race([once(child, 'message'), ended]);
    // It ends with the test run.
    ended.catch(() => undefined);
    const { stateDirectory } = this;
    return { baseUrl, apiKey, sandboxUrl, keysOption: ['--state', stateDirectory], stateDirectory };
  }

  /** @throws if a function was denied a permission or sent a request that violates the AWS models */
  async end(): Promise<void> {
    const child = this.#child;
    if (child?.exitCode === null && child.connected) {
      await keepEvidence(this.stateDirectory);
      child.disconnect();
      await once(child, 'exit');
    }
    await rm(this.stateDirectory, { recursive: true, force: true });
    assertNothingDenied(this.#log);
    assertFitsModels(this.#log);
  }
}
