import { existsSync, mkdirSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Microseconds in which a process gets its share: short beside a call, so that none is lucky. */
const PERIOD = 5_000;

const V1 = '/sys/fs/cgroup/cpu';
const V2 = '/sys/fs/cgroup';

/** A group of processes that get a share of one core together. */
export interface Quota {
  take(pid: number): void;
  end(): void;
}

/** @throws where this machine does not allow it, with the reason */
export function quotaOf(share: number): Quota {
  const isFirst = existsSync(join(V1, 'cpu.cfs_quota_us'));
  const group = join(isFirst ? V1 : V2, `bench-${process.pid}`);
  mkdirSync(group);
  const quota = Math.round(share * PERIOD);
  if (isFirst) {
    writeFileSync(join(group, 'cpu.cfs_period_us'), String(PERIOD));
    writeFileSync(join(group, 'cpu.cfs_quota_us'), String(quota));
  } else writeFileSync(join(group, 'cpu.max'), `${quota} ${PERIOD}`);
  return {
    take: (pid) => writeFileSync(join(group, 'cgroup.procs'), String(pid)),
    end: () => rmdirSync(group),
  };
}
