import { execFile } from 'node:child_process';
import { access, chmod, mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { builtAgent } from '../../../../../infra/local/build/built-agent.ts';
import { findLimits } from '../../../../../infra/local/namespaces/limits.ts';
import { findNamespaces } from '../../../../../infra/local/namespaces/namespaces.ts';
import { PROJECT_ROOT } from '../../../../../infra/local/terminal/options.ts';
import { folderOfFile } from '../../../../support/temporary-folder.ts';
import { availableTools, namespacesOf, requireNamespaces } from './available.ts';

const state = folderOfFile();
const [mine, theirs] = [join(state, 'workspaces/anna/one'), join(state, 'workspaces/ben/two')];
await mkdir(mine, { recursive: true });
await mkdir(theirs, { recursive: true });
await writeFile(join(state, 'api-key'), 'acs_secret');
await writeFile(join(theirs, 'notes'), 'of another sandbox');

/** Ends an attack that would harm this machine if the sandbox can see the process of these tests. */
const unlessOutside = 'test -e "/proc/$SERVICE" && exit 9\n';

const tools = await availableTools();

/** Root has no limit of processes, so that attack needs another user, for whom the project is readable. */
const NOBODY = 65_534;
const isReadable = async (path: string): Promise<boolean> =>
  ((await stat(path)).mode & 0o005) === 0o005 && (path === '/' || isReadable(dirname(path)));
const asNobody = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
const canFork = process.getuid?.() !== 0 || (await isReadable(PROJECT_ROOT));

it.runIf(tools.length === 0)('a machine without namespaces gives the reason', async () => {
  expect(await namespacesOf(state, 'unshare')).toEqual({ reason: expect.stringMatching(/\w/) });
});

it('a machine without the tools names them', async () => {
  const found = findNamespaces({ projectRoot: PROJECT_ROOT, states: [state], searchPath: '/nowhere' });

  const reason =
    process.platform === 'linux' ? 'bwrap is not installed, and unshare is not installed' : expect.any(String);
  expect(await found).toEqual({ reason });
});

describe.each(tools)('a sandbox made by %s', async (tool) => {
  const namespaces = await requireNamespaces(state, tool);

  /** Runs a shell in the sandbox. */
  async function run(script: string): Promise<{ code: number; output: string }> {
    const [program = '', ...args] = await namespaces.wrap(['/bin/sh', '-c', `exec 2>&1\n${script}`], mine);
    const environment = { PATH: process.env.PATH, HOME: mine, SERVICE: String(process.pid) };
    const ran = promisify(execFile)(program, args, { env: environment });
    return ran.then(
      ({ stdout }) => ({ code: 0, output: stdout }),
      (error) => ({ code: error.code, output: String(error.stdout) + error.stderr }),
    );
  }

  it('cannot see the keys and the state of the service, other workspaces and the home of the user', async () => {
    const { output } = await run(
      ['"$HOME/../../../api-key"', `${state}/api-key`, `${theirs}/notes`, `${homedir()}/.`, `${PROJECT_ROOT}/.git`]
        .map((path) => `ls -d ${path} >/dev/null && echo seen ${path}`)
        .join('\n'),
    );

    expect(output).not.toContain('seen');
    expect(output.match(/No such file/g)).toHaveLength(5);
  });

  it('sees only its own processes, and not the environment of the service', async () => {
    const { output } = await run('ls -d "/proc/$SERVICE"; echo /proc/[0-9]*; cat /proc/1/environ | tr "\\0" "\\n"');

    expect(output).toMatch(/No such file.*\n\/proc\/1 \/proc\/\d+( \/proc\/\d+)?\n/);
    expect(output.split('\n').filter((line) => /^(PATH|HOME|SERVICE)=/.test(line))).toHaveLength(3);
    for (const [name, value = ''] of Object.entries(process.env)) {
      if (name !== 'PATH' && value.length > 12 && !mine.includes(value))
        expect(output).not.toContain(`${name}=${value}`);
    }
  });

  it('ends only its own processes with kill -9 -1', async () => {
    const { output } = await run(`${unlessOutside}sleep 1000 & kill -9 -1\nwait $!\necho "ended: $?"`);

    expect(output).toContain('ended: 137');
    expect(process.kill(process.pid, 0)).toBe(true);
  });

  it('cannot change the program, the system and the machine', async () => {
    const program = await builtAgent();
    const before = await readFile(program, 'utf8');
    const { output } = await run(
      unlessOutside +
        [program, `${PROJECT_ROOT}/node_modules/evil`, '/usr/evil', '/proc/sys/kernel/core_pattern']
          .map((path) => `echo >> ${path}`)
          .join('\n'),
    );

    expect(output.match(/Read-only file system/g)).toHaveLength(4);
    expect(await readFile(program, 'utf8')).toBe(before);
    const again = await run(
      `${unlessOutside}mount -o remount,rw /usr; umount /proc/sys; umount ${PROJECT_ROOT}/infra/agent; echo > /usr/x`,
    );
    expect(again.output).toMatch(/Read-only file system\n$/);
    await expect(access('/usr/x')).rejects.toThrow('ENOENT');
  });

  it('has no privileges, and cannot gain any', async () => {
    const { output } = await run(
      'grep -E "^(CapEff|NoNewPrivs)" /proc/self/status; id -u; grep " $HOME " /proc/self/mountinfo',
    );

    expect(output).toMatch(/^CapEff:\s+0{16}\nNoNewPrivs:\s+1\n/);
    expect(output.split('\n')[2]).toBe(String(process.getuid?.()));
    expect(output.split('\n')[3]).toMatch(/ rw,nosuid,nodev/);
  });

  it('has a workspace, temporary files, devices and a terminal', async () => {
    const name = `of-${tool}`;
    const { code, output } = await run(
      `pwd\necho kept > ${name}\ncat /workspace/${name}\necho > /tmp/${name}\nhead -c 4 /dev/urandom | wc -c\n` +
        'echo gone > /dev/null && echo here > /dev/shm/x && git --version >/dev/null && exit 7',
    );

    expect(output).toBe(`${mine}\nkept\n4\n`);
    expect(code).toBe(7);
    expect(await readFile(join(mine, name), 'utf8')).toBe('kept\n');
    await expect(access(`/tmp/${name}`)).rejects.toThrow('ENOENT');
  });

  it('cannot start processes without bound, and has no other limit in its way', { skip: !canFork }, async () => {
    for (let path = mine; path.startsWith(state); path = dirname(path)) await chmod(path, 0o777);
    const { command, summary } = await findLimits(process.env.PATH ?? '', { uid: NOBODY, processes: 60 });
    const bomb = 'grep -E "^Max (data|core|address)" /proc/self/limits; ulimit -v; bomb() { bomb | bomb & }';
    // The shell that counts starts no process: a shell that cannot fork ends.
    const count =
      'most=0; (bomb) 2>/tmp/refused & until [ -s /tmp/refused ]; do set -- /proc/[0-9]*; ' +
      '[ $# -gt $most ] && most=$#; done; read -r refused < /tmp/refused; echo "$refused"; echo $most; kill -9 -1';
    const [program = '', ...args] = await namespaces.wrap(
      [...command, '/bin/sh', '-c', `${unlessOutside}${bomb}\n${count}`],
      mine,
    );

    const options = { env: { PATH: process.env.PATH, SERVICE: String(process.pid) }, timeout: 60_000, ...asNobody };
    const { stdout } = await promisify(execFile)(program, args, options).catch((error) => error);

    expect(stdout).toContain('Cannot fork');
    expect(stdout).toMatch(/Max core file size\s+0\s+0 /);
    expect(stdout).toMatch(/Max data size\s+8589934592\s+8589934592 /);
    expect(stdout).toMatch(/Max address space\s+unlimited/);
    // A listing is not of one moment: processes that end while it is made, and their successors, are both in it.
    expect(Number(stdout.trim().split('\n').at(-1))).toBeLessThanOrEqual(120);
    expect(summary).toBe('60 processes, 8 GiB of memory for each process, unlimited disk');
  });

  it('inherits no file of the shell that started the service', async () => {
    const service = `
      import { spawnSync } from 'node:child_process';
      import { closeInheritedFiles } from '${PROJECT_ROOT}/infra/local/programs/inherited-files.ts';
      if (process.argv[1] === 'close') closeInheritedFiles();
      const [program, ...args] = JSON.parse(process.env.COMMAND);
      process.stdout.write(spawnSync(program, args, { encoding: 'utf8' }).stdout);`;
    const COMMAND = JSON.stringify(await namespaces.wrap(['/bin/sh', '-c', 'ls /proc/self/fd'], mine));
    const files = async (how: string) => {
      const shell = ['-c', 'exec 251</dev/null; exec "$@"', 'sh', process.execPath, '--input-type=module'];
      const options = { env: { PATH: process.env.PATH, COMMAND } };
      return (await promisify(execFile)('bash', [...shell, '-e', service, how], options)).stdout.trim().split('\n');
    };

    expect(await files('keep')).toContain('251');
    expect(await files('close')).toEqual(['0', '1', '2', '3']);
  });

  it('leaves no process behind, and no zombie while it runs', async () => {
    const mark = `sleep 98${process.pid}${tool.length}`;
    const { output } = await run(
      `setsid sh -c '${mark} & sleep 0.01 & exit' &\nwait\nuntil grep -q 98 /proc/[0-9]*/cmdline; do :; done\n` +
        'until ! grep -l "^State:.Z" /proc/[0-9]*/status; do sleep 0.01; done 2>/dev/null; echo none',
    );

    expect(output.endsWith('none\n')).toBe(true);
    const { stdout } = await promisify(execFile)('ps', ['-eo', 'args']);
    expect(stdout).not.toContain(`\n${mark}`);
  });
});
