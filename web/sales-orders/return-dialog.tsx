import { Textarea } from '@mantine/core'
import { useState } from 'react'
import { countedGoods } from '../../contract/counted-goods.ts'
import { formatQuantity } from '../../contract/quantity.ts'
import type { SalesOrder } from '../../contract/sales-orders.ts'
import { createSalesReturn, listReturnableLots, reverseSalesReturn } from '../../contract/sales-returns.ts'
import { useRead } from '../kit/api.ts'
import { listLocations } from '../../contract/locations.ts'
import { QuantityLines } from '../orders/quantity-lines.tsx'
import { CommandForm } from '../kit/command-form.tsx'
import { Dialog } from '../kit/dialog.tsx'
import { ErrorState } from '../kit/error-state.tsx'
import { idTaken } from '../kit/id-taken.ts'
import { newId } from '../kit/new-id.ts'
import { PastDayField } from '../kit/past-day-field.tsx'
import { RowSkeletons } from '../kit/skeletons.tsx'
import { toastDone } from '../kit/toast.tsx'
import { act } from '../kit/use-command.ts'
import { useFields } from '../kit/use-fields.ts'
import { useSubmit } from '../kit/use-submit.ts'
import { chosenLines, noLongerLeft } from '../shipments/shipped-quantities.ts'
import { ConditionChoice } from '../stock/condition-choice.tsx'
import { LocationPicker } from '../stock/location-picker.tsx'
import { type ReturnableRow, returnableRows } from './returnable-rows.ts'

type ReturnDialogProps = Readonly<{ order: SalesOrder; opened: boolean; onClose: () => void }>

/** Records a customer's return. */
export function ReturnDialog({ order, opened, onClose }: ReturnDialogProps) {
  return (
    <Dialog title="Return goods" opened={opened} onClose={onClose} size={600}>
      <Loaded order={order} onClose={onClose} />
    </Dialog>
  )
}

type FormProps = Omit<ReturnDialogProps, 'opened'>

/** The form, once the default location is known: before that, someone quick would be told that it is required. */
function Loaded(props: FormProps) {
  const locations = useRead(listLocations, { active: 'true', limit: 1 })
  const lots = useRead(listReturnableLots, { sales_order_id: props.order.id })
  if (!locations.data || !lots.data) {
    const failed = [locations, lots].find(({ error }) => error)
    return failed ? (
      <ErrorState
        compact
        error={failed.error}
        fallback="Failed to load what can be returned"
        onRetry={() => void failed.refetch()}
      />
    ) : (
      <RowSkeletons rows={4} />
    )
  }
  const location_id = locations.data.items.find(({ is_default }) => is_default)?.id ?? ''
  return <ReturnForm {...props} location_id={location_id} rows={returnableRows(props.order.lines, lots.data.items)} />
}

const noteOf = ({ note }: ReturnableRow) => note

/** The row with its lot in its name, for sentences. */
const named = (row: ReturnableRow) => ({ ...row, product_name: row.product_name + row.lot })

type ReturnFormProps = FormProps & Readonly<{ location_id: string; rows: readonly ReturnableRow[] }>

// oxlint-disable-next-line max-lines-per-function -- one form, from its values to its fields
function ReturnForm({ order, location_id: defaultLocation, rows, onClose }: ReturnFormProps) {
  const [id] = useState(() => newId())
  const [first] = useState(rows)
  const fields = useFields(createSalesReturn, {
    initial: {
      id,
      quantities: Object.fromEntries(rows.map((row) => [row.id, 0])) as Record<string, number | string>,
      location_id: defaultLocation,
      account: 'available' as 'available' | 'held',
      happened_at: '',
      notes: '',
    },
    fieldNames: (path) =>
      path.endsWith('.location_id') ? 'location_id' : path.startsWith('lines') ? 'quantities' : path,
    toInput: ({ quantities, location_id, account, ...rest }) => ({
      sales_order_id: order.id,
      ...rest,
      lines: chosenLines(rows, quantities).map(({ sales_order_item_id: row_id, quantity }) => {
        const row = rows.find((one) => one.id === row_id)
        return { sales_order_item_id: row?.sales_order_item_id, lot_id: row?.lot_id, quantity, location_id, account }
      }),
    }),
    check: ({ quantities }) => {
      const row = rows.find((one) => Number(quantities[one.id]) > one.most)
      return row
        ? { quantities: `At most ${formatQuantity(row.most)} of ${row.product_name}${row.lot} can be returned` }
        : {}
    },
  })
  const state = useSubmit(fields, {
    fallback: 'Failed to record the return',
    onIdTaken: idTaken(
      'A return was already recorded from this form, with what you entered before. Check it first. Return goods adds a second one.',
    ),
    onDone: ({ return: made }) => {
      toastDone(`${countedGoods(made.units, made.lines)} of ${order.order_number} returned`, {
        undo: () => act(reverseSalesReturn, { return_id: made.id }),
        undone: 'The return was undone',
        about: made.id,
      })
      onClose()
    },
  })
  const gone = noLongerLeft(first.map(named), rows, state.values.quantities)
  return (
    <CommandForm state={state} submitLabel="Return goods" onCancel={onClose} disabled={rows.length === 0}>
      <div>
        {rows.length === 0 && <p role="status">Nothing in this order is left to return.</p>}
        {gone && <p role="status">{gone}</p>}
        <QuantityLines
          isFirstFocused
          lines={rows}
          mostOf={(row) => row.most}
          noteOf={noteOf}
          quantities={state.values.quantities}
          onChange={(quantities) => {
            state.form.setFieldValue('quantities', quantities)
            state.form.clearErrors()
          }}
          error={state.form.errors['quantities']}
        />
      </div>
      <LocationPicker label="Return to" required arriving {...state.field('location_id')} />
      <PastDayField label="Returned on" {...state.field('happened_at')} />
      <ConditionChoice {...state.field('account')} />
      <Textarea label="Notes" rows={2} {...state.field('notes')} />
    </CommandForm>
  )
}
