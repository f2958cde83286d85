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
import { trimmed } from '../../contract/trimmed.ts'
import { call, messageOf, useCommand } from '../kit/api.ts'
import { checkInput } from '../kit/check-input.ts'
import { toastFailed } from '../kit/toast.tsx'
import type { CommandFormState } from '../kit/use-submit.ts'
import type { ProductValues } from './product-values.ts'
import { useAddressTyping } from './use-address-typing.ts'
import { useSuggestedPrice } from './use-suggested-price.ts'

/** The state of the fetch, apart from a found price. */
type Progress =
  | { phase: 'idle' | 'fetching' }
  | { phase: 'failed'; message: string }
  /** In place, not as a toast, which would cover the form's own buttons. */
  | { phase: 'applied'; price: number }

type Fetched = Progress | { phase: 'found'; update: PriceUpdate; fresh: boolean }

const idle: Progress = { phase: 'idle' }
const address = requiredUrl()
const isAddress = (text: string) => checkInput(address, text).fields === undefined

/**
 * The automatic price fetch of the form. A typed address is fetched after a second without typing, or when the field is
 * left; its price is suggested in the price field, to be applied or rejected. A late response for an address that is no
 * longer in the field is ignored.
 */
export function usePriceFetch({ form }: CommandFormState<ProductValues>, product_id: string | undefined) {
  const [progress, setProgress] = useState<Progress>(idle)
  const { suggested, isFresh, suggest, takeBack, accept } = useSuggestedPrice(form)
  const running = useRef<AbortController | null>(null)
  const lastFetched = useRef<string | null>(form.getValues().purchase_url)
  const typedAddress = () => trimmed(form.getValues().purchase_url)

  /** Ends a running fetch; a suggested price leaves its field. */
  const reset = () => {
    running.current?.abort()
    takeBack()
    setProgress(idle)
  }
  useEffect(() => () => running.current?.abort(), [])

  const fetchNow = async () => {
    reset()
    const url = typedAddress()
    if (!isAddress(url)) return
    lastFetched.current = url
    const { signal } = (running.current = new AbortController())
    setProgress({ phase: 'fetching' })
    try {
      const { priceUpdateId } = await call(fetchPrice, { url, productId: product_id ?? null }, { signal })
      const update = await call(readPriceUpdate, { id: priceUpdateId }, { signal })
      if (signal.aborted) return
      setProgress(idle)
      suggest(update)
    } catch (error) {
      if (!signal.aborted) setProgress({ phase: 'failed', message: messageOf(error, fetchFailed) })
    }
  }
  const typing = useAddressTyping(() => {
    if (typedAddress() !== lastFetched.current) void fetchNow()
  })
  const fetchAgain = () => {
    typing.stop()
    void fetchNow()
  }
  const { closing, apply, reject } = useDecision(form, {
    onApplied: (price, isSaved) => {
      accept(price)
      setProgress(isSaved ? { phase: 'applied', price } : idle)
    },
    onRejected: takeBack,
  })
  const fetched: Fetched = suggested ? { phase: 'found', update: suggested, fresh: isFresh } : progress
  const typed = () => {
    // The result that an edit discards is fetched again if the address ends up the same.
    if (fetched.phase !== 'idle' && fetched.phase !== 'applied') lastFetched.current = null
    reset()
    typing.typed()
  }
  return { fetched, closing, typed, left: typing.left, fetchNow: fetchAgain, apply, reject }
}

type Outcomes = Readonly<{
  /** `isSaved`: the product exists and has the price now. */
  onApplied: (price: number, isSaved: boolean) => void
  onRejected: () => void
}>

/** Applies or rejects a suggested price. */
function useDecision(form: CommandFormState<ProductValues>['form'], { onApplied, onRejected }: Outcomes) {
  const applying = useCommand(applyPriceUpdate)
  const rejecting = useCommand(rejectPriceUpdate)
  const apply = async ({ id }: PriceUpdate) => {
    try {
      const { product, new_price } = await applying.run({ id })
      // Only our own change is between the two versions: anything else saved in the meantime still shows as a conflict.
      if (product && product.version_before === form.getValues().version) form.setFieldValue('version', product.version)
      onApplied(new_price, Boolean(product))
    } catch (error) {
      toastFailed(error, 'Failed to apply the price')
    }
  }
  const reject = async ({ id }: PriceUpdate) => {
    try {
      await rejecting.run({ id })
      onRejected()
    } catch (error) {
      toastFailed(error, 'Failed to reject the price')
    }
  }
  return { closing: applying.pending || rejecting.pending, apply, reject }
}
