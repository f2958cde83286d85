import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { ProductStock } from '../../contract/stock.ts'
import { CurrentStock } from './current-stock.tsx'
import { noReason } from './may-take.ts'

const stock = {
  on_hand: 10,
  reserved: 1,
  locations: [],
  may_take: [
    { reason_code: noReason, account: 'available', location_id: null, quantity: 9, expired: 0 },
    { reason_code: 'qc_release', account: 'held', location_id: null, quantity: 2, expired: 0 },
  ],
} as unknown as ProductStock

const line = (reason_code: string | null, change: number) =>
  renderToStaticMarkup(
    <CurrentStock stock={stock} location_id={null} reason_code={reason_code} change={change} />,
  ).replaceAll(/<[^>]*>/g, '')

test('the stock after saving is shown only where saving is allowed', () => {
  expect(line(noReason, -9)).toBe('Current stock: 10 → 1 · 1 reserved · up to 9 can be removed')
  expect(line(noReason, -10)).toBe('Current stock: 10 · 1 reserved · up to 9 can be removed')
  expect(line(noReason, -11)).toBe('Current stock: 10 · 1 reserved · up to 9 can be removed')
  expect(line('qc_release', 2)).toBe('Current stock: 10 → 12 · up to 2 can be released')
  expect(line('qc_release', 3)).toBe('Current stock: 10 · up to 2 can be released')
  expect(line(null, 500)).toBe('Current stock: 10 → 510')
})

test('without a product, the line says what to choose', () => {
  const empty = <CurrentStock stock={undefined} location_id={null} reason_code={null} placeholder="Choose a product." />
  expect(renderToStaticMarkup(empty)).toContain('>Choose a product.<')
})
