/** This process's computing time while `work` ran, in milliseconds: other programs on a busy machine don't count. */
export function processorTimeMs(work: () => unknown): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}
