import { describe, expect, it } from 'vitest';
import { findLimits } from '../../../../../infra/local/namespaces/limits.ts';

const PATH = process.env.PATH ?? '';
const user = { uid: 1000, kernel: '6.8.0-45-generic' };

describe.runIf(process.platform === 'linux')('the limits of a sandbox', () => {
  it('are those of its processes, and of the memory of each', async () => {
    const { command, summary } = await findLimits(PATH, user);

    expect(command.slice(1)).toEqual(['--core=0', '--data=8589934592', '--nproc=2048', '--']);
    expect(summary).toBe('2048 processes, 8 GiB of memory for each process, unlimited disk');
  });

  it.each([
    ['the service runs as root', { ...user, uid: 0 }],
    ['Linux 5.10 is too old', { ...user, kernel: '5.10.0-32-amd64' }],
  ])('leave out processes where the kernel would count others, or none: %s', async (why, system) => {
    const { command, summary } = await findLimits(PATH, system);

    expect(command.join(' ')).not.toContain('nproc');
    expect(summary).toBe(`unlimited processes (${why}), 8 GiB of memory for each process, unlimited disk`);
  });

  it('are none without prlimit', async () => {
    expect(await findLimits('/nowhere', user)).toEqual({ command: [], summary: expect.stringContaining('prlimit') });
  });
});
