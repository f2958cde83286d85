import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'
import { useGradually } from './use-gradually.ts'

afterEach(() => vi.unstubAllGlobals())

function List({ rows, heightPx }: { rows: readonly number[]; heightPx: (row: number) => number }) {
  return useGradually(rows, heightPx).map((row) => <i key={row}>{row}</i>)
}

const firstRows = (rows: readonly number[], heightPx: (row: number) => number) => {
  vi.stubGlobal('window', { innerHeight: 800 })
  return renderToStaticMarkup(<List rows={rows} heightPx={heightPx} />).match(/<i>/g)?.length
}
const forty = Array.from({ length: 40 }, (_, index) => index)

test('the rows that fill the window are drawn first', () => {
  expect(firstRows(forty, () => 100)).toBe(9)
  expect(firstRows(forty, (row) => (row < 2 ? 300 : 50))).toBe(7)
})

test('rows that fit into the window are drawn immediately', () => {
  expect(firstRows(forty, () => 20)).toBe(40)
  expect(firstRows([1], () => 2_000)).toBe(1)
})
