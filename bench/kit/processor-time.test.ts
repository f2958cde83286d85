import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import type { Readable, Writable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { withProcessorTime } from './processor-time.ts'

/** Like PostgreSQL's main process: it works in child processes, which exit (`child`) or stay (`staying`). */
const mainProcess = `
  count() { i=0; while [ $i -lt 200000 ]; do i=$((i+1)); done; echo done; }
  while read -r who; do
    case $who in
      itself) count ;;
      child) (count) & wait $! ;;
      staying) (count; exec sleep 600) & echo $! ;;
    esac
  done`
const onLinux = process.platform === 'linux'

describe.runIf(onLinux)('processor time', () => {
  const shells: ChildProcessByStdio<Writable, Readable, null>[] = []
  const children: number[] = []
  let processes: { pid: number; postmasterPid: number }

  beforeAll(() => {
    for (let count = 0; count < 2; count++)
      shells.push(spawn('sh', ['-c', mainProcess], { stdio: ['pipe', 'pipe', 'inherit'] }))
    processes = { pid: shells[0]?.pid ?? 0, postmasterPid: shells[1]?.pid ?? 0 }
  })

  afterAll(() => {
    for (const pid of children) process.kill(pid)
    for (const shell of shells) shell.kill()
  })

  /** Makes one of the two shells count, itself or in a child, and returns when it is done. */
  async function count(place: 0 | 1, who: 'itself' | 'child' | 'staying') {
    const shell = shells[place]
    if (!shell) throw new Error('not started')
    shell.stdin.write(`${who}\n`)
    let said = ''
    while (!said.includes('done')) said += String((await once(shell.stdout, 'data'))[0])
    const pid = /\d+/.exec(said)?.[0]
    if (pid !== undefined) children.push(Number(pid))
    return { answers: 4 }
  }

  test("the server's own work is Node's, per request", async () => {
    const { processor } = await withProcessorTime(processes, () => count(0, 'itself'))
    expect(processor?.nodeMs).toBeGreaterThan(10)
    expect(processor?.nodeMs).toBeLessThan(1_000)
    expect(processor?.postgresqlMs).toBeLessThan(5)
  })

  test.each(['itself', 'child', 'staying'] as const)(
    'counts the work of PostgreSQL’s main process: %s',
    async (who) => {
      const { processor } = await withProcessorTime(processes, () => count(1, who))
      expect(processor?.postgresqlMs).toBeGreaterThan(10)
      expect(processor?.nodeMs).toBeLessThan(5)
    },
  )

  test("doesn't count the bench’s own work", async () => {
    const { processor } = await withProcessorTime(processes, async () => {
      const end = process.cpuUsage().user + 300_000
      while (process.cpuUsage().user < end) await readFile('/proc/self/stat')
      return { answers: 1 }
    })
    expect((processor?.nodeMs ?? 0) + (processor?.postgresqlMs ?? 0)).toBeLessThan(50)
  })

  test('counts work that continues after the response', async () => {
    const { processor } = await withProcessorTime(processes, async () => {
      shells[0]?.stdin.write('itself\n')
      return { answers: 4 }
    })
    expect(processor?.nodeMs).toBeGreaterThan(10)
  })
})
