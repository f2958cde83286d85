import { existsSync } from 'node:fs'
import type { Line } from '../kit/processor-times.ts'
import { startServer } from '../kit/server.ts'
import { northwindFolder } from '../../tools/shared/northwind.ts'
import { readNorthwind } from './northwind.ts'
import { replayNorthwind } from './replay.ts'

const line = (text: string) => process.stdout.write(`${text}\n`)

/** Runs each replay on a new server. Fails if a total differs from the files or an invariant is violated. */
export async function benchReplay({ northwind, clients }: { northwind?: string; clients?: string }): Promise<Line[]> {
  const folder = northwind ?? northwindFolder
  line('\nThe Northwind orders bought, sold and shipped through the API')
  line('(target: the totals of the files, every invariant holds)')
  if (!existsSync(folder)) {
    line(`  not done: the files are not in ${folder} (--northwind DIR says where they are)`)
    return []
  }
  const lines: Line[] = []
  for (const count of clients === undefined ? [1, 16] : [Number(clients)]) lines.push(await replayWith(folder, count))
  return lines
}

async function replayWith(folder: string, clients: number): Promise<Line> {
  const server = await startServer()
  try {
    const { seconds, answers, processor, waited, replayed, expected, violated } = await replayNorthwind(
      server,
      readNorthwind(folder),
      clients,
    )
    const perSecond = (of: number) => (of / seconds).toFixed(1)
    const named = clients === 1 ? '1 client' : `${clients} clients`
    line(
      `  ${named}: ${replayed.orders} orders in ${seconds.toFixed(1)} s, ${perSecond(Number(replayed.orders))} orders and ${perSecond(answers)} calls a second; ${waited} orders waited for goods`,
    )
    for (const name of Object.keys(expected) as (keyof typeof expected)[]) {
      const is = replayed[name] === expected[name]
      line(`    ${name.padEnd(48)} ${String(replayed[name]).padStart(12)}${is ? '' : `  instead of ${expected[name]}`}`)
      if (!is) process.exitCode = 1
    }
    line(`    invariants that do not hold: ${violated.join(', ') || 'none'}`)
    if (violated.length > 0) process.exitCode = 1
    return { line: `replay: calls, ${named}`, answers, processor }
  } finally {
    await server.stop()
  }
}
