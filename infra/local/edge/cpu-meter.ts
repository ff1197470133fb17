/** Adds up the CPU that steps take in this thread, whatever else the machine does meanwhile. */
export class CpuMeter {
  #microseconds = 0;

  get microseconds(): number {
    return this.#microseconds;
  }

  measure<Result>(step: () => Result): Result {
    const before = process.threadCpuUsage();
    try {
      return step();
    } finally {
      const { user, system } = process.threadCpuUsage(before);
      this.#microseconds += user + system;
    }
  }
}
