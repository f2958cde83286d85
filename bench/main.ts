import { writeFileSync } from 'node:fs'
import { benchLarge } from './large/main.ts'
import { benchOptions, isPart, parts } from './options.ts'
import { benchPart } from './parts.ts'
import { type Line, processorTimesText } from './kit/processor-times.ts'
import { benchReplay } from './replay/main.ts'
import { drawResults } from './table/draw.ts'
import { benchTable } from './table/main.ts'

/**
 * `npm run bench`: measures this machine, each figure together with the bare floor (the same machine and PostgreSQL
 * without the product). `--rows NAME,NAME` measures the rows whose names start with these, `--seconds N` is the length
 * of a run (4), `--runs N` the number of runs per row (3), `--minutes N` the length of the row at half load (1).
 * `--only PART` measures what isn't in the table: imports, feed, orders, reads, audit-trail (`--audit-rows N`),
 * sign-ins, live, or replay, which reads the Northwind files from `--northwind DIR` and runs with 1 and with 16
 * clients, or with `--clients N`. `--size large` (or middle) measures with 100,000 products and 10 million movements:
 * `--data DIR` keeps the loaded data, `--only invariants|reads|as-of|files|paint` and `--read NAME` measure a part of
 * it. `--json FILE` writes the figures of either. `--draw` draws the results in bench/results over time.
 */
const options = benchOptions(process.argv.slice(2))
const { size, only, data: dataDir, read, json, runs, minutes } = options
const lines: Line[] = []

if (options.draw) drawResults()
else if (size !== undefined)
  lines.push(...(await benchLarge({ size, seconds: options.seconds ?? 8, dataDir, only, read })))
else if (only === undefined) await benchTable({ seconds: options.seconds ?? 4, runs, minutes, names: options.rows })
else if (only === 'replay') lines.push(...(await benchReplay(options)))
else if (isPart(only)) lines.push(...(await benchPart(only, options)))
else throw new Error(`--only must be one of ${parts.join(', ')}, replay`)

process.stdout.write(processorTimesText(lines))
if (json !== undefined) writeFileSync(json, `${JSON.stringify(lines, null, 2)}\n`)
