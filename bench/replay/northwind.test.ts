import { expect, test } from 'vitest'
import { hasNorthwind, northwindFolder } from '../../tools/shared/northwind.ts'
import { readNorthwind } from './northwind.ts'
import { replayNorthwind } from './replay.ts'
import { startServer } from '../kit/server.ts'

test.runIf(hasNorthwind)(
  'the first sixty Northwind orders, bought, sold and shipped by eight clients at once, come to the totals of the files',
  async () => {
    const server = await startServer()
    try {
      const { replayed, expected, violated, waited } = await replayNorthwind(
        server,
        readNorthwind(northwindFolder, 60),
        8,
      )
      expect(expected).toMatchObject({ orders: 60n, 'units shipped': 3_490n })
      expect(replayed).toEqual(expected)
      expect(violated).toEqual([])
      expect(waited).toBeGreaterThan(5)
    } finally {
      await server.stop()
    }
  },
)

test.runIf(hasNorthwind)('the files match the ones the replay is written for', () => {
  const { orders, products, suppliers } = readNorthwind(northwindFolder)
  const lines = orders.flatMap((order) => order.lines)
  expect([suppliers.length, products.length, orders.length, lines.length]).toEqual([29, 77, 830, 2_155])
  expect(orders.filter(({ is_shipped }) => is_shipped)).toHaveLength(809)
  expect(lines.reduce((sum, { quantity }) => sum + quantity, 0)).toBe(51_317)
})
