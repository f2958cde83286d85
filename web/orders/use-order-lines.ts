import { type KeyboardEvent, type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { typeScan } from '../kit/scanned-keys.ts'
import type { ListedProduct } from '../stock/product-picker.tsx'
import { blankLine, type LineField, type OrderLineValues } from './order-line.ts'
import { hasBarcode, hasCode, lineToRaise, withScanned } from './scanned-lines.ts'

/** The lines of an order, and the callbacks for their changes. */
export type EditedLines = Readonly<{
  lines: readonly OrderLineValues[]
  onChange: (lines: OrderLineValues[], touched: readonly string[]) => void
  /** The unit price set when a product is chosen. */
  priceOf: (product: ListedProduct) => number
  /** The location of a new line's units. */
  location_id?: string | null
}>

/**
 * The actions of order line rows: change, choose a product, remove a line, add one or several, move on with Enter, and
 * scan. They stay the same functions, so that other rows don't re-render while one is edited; `chosen` are the products
 * as they were when they were chosen.
 */
export function useOrderLines(edited: EditedLines, list: RefObject<HTMLElement | null>) {
  // The callbacks read the current values from here.
  const current = useRef(edited)
  useLayoutEffect(() => {
    current.current = edited
  })
  const { focus, focusNext } = useLineFocus(list)
  // Not stored with the form: the figures would be outdated when it is reopened.
  const [chosen, setChosen] = useState<ReadonlyMap<string, ListedProduct>>(new Map())

  const change = useCallback((index: number, fields: Partial<OrderLineValues>) => {
    const { lines: now, onChange } = current.current
    onChange(
      now.map((line, at) => (at === index ? { ...line, ...fields } : line)),
      Object.keys(fields).map((field) => `lines.${index}.${field}`),
    )
  }, [])
  const raise = useRaise(current, { focus, focusNext })
  const choose = useCallback(
    (index: number, product_id: string, product: ListedProduct | null, typed: string) => {
      const { lines: now, priceOf } = current.current
      if (product) setChosen((known) => new Map(known).set(product_id, product))
      const same = product && hasCode(product, typed) ? lineToRaise(now, product_id, index) : -1
      if (same >= 0) return raise(same, typed, index)
      change(index, {
        product_id,
        product_name: product?.name ?? '',
        product_sku: product?.sku ?? '',
        // Another product is saved as a new line.
        amount_decimals: undefined,
        ...(product ? { unit_price: priceOf(product) } : {}),
      })
      if (product) focus(index, 'quantity')
      else focusNext(index, 'product')
    },
    [change, focus, focusNext, raise],
  )
  const add = useCallback(() => {
    const { lines: now, onChange, location_id } = current.current
    onChange([...now, blankLine(location_id)], ['lines'])
    focusNext(now.length, 'product')
  }, [focusNext])
  /** Adds them in place of blank lines. */
  const addLines = useCallback(
    (added: readonly OrderLineValues[]) => {
      const { lines: now, onChange } = current.current
      const kept = now.filter(({ id, product_id }) => id !== undefined || product_id !== '')
      onChange([...kept, ...added], ['lines', ...now.map((_line, at) => `lines.${at}`)])
      focusNext(kept.length, 'quantity')
    },
    [focusNext],
  )
  const remove = useCallback(
    (index: number) => {
      const { lines: now, onChange } = current.current
      onChange(
        now.filter((_line, at) => at !== index),
        now.map((_line, at) => `lines.${at}`),
      )
      focusNext(Math.max(0, index - 1), 'quantity')
    },
    [focusNext],
  )
  const enter = useCallback(
    (event: KeyboardEvent, index: number, field: LineField) => {
      if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return
      event.preventDefault()
      if (index === current.current.lines.length - 1) add()
      else focus(index + 1, field)
    },
    [add, focus],
  )
  const scan = useScan(current, chosen, { add, focus, raise })
  return { chosen, change, choose, add, addLines, remove, enter, scan }
}

type LineFocus = ReturnType<typeof useLineFocus>

/** Adds the scanned units to the line of their product, in place of the blank line that was scanned into. */
function useRaise(editedRef: RefObject<EditedLines>, { focus, focusNext }: LineFocus) {
  return useCallback(
    (at: number, code: string, blank?: number) => {
      const { lines: now, onChange } = editedRef.current
      const lines = withScanned(now, at, code, blank)
      onChange(lines, ['lines', ...now.map((_line, one) => `lines.${one}`)])
      focus(at, 'quantity')
      // Once its new number is rendered, to be selected.
      focusNext(
        lines.findIndex(({ key }) => key === now[at]?.key),
        'quantity',
      )
    },
    [editedRef, focus, focusNext],
  )
}

type LineActions = Readonly<{
  add: () => void
  focus: (index: number, field: LineField) => void
  raise: (at: number, code: string) => void
}>

/**
 * A code that was scanned into a line's number is that of the next product, or of one more unit: without a request if
 * the form has the product.
 */
function useScan(
  editedRef: RefObject<EditedLines>,
  chosen: ReadonlyMap<string, ListedProduct>,
  { add, focus, raise }: LineActions,
): (code: string) => void {
  return useCallback(
    (code) => {
      const known = [...chosen.values()].find((product) => hasBarcode(product, code))
      const same = known ? lineToRaise(editedRef.current.lines, known.id) : -1
      if (same >= 0) return raise(same, code)
      const blank = editedRef.current.lines.findIndex(({ product_id }) => product_id === '')
      // The added line has the focus when this returns.
      if (blank < 0) flushSync(add)
      else focus(blank, 'product')
      const field = document.activeElement
      if (field instanceof HTMLInputElement && field.dataset['field'] === 'product') typeScan(code, field)
    },
    [editedRef, chosen, add, focus, raise],
  )
}

/**
 * No key may get lost between two fields: a rendered field gets the focus immediately (`focus`), one about to be
 * rendered as soon as it is (`focusNext`).
 */
function useLineFocus(list: RefObject<HTMLElement | null>) {
  const wanted = useRef<string | null>(null)
  const take = useCallback(() => {
    const found = wanted.current === null ? null : list.current?.querySelector<HTMLElement>(wanted.current)
    if (!found) return
    wanted.current = null
    found.focus()
    if (found instanceof HTMLInputElement) found.select()
  }, [list])
  useLayoutEffect(take)
  const focusNext = useCallback((index: number, field: LineField) => {
    wanted.current = `[data-line="${index}"] [data-field="${field}"]`
  }, [])
  const focus = useCallback(
    (index: number, field: LineField) => {
      focusNext(index, field)
      take()
    },
    [focusNext, take],
  )
  return { focus, focusNext }
}
