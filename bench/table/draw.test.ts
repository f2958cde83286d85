import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { drawResults, newestRows, panelsOf } from './draw.ts'
import type { RowResult } from './measure.ts'
import { readResults, type Results, writeResults } from './results.ts'

function row(name: string, measuredAt: string, worst: number): RowResult {
  const target = { of: 'floor', reach: 0.18, goal: 0.35 } as const
  return {
    row: name,
    what: 'Postings',
    measuredAt,
    figures: [
      {
        name: 'postings',
        unit: 'a second',
        better: 'more',
        target,
        values: [worst],
        worst,
        ratio: worst / 10_000,
        verdict: 'missed',
      },
    ],
    loads: [null],
    worstRun: 0,
    floor: null,
    readFloor: null,
    violated: [],
  }
}

function results(commit: string, rows: RowResult[]): Results {
  const machine = { cores: 2, memoryMb: 8_192, processor: 'Some', kernel: 'linux 6', node: 'v24', postgresql: '18.4' }
  const durability = { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' }
  const date = rows[0]?.measuredAt.slice(0, 10) ?? ''
  return { date, commit, isChanged: false, machine, durability, seconds: 4, runs: 3, rows }
}

describe('results', () => {
  let folder: string
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'onhand-results-'))))
  afterEach(() => rmSync(folder, { recursive: true }))

  test('rows measured again replace those of the same day and commit, the others stay', () => {
    writeResults(
      results('aaa', [row('one', '2026-11-23T03:00:00Z', 500), row('two', '2026-11-23T03:01:00Z', 600)]),
      folder,
    )
    writeResults(results('aaa', [row('one', '2026-11-23T04:00:00Z', 700)]), folder)
    expect(readdirSync(folder)).toEqual(['2026-11-23-aaa.json'])
    const [read] = readResults(folder)
    expect(read?.rows.map(({ row: name, figures }) => [name, figures[0]?.worst])).toEqual([
      ['two', 600],
      ['one', 700],
    ])
  })

  test('are read oldest first, even two commits on one day', () => {
    writeResults(results('aaa', [row('one', '2026-11-23T05:00:00Z', 500)]), folder)
    writeResults(results('bbb', [row('one', '2026-11-23T04:00:00Z', 400)]), folder)
    writeResults(results('ccc', [row('one', '2026-11-22T09:00:00Z', 300)]), folder)
    expect(readResults(folder).map(({ commit }) => commit)).toEqual(['ccc', 'bbb', 'aaa'])
  })

  test('are drawn with a panel and a line of text for every row', () => {
    writeResults(results('aaa', [row('one', '2026-11-23T03:00:00Z', 500)]), folder)
    writeResults(
      results('bbb', [row('one', '2026-11-23T04:00:00Z', 1_900), row('two', '2026-11-23T04:01:00Z', 1)]),
      folder,
    )
    drawResults(folder)
    expect(readFileSync(join(folder, 'README.md'), 'utf8')).toContain(
      '| one | postings | 1,900 a second | 0.1900 | ≥ 0.18, goal 0.35 | missed | bbb |',
    )
    const svg = readFileSync(join(folder, 'over-time.svg'), 'utf8')
    expect(svg.match(/class="title"/g)).toHaveLength(2)
    expect(svg.match(/<circle/g)).toHaveLength(3)
  })

  test("can't be drawn when there are none", () => {
    expect(() => drawResults(folder)).toThrow('no results yet')
  })
})

test('a row is shown with its newest figure and drawn with all of them', () => {
  const all = [
    results('aaa', [row('one', '2026-11-22T03:00:00Z', 500), row('two', '2026-11-22T03:00:00Z', 900)]),
    results('bbb', [row('one', '2026-11-23T03:00:00Z', 700)]),
  ]
  expect(newestRows(all).map(({ row: { row: name }, result }) => [name, result.commit])).toEqual([
    ['one', 'bbb'],
    ['two', 'aaa'],
  ])
  expect(panelsOf(all)[0]).toEqual({
    title: 'one',
    unit: 'postings, of the floor',
    points: [
      { label: '2026-11-22 aaa', value: 0.05 },
      { label: '2026-11-23 bbb', value: 0.07 },
    ],
    reach: 0.18,
    goal: 0.35,
  })
})
