import { join } from 'node:path';
import { BUILD_REQUIREMENTS, countPackages, FROM_SOURCE, REQUIREMENTS } from './requirements.ts';
import type { Installer } from './tools.ts';

/** A command of an installation. */
export interface Command {
  /** What a person sees while it runs. */
  readonly says: string;
  readonly command: readonly [string, ...string[]];
  readonly variables?: Readonly<Record<string, string>>;
  /** How many packages it installs, for a command that takes long. */
  readonly packages?: number;
}

/** The executable of the agent server in a virtual environment. */
export const programIn = (folder: string): string => join(folder, 'bin', 'agent-server');

/** The commands that install the agent server into a folder, and try it. */
export function commandsFor(installer: Installer, folder: string): readonly Command[] {
  const python = join(folder, 'bin', 'python');
  const wheels = ['--only-binary', ':all:'];
  const build = ['--require-hashes', ...wheels, '-r', BUILD_REQUIREMENTS];
  const sources = FROM_SOURCE.flatMap((name) => ['--no-binary', name]);
  const all = ['--require-hashes', '--no-build-isolation', ...wheels, ...sources, '-r', REQUIREMENTS];
  // An interpreter that uv downloads is removed with the state.
  const packages = countPackages();
  const variables = { UV_PYTHON_INSTALL_DIR: join(folder, 'python') };
  const install: readonly Command[] =
    installer.kind === 'uv'
      ? [
          {
            says: 'preparing Python',
            command: [installer.uv, 'venv', '--python', installer.python ?? '>=3.12,<3.15', folder],
            variables,
          },
          {
            says: 'preparing the installation',
            command: [installer.uv, 'pip', 'install', '--python', python, ...build],
            variables,
          },
          {
            says: 'downloading and installing',
            command: [installer.uv, 'pip', 'install', '--python', python, ...all],
            variables,
            packages,
          },
        ]
      : [
          { says: 'preparing Python', command: [installer.python, '-m', 'venv', folder] },
          { says: 'preparing the installation', command: [python, '-m', 'pip', 'install', ...build] },
          // What it compiles here is compiled by the trial too, and only that is needed.
          { says: 'downloading', command: [python, '-m', 'pip', 'install', '--no-compile', ...all], packages },
        ];
  // The first run compiles what the agent server loads. Sandboxes could not keep that.
  const trial: Command = { says: 'trying it', command: [programIn(folder), '--help'] };
  return [...install, trial];
}

/** Variables that installers read, such as proxies, certificates and mirrors. Setup code sees no keys of the user. */
const known =
  /^(PATH|HOME|USER|LOGNAME|LANG|LC_\w+|TMPDIR|XDG_\w+|(https?|all|no)_proxy|SSL_CERT_\w+|REQUESTS_CA_BUNDLE|CURL_CA_BUNDLE|NETRC|(PIP|UV)_\w+)$/i;

/** The environment of an installation. */
export function environmentFor(own: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const given = Object.entries(own).flatMap(([name, value]) =>
    known.test(name) && value !== undefined ? [[name, value]] : [],
  );
  return {
    ...Object.fromEntries(given),
    PIP_NO_INPUT: '1',
    PIP_DISABLE_PIP_VERSION_CHECK: '1',
    UV_NO_PROGRESS: '1',
    LITELLM_LOCAL_MODEL_COST_MAP: 'True',
    OPENHANDS_SUPPRESS_BANNER: '1',
  };
}
