import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FigureResult, RowResult } from './measure.ts'
import { figure } from './print.ts'
import { readResults, type Results, resultsFolder } from './results.ts'
import { panelsSvg, type Panel } from './svg.ts'

const drawing = 'over-time.svg'

/** Writes a page with the newest figure of every row into the results folder, and a chart of each over time. */
export function drawResults(folder = resultsFolder): void {
  const all = readResults(folder)
  if (all.length === 0) throw new Error('there are no results yet: `npm run bench` writes them')
  writeFileSync(join(folder, drawing), panelsSvg(panelsOf(all)))
  writeFileSync(join(folder, 'README.md'), textOf(all))
}

/** The newest result of each row, in the order of the newest table. */
export function newestRows(all: readonly Results[]): { result: Results; row: RowResult }[] {
  const newest = new Map<string, { result: Results; row: RowResult }>()
  for (const result of all.toReversed())
    for (const row of result.rows) if (!newest.has(row.row)) newest.set(row.row, { result, row })
  return [...newest.values()]
}

/** A panel for the first figure of each row: its share of the floor, or the figure itself if it has none. */
export function panelsOf(all: readonly Results[]): Panel[] {
  return newestRows(all).flatMap(({ row }) => {
    const [newest] = row.figures
    if (!newest) return []
    const points = all.flatMap(({ date, commit, rows }) => {
      const [then] = rows.find(({ row: name }) => name === row.row)?.figures ?? []
      const value = then && valueOf(then)
      return typeof value === 'number' ? [{ label: `${date} ${commit}`, value }] : []
    })
    const unit = newest.ratio === null ? newest.unit : 'of the floor'
    const isComparable = (newest.target?.of === 'floor') === (newest.ratio !== null)
    const { reach = null, goal = null } = (isComparable && newest.target) || {}
    return [{ title: row.row, unit: `${newest.name}, ${unit}`, points, reach, goal }]
  })
}

const valueOf = ({ ratio, worst }: FigureResult): number | null => ratio ?? worst

function textOf(all: readonly Results[]): string {
  const rows = newestRows(all).flatMap(({ result, row }) =>
    row.figures.map((one) =>
      [
        row.row,
        one.name,
        `${figure(one.worst)} ${one.unit}`,
        share(one),
        targetText(one),
        one.verdict ?? '',
        result.commit,
      ].join(' | '),
    ),
  )
  const machines = new Set(
    all.map(({ machine }) => `${machine.processor}, ${machine.cores} cores, ${machine.memoryMb} MB`),
  )
  return `# Results of \`npm run bench\`

Written by \`npm run bench -- --draw\` from the files beside this one. Each figure is the worst of the runs of its row; a
share is that of the bare floor measured before and after the row (docs/figures.md says what that is). Measured on:
${[...machines].join('; ')}.

![Every row over time](${drawing})

| row | figure | worst run | of the floor | target | | commit |
|---|---|---|---|---|---|---|
${rows.map((text) => `| ${text} |`).join('\n')}
`
}

const share = ({ ratio }: FigureResult) => (ratio === null ? '' : ratio.toFixed(4))

function targetText({ better, target }: FigureResult): string {
  if (!target) return ''
  const sign = better === 'more' ? '≥' : '≤'
  return `${sign} ${target.reach}${target.goal === undefined ? '' : `, goal ${target.goal}`}`
}
