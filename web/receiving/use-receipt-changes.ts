import { useCallback, useLayoutEffect, useRef } from 'react'
import type { PurchaseOrder, PurchaseOrderLine } from '../../contract/purchase-orders.ts'
import { formatQuantity, roundTo } from '../../contract/quantity.ts'
import type { PartChange } from './part-fields.tsx'
import { blankPart, type Part, partsOf, scannedLine, typedOf } from './receipt-values.ts'
import type { ReceiptFormState } from './use-booked-already.ts'

/**
 * The changes that people make to parcels. The functions are stable, so that only the edited line re-renders.
 */
export function useReceiptChanges(now: { order: PurchaseOrder; location_id: string; state: ReceiptFormState }) {
  const current = useRef(now)
  useLayoutEffect(() => {
    current.current = now
  })

  const set = useCallback((parts: (before: readonly Part[]) => readonly Part[]) => {
    const { form } = current.current.state
    form.setFieldValue('parts', (before) => [...parts(before)])
    form.clearErrors()
  }, [])
  const part = useCallback<PartChange>(
    (_line, touched, change) =>
      set((before) => {
        const known = before.some((one) => one.key === touched.key)
        // A parcel keeps its key when it is first edited: with another one its fields would be re-created, and the
        // focus lost.
        const parts = known ? before : [...before, touched]
        return parts.map((one) => (one.key === touched.key ? { ...one, ...change(one) } : one))
      }),
    [set],
  )
  const split = useCallback(
    (line: PurchaseOrderLine) =>
      set((before) => {
        const { location_id } = current.current
        const there = before.some((one) => one.item === line.id)
        return [
          ...before,
          ...(there ? [] : [blankPart(line, location_id)]),
          blankPart(line, location_id, crypto.randomUUID()),
        ]
      }),
    [set],
  )
  const over = useCallback((line: PurchaseOrderLine, meant: boolean) => {
    const { form } = current.current.state
    form.setFieldValue('over', (before) => [...before.filter((id) => id !== line.id), ...(meant ? [line.id] : [])])
    form.clearErrors()
  }, [])
  const add = useCallback(
    (line: PurchaseOrderLine, quantity: (typed: number, part: Part) => number | string) => {
      const { location_id, state } = current.current
      const parts = state.form.getValues().parts
      const [first] = partsOf(line, parts, location_id)
      if (first) part(line, first, (one) => ({ quantity: quantity(typedOf(parts, line.id), one) }))
    },
    [part],
  )
  const scan = useCallback(
    (code: string) => {
      const { order, state } = current.current
      const parts = state.form.getValues().parts
      const line = scannedLine(order, parts, code)
      if (!line) return { text: `${code} is not in this order`, ok: false }
      add(line, (_typed, one) => roundTo((typeof one.quantity === 'number' ? one.quantity : 0) + 1, 4))
      const typed = roundTo(typedOf(parts, line.id) + 1, 4)
      return {
        text: `${line.product_name}: ${formatQuantity(typed)} of ${formatQuantity(line.remaining)}`,
        ok: typed <= line.remaining,
      }
    },
    [add],
  )
  const receiveAll = useCallback(() => {
    const { order } = current.current
    for (const line of order.lines)
      if (line.remaining > 0) add(line, (typed, one) => (typed === 0 ? line.remaining : one.quantity))
  }, [add])
  return { part, split, over, scan, receiveAll }
}
