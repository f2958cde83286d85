import { expect, test } from 'vitest'
import { layoutColumns, roundStep } from './columns-scale.ts'

test.each([
  [0, 1],
  [0.3, 0.5],
  [1, 1],
  [1.1, 2],
  [4, 5],
  [5.0001, 10],
  [70, 100],
  [1234, 2000],
  [Number.NaN, 1],
])('gridlines %d apart are drawn %d apart', (least, step) => {
  expect(roundStep(least)).toBeCloseTo(step, 10)
})

test('both directions have one scale, and every column fits into the chart', () => {
  const size = { width: 300, height: 180 }
  const steps = [
    { units_in: 90, units_out: 10 },
    { units_in: 0, units_out: 35 },
    { units_in: 5, units_out: 0 },
  ]
  const { zero, columns, ticks, labeled } = layoutColumns(steps, size, 64)
  expect(ticks.map(({ value }) => value)).toEqual([100, 50, 0, -50])
  expect(ticks.map(({ y }) => y)).toEqual([0, 60, 120, 180])
  expect(zero).toBe(120)
  expect(columns.map(({ up, down }) => [up, down])).toEqual([
    [108, 12],
    [0, 42],
    [6, 0],
  ])
  for (const { x, width, up, down } of columns) {
    expect(x).toBeGreaterThanOrEqual(0)
    expect(x + width).toBeLessThanOrEqual(size.width)
    expect(zero - up).toBeGreaterThanOrEqual(0)
    expect(zero + down).toBeLessThanOrEqual(size.height)
  }
  expect(labeled).toEqual([0, 1, 2])
})

test('a column more than four times as high as the others is cut at the top, and the others stay readable', () => {
  const size = { width: 300, height: 100 }
  const steps = [
    { units_in: 9_000, units_out: 0 },
    { units_in: 40, units_out: 30 },
  ]
  const { zero, columns, ticks } = layoutColumns(steps, size, 64)
  expect(columns.map(({ isCut }) => isCut)).toEqual([true, false])
  expect(columns[0]?.up).toBe(zero)
  expect(ticks[0]?.value).toBe(100)
  const four = layoutColumns([{ units_in: 160, units_out: 0 }, steps[1] ?? { units_in: 0, units_out: 0 }], size, 64)
  expect(four.columns.map(({ isCut }) => isCut)).toEqual([false, false])
})

test.each([
  ['nothing at all', [{ units_in: 0, units_out: 0 }], [1, 0]],
  ['only what came', [{ units_in: 8, units_out: 0 }], [8, 6, 4, 2, 0]],
  ['only what went', [{ units_in: 0, units_out: 8 }], [0, -2, -4, -6, -8]],
])('%s has its lines', (_name, steps, values) => {
  expect(layoutColumns(steps, { width: 100, height: 100 }, 64).ticks.map(({ value }) => value)).toEqual(values)
})

test("labels below many columns don't overlap", () => {
  const steps = Array.from({ length: 60 }, () => ({ units_in: 1, units_out: 1 }))
  const { labeled } = layoutColumns(steps, { width: 600, height: 100 }, 64)
  expect(labeled.slice(0, 3)).toEqual([0, 7, 14])
})
