import { useEffect, useState } from 'react'
import { formatQuantity } from '../../contract/quantity.ts'
import { countStock, type ProductToCount } from '../../contract/stock-counts.ts'
import { ApiError, messageOf } from '../kit/api-error.ts'
import { toastDone } from '../kit/toast.tsx'
import { useCommand } from '../kit/use-command.ts'
import { releasedText } from '../stock/released-text.ts'
import { undoPosting } from '../stock/undo.ts'
import {
  countedLots,
  differenceOf,
  isNothingTyped,
  problemsOf,
  type Scanned,
  scannedSince,
  type Seen,
  seenOf,
  type Typed,
  unitsOf,
  withScanned,
} from './count-values.ts'
import type { KeptLine } from './use-kept-counts.ts'

type CountOptions = Readonly<{
  location_id: string
  isBlind: boolean
  scanned: Scanned
  kept: KeptLine
  onCounted: (product_id: string) => void
}>

/** Why a count wasn't saved. The reason usually names the quantity on hand, which a blind count must not show. */
function failureText(error: unknown, isBlind: boolean): string {
  if (isBlind && error instanceof ApiError && 'present' in error.details)
    return 'Stock changed while you were counting. Count this product again.'
  return messageOf(error, 'The count couldn’t be saved. Please try again.')
}

/**
 * The count of one product at a location: what is typed, what is wrong with it, and saving it. `scanned` are its units
 * that the camera has seen: each new one is added to the count of its lot, if that is known.
 */
export function useCount(product: ProductToCount, { location_id, isBlind, scanned, kept, onCounted }: CountOptions) {
  const { run, pending } = useCommand(countStock)
  const [typed, setTyped] = useState<Typed>(() => kept.read()?.typed ?? {})
  // From the first digit on: a count made while units moved is refused, and says what is on hand now.
  const [seen, setSeen] = useState<Seen | null>(() => kept.read()?.seen ?? null)
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({})
  const [failure, setFailure] = useState<string | null>(null)
  const from = seen ?? seenOf(product)
  const [added, setAdded] = useState<Scanned>(() => kept.read()?.added ?? {})
  if (unitsOf(scanned) !== unitsOf(added)) {
    setAdded(scanned)
    setTyped(withScanned(product, typed, scannedSince(added, scanned)))
    setSeen(from)
  }

  useEffect(() => {
    kept.keep(isNothingTyped(typed) ? null : { typed, seen, added })
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- how to keep it is a new function in every render
  }, [typed, seen, added])

  const type = (lot_id: string, value: number | string) => {
    setTyped((before) => ({ ...before, [lot_id]: value }))
    setSeen(from)
    setProblems(({ [lot_id]: _, ...others }) => others)
  }

  /** Returns whether it was sent; otherwise the problems say why. */
  const save = (): boolean => {
    if (pending) return false
    const found = isNothingTyped(typed) ? {} : problemsOf(product, typed)
    setProblems(found)
    setFailure(null)
    if (Object.keys(found).length > 0) return false
    void send()
    return true
  }

  const send = async () => {
    const { product_id, product_name } = product
    try {
      const { count, released } = await run({ location_id, product_id, lots: countedLots(product, typed, from) })
      onCounted(product_id)
      const { posting_id, counted } = count
      if (posting_id)
        toastDone(`${product_name}: ${formatQuantity(counted)} on hand${releasedText({ released })}`, {
          undo: () => undoPosting(posting_id),
          about: product_id,
        })
    } catch (error) {
      setFailure(failureText(error, isBlind))
      // The message has the new figure, which the next attempt starts from.
      setSeen(null)
    }
  }

  return {
    typed,
    type,
    problems,
    failure,
    pending,
    save,
    isNothingTyped: isNothingTyped(typed),
    difference: differenceOf(product, typed, from),
  }
}
