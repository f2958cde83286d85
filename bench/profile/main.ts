import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { freePort } from '../../tools/shared/free-port.ts'
import { openBench } from '../table/bench.ts'
import { rows, rowsNamed } from '../table/rows.ts'
import { flameGraphSvg, hottest, type Stack } from './flame-graph.ts'
import { stacksOfProfile } from './node-stacks.ts'
import { profileNode } from './node.ts'
import { perfScript, profilePostgresql, stacksOfScript } from './postgresql.ts'

/**
 * `npm run profile -- NAME`: runs one row of the bench once and writes flame graphs to build/profile/: of Node (also as
 * a `.cpuprofile`, which browsers' developer tools open) and, if `perf` is installed, of PostgreSQL. `--seconds N` is
 * the length of the run (8).
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { seconds: { type: 'string', default: '8' } },
})
const folder = join(import.meta.dirname, '../../build/profile')
const line = (text: string) => process.stdout.write(`${text}\n`)

const [row] = rowsNamed(
  rows.filter(({ floor }) => floor !== 'none'),
  positionals,
)
if (positionals.length !== 1 || !row) throw new Error(`name one row: ${rows.map(({ name }) => name).join(', ')}`)
mkdirSync(folder, { recursive: true })
const inspectPort = await freePort()
const bench = await openBench(Number(values.seconds), 1, { NODE_OPTIONS: `--inspect-port=127.0.0.1:${inspectPort}` })
try {
  const run = await row.prepare(bench)
  const perfFile = join(folder, `${row.name}.perf`)
  const stopPostgresql = profilePostgresql(bench.server.postmasterPid, perfFile)
  const stopNode = await profileNode(bench.server.pid, inspectPort)
  await run(bench)
  const profile = await stopNode()
  await stopPostgresql?.()
  writeFileSync(join(folder, `${row.name}.cpuprofile`), JSON.stringify(profile))
  leave('node', 'Node', stacksOfProfile(profile))
  if (stopPostgresql) {
    leave('postgresql', 'PostgreSQL', stacksOfScript(perfScript(perfFile)))
    rmSync(perfFile)
  } else line('PostgreSQL: no flame graph, because `perf` is not installed (Debian: linux-perf)')
} finally {
  await bench.close()
}

function leave(side: string, name: string, stacks: Stack[]): void {
  const file = join(folder, `${row?.name}-${side}.svg`)
  writeFileSync(file, flameGraphSvg(`${name}: ${row?.what}`, stacks))
  line(`\n${name}: ${file}`)
  for (const call of hottest(stacks, 15)) line(`  ${(call.share * 100).toFixed(1).padStart(5)} %  ${call.name}`)
}
