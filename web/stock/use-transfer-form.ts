import { useEffect, useRef, useState } from 'react'
import { counted } from '../../contract/counted-nouns.ts'
import { createTransfer, onlyAvailable, type Transfer, type TransferReason } from '../../contract/location-transfers.ts'
import { readProductStock } from '../../contract/stock.ts'
import { useRead } from '../kit/api.ts'
import { toastDone } from '../kit/toast.tsx'
import { useFields } from '../kit/use-fields.ts'
import { useSubmit } from '../kit/use-submit.ts'
import { movable } from './movable.ts'
import { proposedLocations } from './proposed-locations.ts'
import { undoTransfer } from './undo.ts'
import { useLocationChoices } from './use-location-choices.ts'

type Ends = Readonly<{ from: string; to: string }>

export type TransferFormOptions = Readonly<{
  /** The product to move; chosen in the form if missing. */
  product_id: string | undefined
  /** The initial locations; '' if the user must choose. */
  start: Ends
  onDone: (transfer: Transfer) => void
}>

/** The form of a transfer, with the stock of the chosen product and the locations it can go to. */
export function useTransferForm({ product_id, start, onDone }: TransferFormOptions) {
  const [chosen, setChosen] = useState(product_id ?? '')
  const { data: stock } = useRead(readProductStock, { product_id: chosen }, { enabled: chosen !== '' })
  const { locations: destinations = [] } = useLocationChoices('', true)
  const fields = useFields(createTransfer, {
    initial: {
      product_id: product_id ?? '',
      from_location_id: start.from,
      to_location_id: start.to,
      lot_id: '',
      quantity: 1 as number | string,
      reason: 'restock' as TransferReason,
      notes: '',
      on_its_way: false,
    },
    toInput: ({ on_its_way, lot_id, ...values }) => ({
      ...values,
      lot_id: lot_id === '' ? null : lot_id,
      status: on_its_way ? 'pending' : 'completed',
    }),
    check: ({ from_location_id: from, lot_id, quantity }) => {
      if (!stock || !from || typeof quantity !== 'number') return {}
      const { available, expired, name } = movable(stock, from, lot_id)
      return quantity > available ? { quantity: onlyAvailable(available, name, expired) } : {}
    },
  })
  const state = useSubmit(fields, {
    fallback: 'Failed to transfer inventory',
    onDone: (transfer) => {
      announce(transfer)
      onDone(transfer)
    },
  })

  const { form } = state
  const chooseProduct = (id: string) => {
    setChosen(id)
    state.field('product_id').onChange(id)
    form.setFieldValue('lot_id', '')
  }
  const leaveFrom = (location: string) => {
    form.setFieldValue('from_location_id', location)
    form.setFieldValue('lot_id', '')
    if (location !== '' && form.getValues().to_location_id === location) form.setFieldValue('to_location_id', '')
  }

  // The stock of a product is loaded after the product is chosen. A location chosen in the meantime stays.
  const proposed = useRef(start)
  const propose = (next: Ends) => {
    const before = proposed.current
    proposed.current = next
    if (form.getValues().from_location_id !== before.from || isTypedInto('from_location_id')) return
    leaveFrom(next.from)
    if (form.getValues().to_location_id === before.to && !isTypedInto('to_location_id'))
      form.setFieldValue('to_location_id', next.to)
  }
  useEffect(() => {
    if (product_id === undefined && stock?.product_id === chosen) propose(proposedLocations(stock, destinations))
    // oxlint-disable-next-line react/exhaustive-deps -- once per product, not whenever its stock changes
  }, [chosen, stock?.product_id])

  return { state, stock, destinations, chooseProduct, leaveFrom }
}

/** Whether the field has the focus. */
function isTypedInto(path: string): boolean {
  return document.activeElement?.getAttribute('data-path') === path
}

function announce(transfer: Transfer): void {
  const what = `${counted(transfer.quantity, 'unit')} of ${transfer.product_name}`
  if (transfer.status === 'pending') return toastDone(`${what} in transit to ${transfer.to_location_name}`)
  toastDone(`${what} moved to ${transfer.to_location_name}`, {
    ...(transfer.undo.possible ? { undo: () => undoTransfer(transfer.id) } : {}),
    undone: 'Transfer undone',
  })
}
