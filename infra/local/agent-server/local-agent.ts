import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { agentVersions } from '../../../shared/contract/shapes/agent-versions.ts';
import { canRunAgentServer, installedAgentServer, installedRelease } from '../../specs/installed-program.ts';
import { openhandsLocal } from '../../specs/openhands-local.ts';
import { reference } from '../../specs/reference.ts';
import type { AgentChoice } from '../terminal/agent-choice.ts';
import { LOCAL, type LocalLog } from '../terminal/log.ts';
import { UserError } from '../terminal/user-error.ts';
import { install, installedIn } from './install.ts';
import type { SpecFiles } from './spec-files.ts';
import { findInstaller, type Installer } from './tools.ts';

/** What the console and the banner show. */
export interface AgentStatus {
  /** The default spec. */
  readonly spec: string;
  /** The release of the installed agent server; null if it is unknown or there is none. */
  readonly version: string | null;
  readonly installation: 'missing' | 'installing' | 'installed' | 'failed';
  /** The release that an installation gives. */
  readonly offered: string;
  /** How far an installation is, or why it failed. */
  readonly detail: string | null;
}

interface Options {
  readonly stateDirectory: string;
  /** Undefined for the installed agent server, or else that of the settings. */
  readonly choice: AgentChoice | undefined;
  readonly environment: NodeJS.ProcessEnv;
  readonly log: LocalLog;
  readonly signal: AbortSignal;
}

/** How often progress is logged. */
const PROGRESS_MS = 3_000;

/** The agent server of this machine: where it is, how it is installed, and whether it is the default. */
export class LocalAgent {
  readonly #options: Options;
  #choice: AgentChoice | undefined;
  #program: string | undefined;
  #files: SpecFiles | undefined;
  #onChange: () => void = () => undefined;
  #installing: Promise<void> | undefined;
  #detail: string | null = null;
  #failed = false;
  #isWanted = false;

  private constructor(options: Options) {
    this.#options = options;
    this.#choice = options.choice;
  }

  /**
   * Finds the agent server: `OPENHANDS_AGENT_SERVER`, on the PATH, or installed in the state folder.
   *
   * @throws UserError when it is chosen, missing, and cannot be installed
   */
  static async open(options: Options): Promise<LocalAgent> {
    const agent = new LocalAgent(options);
    const { choice, environment, stateDirectory, log } = options;
    const { OPENHANDS_AGENT_SERVER: named } = environment;
    const own = installedAgentServer(environment);
    if (named && own !== named)
      log(LOCAL, 'warn', `OPENHANDS_AGENT_SERVER names ${named}, which is not a program here, so it is not used`);
    const installed = canRunAgentServer(environment) ? await installedIn(stateDirectory) : undefined;
    agent.#program = own ?? installed?.program;
    const isOld = own === undefined && installed?.isCurrent === false;
    agent.#isWanted = choice === 'openhands' && (agent.#program === undefined || isOld);
    // What is missing is said before the build, which takes longer.
    if (agent.#isWanted) await installerOf(environment);
    else if (isOld) log(LOCAL, 'info', 'a newer OpenHands agent is available: npm start -- --agent openhands');
    return agent;
  }

  /** Installs the agent server if it was chosen and is missing. @throws UserError when that fails */
  async prepare(): Promise<void> {
    if (this.#isWanted) await this.install();
  }

  /** Resolves when no installation is under way. */
  async settled(): Promise<void> {
    await this.#installing?.catch(() => undefined);
  }

  /** The executable of the agent server. */
  readonly program = (): string | undefined => this.#program;

  /** The agent that answers in conversations that name no spec, and what can be installed. */
  get status(): AgentStatus {
    const program = this.#program;
    const installed = program === undefined ? 'missing' : 'installed';
    return {
      spec: this.#defaultSpec ?? this.#files?.settingsDefault ?? reference.id,
      version: program === undefined ? null : (installedRelease(program) ?? null),
      installation: this.#installing ? 'installing' : this.#failed ? 'failed' : installed,
      offered: agentVersions.offered,
      detail: this.#detail,
    };
  }

  /** Writes the specs for functions, now and after an installation. @param onChange makes functions read them again */
  async publish(files: SpecFiles, onChange: () => void): Promise<void> {
    this.#files = files;
    this.#onChange = onChange;
    if (this.#choice === 'openhands' && !files.has(openhandsLocal.id))
      throw new UserError(`The setting \`specs\` of the stage 'local' lacks '${openhandsLocal.id}'.`);
    await files.write({ program: this.#program, defaultSpec: this.#defaultSpec });
  }

  /** Installs the agent server and makes it the default. Calls during an installation wait for it. */
  install(): Promise<void> {
    this.#installing ??= this.#install().finally(() => {
      this.#installing = undefined;
    });
    return this.#installing;
  }

  get #defaultSpec(): string | undefined {
    if (this.#choice === 'reference') return reference.id;
    // The operator's own choice in cdk.json stays, unless a person chose otherwise.
    const isChosen = (this.#files?.settingsDefault ?? reference.id) !== reference.id;
    if (this.#choice === undefined && (this.#program === undefined || isChosen)) return undefined;
    return openhandsLocal.id;
  }

  async #install(): Promise<void> {
    const { stateDirectory, environment, signal, log } = this.#options;
    const started = performance.now();
    let logged = 0;
    this.#failed = false;
    try {
      const installer = await installerOf(environment);
      const by = installer.kind === 'uv' ? installer.uv : `pip of ${installer.python}, which takes some minutes`;
      log(LOCAL, 'info', `installing the OpenHands agent server ${agentVersions.offered} (600 MB) with ${by}`);
      const onProgress = (words: string): void => {
        this.#detail = words;
        if (performance.now() - logged < PROGRESS_MS) return;
        logged = performance.now();
        log(LOCAL, 'info', `OpenHands agent server: ${words}`);
      };
      this.#program = await install({ stateDirectory, installer, environment, signal, onProgress });
      this.#choice = 'openhands';
      this.#detail = null;
      await this.#files?.write({ program: this.#program, defaultSpec: this.#defaultSpec });
      this.#onChange();
    } catch (error) {
      this.#failed = true;
      this.#detail = error instanceof Error ? error.message : String(error);
      throw error;
    }
    const seconds = ((performance.now() - started) / 1000).toFixed(0);
    log(LOCAL, 'info', `OpenHands agent server ${agentVersions.offered} installed (${seconds} s)`);
  }
}

const PROBE_MS = 5_000;

/** The agent server needs its workspace at /workspace. @throws UserError when it cannot run or be installed here */
async function installerOf(environment: NodeJS.ProcessEnv): Promise<Installer> {
  const { PATH } = environment;
  const instead = 'Run the service on Linux, in a virtual machine or a container that allows user namespaces.';
  if (process.platform !== 'linux')
    throw new UserError(
      `The OpenHands agent needs Linux, whose namespaces give each one its own /workspace. ${instead}`,
    );
  const args = ['--user', '--map-root-user', '--mount', 'true'];
  await promisify(execFile)('unshare', args, { env: { PATH }, timeout: PROBE_MS }).catch((error) => {
    const said = String(error?.stderr ?? '').trim() || String(error?.message);
    throw new UserError(`The OpenHands agent needs namespaces, which this machine refuses (${said}). ${instead}`);
  });
  return findInstaller(environment);
}
