import { openBench } from './bench.ts'
import { commitMeasured, machineFacts } from './machine.ts'
import { measureRow, type RowResult, runsKept } from './measure.ts'
import { rowText } from './print.ts'
import { writeResults } from './results.ts'
import { rows, rowsNamed } from './rows.ts'

export type TableOptions = {
  seconds: number
  runs: number
  minutes: number
  /** Prefixes of row names; none means every row. */
  names: string[]
}

/**
 * Measures the rows of the table together with the bare floor, prints each result as soon as it is done, and saves the
 * results. Sets a failing exit code if an invariant was violated.
 */
export async function benchTable({ seconds, runs, minutes, names }: TableOptions): Promise<void> {
  const line = (text: string) => process.stdout.write(`${text}\n`)
  const chosen = rowsNamed(rows, names)
  const measured: RowResult[] = []
  const begin = performance.now()
  const bench = await openBench(seconds, minutes)
  try {
    const { rows: found } = await bench.admin.query<{ server_version: string }>('show server_version')
    const machine = machineFacts(found[0]?.server_version ?? 'unknown')
    const { durability } = bench.floor
    line(
      `${machine.processor}, ${machine.cores} cores, ${machine.memoryMb} MB, ${machine.kernel}, Node ${machine.node}, PostgreSQL ${machine.postgresql}`,
    )
    line(
      `Durable: ${Object.entries(durability)
        .map(([name, value]) => `${name} ${value}`)
        .join(', ')}`,
    )
    line(`Each row: the worst of ${runs} runs of ${seconds} s; refused requests don't count`)
    for (const row of chosen) {
      const result = await measureRow(bench, row, runs)
      measured.push(result)
      line(rowText(result))
      if (result.violated.length > 0) process.exitCode = 1
      const results = {
        date: result.measuredAt.slice(0, 10),
        ...commitMeasured(),
        machine,
        durability,
        seconds,
        runs,
        rows: measured,
      }
      if (runs >= runsKept) writeResults(results)
    }
    line(`\n${((performance.now() - begin) / 60_000).toFixed(1)} minutes`)
    line(runs >= runsKept ? 'Kept in bench/results' : `A trial: results are kept of at least ${runsKept} runs`)
  } finally {
    await bench.close()
  }
}
