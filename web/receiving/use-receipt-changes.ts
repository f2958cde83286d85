import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react'
import { scannedLocationCode } from '../../contract/location-codes.ts'
import type { PurchaseOrder, PurchaseOrderLine } from '../../contract/purchase-orders.ts'
import { formatQuantity } from '../../contract/quantity.ts'
import { newId } from '../kit/new-id.ts'
import { shownCode } from '../stock/find-by-code.ts'
import type { PartChange } from './part-fields.tsx'
import { blankPart, type Part, partsOf, typedOf } from './receipt-values.ts'
import type { ScanOutcome } from './scan-field.tsx'
import { scannedPart, withoutScan } from './scanned-parts.ts'
import type { ReceiptFormState } from './use-recorded-already.ts'

const locationLabel = 'This is the label of a location. Scan it in the field Receiving location.'

type Receiving = Readonly<{
  order: PurchaseOrder
  location_id: string
  today: string
  state: ReceiptFormState
}>

/** The part that a scan changed. */
export type ScannedPart = Readonly<{ item: string; key: string }>

/**
 * The changes that people make to parts. The functions are stable, so that only the edited line re-renders.
 */
export function useReceiptChanges(now: Receiving) {
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
    (_line, touched, change) => set((before) => withChange(before, touched, change)),
    [set],
  )
  const split = useCallback(
    (line: PurchaseOrderLine) =>
      set((before) => {
        const { location_id } = current.current
        const there = before.some((one) => one.item === line.id)
        return [...before, ...(there ? [] : [blankPart(line, location_id)]), blankPart(line, location_id, newId())]
      }),
    [set],
  )
  const extra = useCallback((line: PurchaseOrderLine) => {
    const { form } = current.current.state
    const { location_id } = current.current
    form.setFieldValue('parts', (before) => [...before, blankPart(line, location_id)])
    form.setFieldValue('over', (before) => [...before.filter((id) => id !== line.id), line.id])
  }, [])
  const over = useCallback((line: PurchaseOrderLine, meant: boolean) => {
    const { form } = current.current.state
    form.setFieldValue('over', (before) => [...before.filter((id) => id !== line.id), ...(meant ? [line.id] : [])])
    form.clearErrors()
  }, [])
  const { scan, scanned } = useScan(current, set)
  // In one change: the form copies all of its values for each.
  const receiveAll = useCallback(() => {
    const { order, location_id } = current.current
    const open = order.lines.filter((line) => line.remaining > 0)
    set((before) => open.reduce((parts, line) => withRemaining(parts, line, location_id), before))
  }, [set])
  return { part, split, over, extra, scan, scanned, receiveAll }
}

type SetParts = (parts: (before: readonly Part[]) => readonly Part[]) => void

/** Adds scanned units to their part. */
function useScan(current: RefObject<Receiving>, set: SetParts) {
  // To bring it into view; a new object for each scan.
  const [scanned, setScanned] = useState<ScannedPart | null>(null)
  const scan = useCallback(
    (code: string): ScanOutcome => {
      const { order, location_id, today, state } = current.current
      const { parts } = state.form.getValues()
      const found = scannedPart(order, parts, { code, today, location_id })
      if (!found && scannedLocationCode(code) !== null) return { text: locationLabel, ok: false }
      if (!found) return { text: `${shownCode(code)} is not in this order`, ok: false }
      const { line, lot_number, part: changed } = found
      set((before) => withChange(before, changed, () => changed))
      setScanned({ item: line.id, key: changed.key })
      const received = typedOf(
        withChange(parts, changed, () => changed),
        line.id,
      )
      const name = lot_number === '' ? line.product_name : `${line.product_name}, lot ${lot_number}`
      return {
        text: `${name}: ${formatQuantity(received)} of ${formatQuantity(line.remaining)}`,
        ok: received <= line.remaining,
        undo: () => {
          set((now) => withoutScan(now, found))
          return `Scan of ${name} undone`
        },
      }
    },
    [current, set],
  )
  return { scan, scanned }
}

/**
 * The parts with one of them changed. A part keeps its key when it is first edited: with another one its fields
 * would be re-created, and the focus lost.
 */
function withChange(parts: readonly Part[], touched: Part, change: (part: Part) => Partial<Part>): readonly Part[] {
  const known = parts.some((one) => one.key === touched.key)
  return (known ? parts : [...parts, touched]).map((one) =>
    one.key === touched.key ? { ...one, ...change(one) } : one,
  )
}

/** The parts with everything that remains of a line, if nothing of it was entered yet. */
function withRemaining(parts: readonly Part[], line: PurchaseOrderLine, location_id: string): readonly Part[] {
  const [first] = partsOf(line, parts, location_id)
  if (!first || typedOf(parts, line.id) !== 0) return parts
  return withChange(parts, first, () => ({ quantity: line.remaining }))
}
