import { useEffect, useRef, useState } from 'react'
import type { PriceUpdate } from '../../contract/price-updates.ts'
import type { CommandFormState } from '../kit/use-submit.ts'
import type { ProductValues } from './product-values.ts'

/** For this long a new suggestion is highlighted. */
const freshMs = 1_500

/** A fetched price that is in the price field until it is applied, rejected or replaced. */
export function useSuggestedPrice(form: CommandFormState<ProductValues>['form']) {
  const [suggested, setSuggested] = useState<PriceUpdate | null>(null)
  const [isFresh, setFresh] = useState(false)
  /** The suggested price, and what it replaced in the field. */
  const replaced = useRef<{ suggested: number; before: number | string } | null>(null)

  useEffect(() => {
    if (!isFresh) return
    const timer = setTimeout(() => setFresh(false), freshMs)
    return () => clearTimeout(timer)
  }, [isFresh])

  const suggest = (update: PriceUpdate) => {
    replaced.current = { suggested: update.new_price, before: form.getValues().price }
    form.setFieldValue('price', update.new_price)
    setSuggested(update)
    setFresh(true)
  }
  const close = () => {
    replaced.current = null
    setSuggested(null)
    setFresh(false)
  }
  /** The field gets back what it had before, unless it was edited since. */
  const takeBack = () => {
    const { current } = replaced
    if (current && form.getValues().price === current.suggested) form.setFieldValue('price', current.before)
    close()
  }
  const accept = (price: number) => {
    form.setFieldValue('price', price)
    close()
  }
  return { suggested, isFresh, suggest, takeBack, accept }
}
