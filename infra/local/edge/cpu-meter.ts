/** Adds up the CPU that steps take in this thread, whatever else the machine does meanwhile. */
export class CpuMeter {
  #microseconds = 0;

  get microseconds(): number {
    return this.#microseconds;
  }

  measure<Result>(step: () => Result): Result {
    const before = threadCpu();
    try {
      return step();
    } finally {
      this.#microseconds += threadCpu() - before;
    }
  }
}

/** Linux brings the CPU of a thread up to date only now and then, unless the CPU of its process is read. */
function threadCpu(): number {
  process.cpuUsage();
  const { user, system } = process.threadCpuUsage();
  return user + system;
}
