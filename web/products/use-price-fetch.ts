import { useEffect, useRef, useState } from 'react'
import { requiredUrl } from '../../contract/fields.ts'
import {
  applyPriceUpdate,
  fetchFailed,
  fetchPrice,
  type PriceUpdate,
  readPriceUpdate,
  rejectPriceUpdate,
} from '../../contract/price-updates.ts'
import { call, messageOf, useCommand } from '../kit/api.ts'
import { checkInput } from '../kit/check-input.ts'
import { toastFailed } from '../kit/toast.tsx'
import type { CommandFormState } from '../kit/use-submit.ts'
import type { ProductValues } from './product-values.ts'

type Fetched =
  | { phase: 'idle' | 'fetching' }
  | { phase: 'failed'; message: string }
  /** In place, not as a toast, which would cover the form's own buttons. */
  | { phase: 'applied'; price: number }
  /** `fresh` for a moment, to highlight what changed. */
  | { phase: 'found'; update: PriceUpdate; fresh: boolean }

const typingPauseMs = 1_000
const freshMs = 1_500

const address = requiredUrl()
const isAddress = (text: string) => checkInput(address, text).fields === undefined

/**
 * The automatic price fetch of the form. A typed address is fetched after a second without typing, or when the field is
 * left; its price is suggested in the price field, to be applied or rejected. A late response for an address that is no
 * longer in the field is ignored.
 */
// oxlint-disable-next-line max-lines-per-function -- its steps share the one fetch under way
export function usePriceFetch({ form }: CommandFormState<ProductValues>, product_id: string | undefined) {
  const [fetched, setFetched] = useState<Fetched>({ phase: 'idle' })
  const apply = useCommand(applyPriceUpdate)
  const reject = useCommand(rejectPriceUpdate)
  const asking = useRef<AbortController | null>(null)
  const waiting = useRef<number | null>(null)
  const lastAsked = useRef(form.getValues().purchase_url)
  /** The price field's value before the suggestion replaced it. */
  const priceBefore = useRef<number | string | null>(null)

  const stop = () => {
    asking.current?.abort()
    if (waiting.current !== null) clearTimeout(waiting.current)
    waiting.current = null
  }
  useEffect(() => stop, [])

  const isFresh = fetched.phase === 'found' && fetched.fresh
  useEffect(() => {
    if (!isFresh) return
    const settle = setTimeout(
      () => setFetched((now) => (now.phase === 'found' ? { ...now, fresh: false } : now)),
      freshMs,
    )
    return () => clearTimeout(settle)
  }, [isFresh])

  /** An unapplied suggestion leaves the price field when another address, or another attempt, replaces it. */
  const takeBack = () => {
    if (fetched.phase === 'found' && form.getValues().price === fetched.update.new_price) {
      form.setFieldValue('price', priceBefore.current ?? '')
    }
  }
  const fetchNow = async () => {
    stop()
    takeBack()
    const url = form.getValues().purchase_url.trim()
    if (!isAddress(url)) return
    lastAsked.current = url
    const mine = (asking.current = new AbortController())
    setFetched({ phase: 'fetching' })
    try {
      const { priceUpdateId } = await call(fetchPrice, { url, productId: product_id ?? null }, { signal: mine.signal })
      const update = await call(readPriceUpdate, { id: priceUpdateId }, { signal: mine.signal })
      if (mine.signal.aborted) return
      priceBefore.current = form.getValues().price
      form.setFieldValue('price', update.new_price)
      setFetched({ phase: 'found', update, fresh: true })
    } catch (error) {
      if (!mine.signal.aborted) setFetched({ phase: 'failed', message: messageOf(error, fetchFailed) })
    }
  }

  const typed = () => {
    stop()
    takeBack()
    setFetched({ phase: 'idle' })
    waiting.current = window.setTimeout(() => void fetchTyped(), typingPauseMs)
  }
  const fetchTyped = async () => {
    waiting.current = null
    if (form.getValues().purchase_url.trim() !== lastAsked.current) await fetchNow()
  }
  const left = () => {
    if (waiting.current === null) return
    stop()
    void fetchTyped()
  }

  const settled = (price: number | string, next: Fetched) => {
    priceBefore.current = null
    form.setFieldValue('price', price)
    setFetched(next)
  }
  const applySuggestion = async (update: PriceUpdate) => {
    try {
      const { product, new_price } = await apply.run({ id: update.id })
      // Only our own change is between the two versions: anything else saved in the meantime still shows as a conflict.
      if (product && product.version_before === form.getValues().version) form.setFieldValue('version', product.version)
      settled(new_price, product ? { phase: 'applied', price: new_price } : { phase: 'idle' })
    } catch (error) {
      toastFailed(error, 'Failed to apply the price')
    }
  }
  const rejectSuggestion = async (update: PriceUpdate) => {
    try {
      const { product_price } = await reject.run({ id: update.id })
      settled(product_price ?? priceBefore.current ?? '', { phase: 'idle' })
    } catch (error) {
      toastFailed(error, 'Failed to reject the price')
    }
  }

  return {
    fetched,
    closing: apply.pending || reject.pending,
    typed,
    left,
    fetchNow: () => void fetchNow(),
    apply: applySuggestion,
    reject: rejectSuggestion,
  }
}
