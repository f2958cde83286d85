import { type KeyboardEvent, type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react'
import type { ListedProduct } from '../stock/product-picker.tsx'
import { blankLine, type LineField, type OrderLineValues } from './order-line.ts'

/** The lines of an order, and what is told of their changes. */
export type EditedLines = Readonly<{
  lines: readonly OrderLineValues[]
  onChange: (lines: OrderLineValues[], touched: readonly string[]) => void
  /** What picking a product puts into the unit price. */
  priceOf: (product: ListedProduct) => number
  /** Where a new line's goods go. */
  location_id?: string | null
}>

/**
 * What rows of order lines do: change, choose a product, remove a line, add one, and lead on with Enter. These stay the
 * same functions, so that a hundred rows stay as they are while one is typed in; `available` says how much there was of
 * each product when it was chosen.
 */
export function useOrderLines(edited: EditedLines, list: RefObject<HTMLElement | null>) {
  // Asked by the functions for what is current.
  const current = useRef(edited)
  useLayoutEffect(() => {
    current.current = edited
  })
  const { focus, focusNext } = useLineFocus(list)
  // Not kept with the form: by the time it is opened again the figures would be others.
  const [available, setAvailable] = useState<ReadonlyMap<string, number>>(new Map())

  const change = useCallback((index: number, fields: Partial<OrderLineValues>) => {
    const { lines: now, onChange } = current.current
    onChange(
      now.map((line, at) => (at === index ? { ...line, ...fields } : line)),
      Object.keys(fields).map((field) => `lines.${index}.${field}`),
    )
  }, [])
  const choose = useCallback(
    (index: number, product_id: string, product: ListedProduct | null) => {
      const { priceOf } = current.current
      if (product) setAvailable((known) => new Map(known).set(product_id, product.stock.to_promise))
      change(index, {
        product_id,
        product_name: product?.name ?? '',
        product_sku: product?.sku ?? '',
        ...(product ? { unit_price: priceOf(product) } : {}),
      })
      if (product) focus(index, 'quantity')
      else focusNext(index, 'product')
    },
    [change, focus, focusNext],
  )
  const add = useCallback(() => {
    const { lines: now, onChange, location_id } = current.current
    onChange([...now, blankLine(location_id)], ['lines'])
    focusNext(now.length, 'product')
  }, [focusNext])
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
  return { available, change, choose, add, remove, enter }
}

/**
 * No key may fall between two fields: a field that is drawn gets the focus at once (`focus`), one that is about to be
 * drawn as soon as it is (`focusNext`).
 */
function useLineFocus(list: RefObject<HTMLElement | null>) {
  const wanted = useRef<string | null>(null)
  const take = useCallback(() => {
    const found = wanted.current === null ? null : list.current?.querySelector<HTMLElement>(wanted.current)
    if (!found) return
    wanted.current = null
    found.focus()
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
