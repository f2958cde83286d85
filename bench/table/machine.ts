import { execFileSync } from 'node:child_process'
import { availableParallelism, cpus, release, totalmem } from 'node:os'

/** What a figure depends on besides the code. Contains no host names, people or paths. */
export type Machine = {
  cores: number
  memoryMb: number
  processor: string
  kernel: string
  node: string
  postgresql: string
}

export function machineFacts(postgresql: string): Machine {
  return {
    cores: availableParallelism(),
    memoryMb: Math.round(totalmem() / 1_048_576),
    processor: cpus()[0]?.model.trim() ?? 'unknown',
    kernel: `${process.platform} ${release()}`,
    node: process.version,
    postgresql,
  }
}

/** The measured commit; `isChanged` if files had uncommitted changes. */
export function commitMeasured(): { commit: string; isChanged: boolean } {
  const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).trim()
  return {
    commit: git('rev-parse', '--short=10', 'HEAD'),
    isChanged: git('status', '--porcelain', '--', ':!bench/results', ':!docs') !== '',
  }
}
