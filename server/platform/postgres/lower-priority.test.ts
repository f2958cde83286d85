import { spawn } from 'node:child_process'
import { getPriority } from 'node:os'
import { describe, expect, it } from 'vitest'
import { lowerPriority, sessionOf } from './lower-priority.ts'

/** A process with a session of its own, as each of PostgreSQL's has. */
async function another(): Promise<{ pid: number; end: () => Promise<void> }> {
  const child = spawn('sleep', ['60'], { detached: true, stdio: 'ignore' })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  await new Promise((resolve) => child.once('spawn', resolve))
  return {
    pid: child.pid ?? 0,
    end() {
      child.kill('SIGKILL')
      return ended
    },
  }
}

describe('the priority of another process', () => {
  it('is lowered by seven steps below ours, as is that of its session', async () => {
    const { pid, end } = await another()
    try {
      const before = [getPriority(), await sessionOf('self')] as const
      await lowerPriority(pid)
      expect(getPriority(pid)).toBe(Math.min(before[0] + 7, 19))
      const [ours, its] = [await sessionOf('self'), await sessionOf(pid)]
      if (ours && ours.name !== its?.name) expect(its?.priority).toBe(Math.min(ours.priority + 7, 19))
      expect([getPriority(), ours]).toEqual(before)
    } finally {
      await end()
    }
  })

  it('doesn’t matter once it has ended', async () => {
    const { pid, end } = await another()
    await end()
    await expect(lowerPriority(pid)).resolves.toBeUndefined()
  })
})
