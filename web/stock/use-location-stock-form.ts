import { useEffect, useState } from 'react'
import { formatQuantity } from '../../contract/quantity.ts'
import { type LocationStock, setLocationStock } from '../../contract/stock.ts'
import { toastDone } from '../kit/toast.tsx'
import { useFields } from '../kit/use-fields.ts'
import { useSubmit } from '../kit/use-submit.ts'
import {
  changesOf,
  type LocationStockValues,
  movedLots,
  problemsOf,
  type SeenStock,
  seenStock,
} from './location-stock-values.ts'
import { releasedText } from './released-text.ts'
import { undoPosting } from './undo.ts'

export type LocationStockFormOptions = Readonly<{
  product_id: string
  location_id: string
  /** Its stock of the product, refetched while the form is open; undefined if it never had any. */
  location: LocationStock | undefined
  /** A newer state of the location is on its way. */
  isReading: boolean
  reload: () => void
  onClose: () => void
}>

/** The form of Edit Location Stock, which follows movements of the stock while it is open. */
export function useLocationStockForm(options: LocationStockFormOptions) {
  const { product_id, location_id, location, isReading, reload, onClose } = options
  // The server refuses a count if the stock isn't what its editor saw, so a count never overwrites later movements.
  const [seen, setSeen] = useState(() => seenStock(location, product_id))
  const now = seenStock(location, product_id)
  const fields = useFields(setLocationStock, {
    initial: seen as LocationStockValues,
    toInput: (values) => ({ product_id, location_id, ...changesOf(values, seen, product_id) }),
    check: (values) => problemsOf(values, seen),
  })
  const state = useSubmit(fields, {
    fallback: 'Failed to update location',
    onDone: ({ posting_id, location: saved, released }) => {
      onClose()
      toastDone(
        `${saved.location_name}: ${formatQuantity(saved.on_hand)} on hand${releasedText({ released })}`,
        posting_id ? { undo: () => undoPosting(posting_id) } : {},
      )
    },
  })
  useEffect(() => {
    if (state.failure) reload()
    // What was refused may have changed meanwhile.
    // oxlint-disable-next-line react/exhaustive-deps -- reloads once per failure
  }, [state.failure])

  /** Compares with newer stock from now on; every field that isn't kept shows it. */
  const continueFrom = (newer: SeenStock, isKept: (field: string) => boolean) => {
    for (const [field, value] of fieldsOf(newer))
      if (!isKept(field)) state.form.setFieldValue(field as never, value as never)
    fields.setBase(newer)
    setSeen(newer)
  }

  // Someone who has just moved stock opens the form before the new figure is there: that isn't a change during a count.
  const [isOpening, setOpening] = useState(isReading)
  useEffect(() => {
    if (!isOpening || isReading) return
    setOpening(false)
    const [typed, before] = [new Map(fieldsOf(state.values)), new Map<string, unknown>(fieldsOf(seen))]
    continueFrom(now, (field) => before.has(field) && typed.get(field) !== before.get(field))
    // oxlint-disable-next-line react/exhaustive-deps -- once, when the first read has ended
  }, [isReading])

  const moved = isOpening ? [] : movedLots(seen, now)
  return {
    state,
    seen,
    now,
    /** The lots whose stock moved during the count. */
    moved,
    /** Continues from their new stock; what was counted of the other lots stays. */
    takeNewQuantities: () =>
      continueFrom({ ...seen, quantities: now.quantities }, (field) =>
        moved.every((lot_id) => field !== `quantities.${lot_id}`),
      ),
  }
}

/** The values by the name of their field. */
function fieldsOf({ quantities, ...levels }: LocationStockValues): [field: string, value: number | string][] {
  return [
    ...Object.entries(quantities).map(([lot_id, count]) => [`quantities.${lot_id}`, count] as [string, number]),
    ...Object.entries(levels),
  ]
}
