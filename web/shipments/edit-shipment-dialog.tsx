import { useMemo } from 'react'
import { readSalesOrder, type SalesOrder } from '../../contract/sales-orders.ts'
import { type Shipment, updateShipment } from '../../contract/shipments.ts'
import { mergeByField } from '../kit/conflict-strategy.ts'
import { useRead } from '../kit/api.ts'
import { CommandForm } from '../kit/command-form.tsx'
import { Dialog } from '../kit/dialog.tsx'
import { ErrorState } from '../kit/error-state.tsx'
import { RowSkeletons } from '../kit/skeletons.tsx'
import { toastDone } from '../kit/toast.tsx'
import { useConflict } from '../kit/use-conflict.ts'
import { useDraft } from '../kit/use-draft.ts'
import { useFields } from '../kit/use-fields.ts'
import { useSubmit } from '../kit/use-submit.ts'
import { ShippedLines } from './shipped-lines.tsx'
import { shipmentName } from './shipment-actions.ts'
import {
  checkRemaining,
  chosenLines,
  describeQuantities,
  quantitiesError,
  shippableLines,
} from './shipped-quantities.ts'
import { type Travel, TravelFields, travelInput, travelNames } from './travel-fields.tsx'

type EditShipmentDialogProps = Readonly<{ shipment: Shipment; opened: boolean; onClose: () => void }>

/** A shipment's carrier data and, while it is pending, its contents. */
export function EditShipmentDialog({ shipment, opened, onClose }: EditShipmentDialogProps) {
  return (
    <Dialog title={`Edit ${shipmentName(shipment)}`} opened={opened} onClose={onClose} size={680}>
      {shipment.status === 'pending' ? (
        <WithOrder shipment={shipment} onClose={onClose} />
      ) : (
        <EditForm shipment={shipment} order={null} onClose={onClose} />
      )}
    </Dialog>
  )
}

type EditProps = Readonly<{ shipment: Shipment; onClose: () => void }>

/** The possible contents of a pending shipment depend on its order. */
function WithOrder({ shipment, onClose }: EditProps) {
  const order = useRead(readSalesOrder, { id: shipment.sales_order_id })
  if (order.data) return <EditForm shipment={shipment} order={order.data} onClose={onClose} />
  if (order.isError)
    return <ErrorState error={order.error} fallback="Failed to load sales order" onRetry={() => void order.refetch()} />
  return <RowSkeletons rows={5} />
}

function EditForm({ shipment, order, onClose }: EditProps & Readonly<{ order: SalesOrder | null }>) {
  const lines = useMemo(() => (order ? shippableLines(order, shipment) : []), [order, shipment])
  const fields = useFields(updateShipment, {
    initial: valuesOf(shipment),
    toInput: ({ version, quantities, lines: _, ...travel }) => ({
      shipment_id: shipment.id,
      version,
      ...travelInput(travel),
      ...(order ? { lines: chosenLines(lines, quantities) } : {}),
    }),
    check: ({ quantities }) => checkRemaining(lines, quantities),
    draft: useDraft(`shipment ${shipment.id}`),
  })
  const conflict = useConflict(fields, {
    fromRecord: (record) => valuesOf(record as Shipment),
    strategy: mergeByField({
      ...travelNames,
      quantities: { name: 'Items to ship', show: (quantities) => describeQuantities(lines, quantities) },
    }),
  })
  const state = useSubmit(fields, {
    conflict,
    fallback: 'Failed to save shipment',
    onDone: () => {
      toastDone(`${shipmentName(shipment)} saved`, { about: shipment.id })
      onClose()
    },
  })
  return (
    <CommandForm state={state} submitLabel="Save Shipment" onCancel={onClose} sticky>
      {order && (
        <ShippedLines
          lines={lines}
          orderLines={order.lines}
          location_name={order.location_name}
          quantities={state.values.quantities}
          onChange={(quantities) => {
            state.form.setFieldValue('quantities', quantities)
            state.form.clearFieldError('lines')
          }}
          error={quantitiesError(state.form.errors)}
        />
      )}
      <TravelFields state={state} />
    </CommandForm>
  )
}

type EditValues = Travel & { version: number; quantities: Record<string, number | string>; lines: null }

function valuesOf(shipment: Shipment): EditValues {
  return {
    version: shipment.version,
    quantities: Object.fromEntries(
      shipment.lines.map(({ sales_order_item_id, quantity }) => [sales_order_item_id ?? '', quantity]),
    ),
    lines: null,
    shipping_method: shipment.shipping_method,
    carrier: shipment.carrier,
    shipping_address: shipment.shipping_address ?? '',
    tracking_number: shipment.tracking_number ?? '',
    estimated_delivery: shipment.estimated_delivery ?? '',
    shipping_cost: shipment.shipping_cost ?? '',
    notes: shipment.notes ?? '',
  }
}
