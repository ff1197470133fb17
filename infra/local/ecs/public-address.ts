import { randomInt } from 'node:crypto';

/** 3.208.0.0/12, a range of EC2 in us-east-1, so that code which refuses impossible addresses accepts these. */
const first = 0x03d0_0000;
const size = 2 ** 20;

/**
 * A public IPv4 address for a local task. Nothing is sent to it: the local edge finds the task by it.
 *
 * @param taken the addresses of live tasks
 * @throws RangeError when every address is taken
 */
export function freePublicAddress(taken: ReadonlySet<string>): string {
  const start = randomInt(size);
  for (let step = 0; step < size; step += 1) {
    const address = written(first + ((start + step) % size));
    if (!taken.has(address)) return address;
  }
  throw new RangeError('All public addresses for local tasks are taken.');
}

function written(address: number): string {
  return [24, 16, 8, 0].map((shift) => (address >>> shift) & 0xff).join('.');
}

/** EC2's DNS name of a public address. */
export function publicDnsName(address: string, region: string): string {
  const zone = region === 'us-east-1' ? 'compute-1' : `${region}.compute`;
  return `ec2-${address.replaceAll('.', '-')}.${zone}.amazonaws.com`;
}
