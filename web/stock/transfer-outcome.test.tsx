import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { ProductStock } from '../../contract/stock.ts'
import { TransferOutcome } from './transfer-outcome.tsx'

const stock = { on_hand: 37, locations: [{ location_id: 'a', on_hand: 37 }] } as unknown as ProductStock
const from = { id: 'a', name: 'Main Warehouse' }
const to = { id: 'b', name: 'Workbench' }

const text = (isOnItsWay: boolean, destination: typeof to | null = to) =>
  renderToStaticMarkup(
    <TransferOutcome stock={stock} from={from} to={destination} quantity={2} isOnItsWay={isOnItsWay} />,
  ).replaceAll(/<[^>]*>/g, '')

test('stock at a destination that the member can’t read isn’t shown', () => {
  expect(text(false, null)).toBe('Main Warehouse 37 → 35')
})

test('the outcome of a transfer is shown for both locations; units in transit aren’t there yet', () => {
  expect(text(false)).toBe('Main Warehouse 37 → 35 · Workbench 0 → 2')
  expect(text(true)).toBe('Main Warehouse 37 → 35 · Workbench 0, 2 in transit')
})
