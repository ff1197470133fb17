/** The CPU time of this process for some work, in milliseconds: unlike the time, it does not depend on other load. */
export function cpuTimeOf(work: () => void): number {
  const began = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(began);
  return (user + system) / 1000;
}
