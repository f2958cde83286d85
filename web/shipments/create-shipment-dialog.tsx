import { Button } from '@mantine/core'
import { IconShoppingCart } from '@tabler/icons-react'
import { type ReactNode, useMemo, useState } from 'react'
import { countedGoods } from '../../contract/counted-goods.ts'
import { haveSum } from '../../contract/quantity.ts'
import { counted } from '../../contract/counted-nouns.ts'
import { createSalesOrder, listSalesOrders, readSalesOrder, type SalesOrder } from '../../contract/sales-orders.ts'
import { createShipment, discardShipment } from '../../contract/shipments.ts'
import { useRead } from '../kit/api.ts'
import { CommandForm } from '../kit/command-form.tsx'
import { Dialog } from '../kit/dialog.tsx'
import { ErrorState } from '../kit/error-state.tsx'
import { MissingFirst } from '../kit/missing-first.tsx'
import { SearchSelect } from '../kit/search-select.tsx'
import { useSearchedOptions } from '../kit/use-searched-options.ts'
import { RowSkeletons } from '../kit/skeletons.tsx'
import { toastDone } from '../kit/toast.tsx'
import { act } from '../kit/use-command.ts'
import { useMay } from '../kit/use-may.ts'
import { useFields } from '../kit/use-fields.ts'
import { useSubmit } from '../kit/use-submit.ts'
import { ShippedLines } from './shipped-lines.tsx'
import { shipmentName } from './shipment-actions.ts'
import { ReadinessBadge } from './shipment-parts.tsx'
import { chosenLines, checkRemaining, quantitiesError, shippableLines, unitsOf } from './shipped-quantities.ts'
import { blankTravel, TravelFields, travelInput } from './travel-fields.tsx'

type CreateShipmentDialogProps = Readonly<{
  opened: boolean
  /** The order to ship, if it is known. */
  order_id?: string
  onClose: () => void
}>

/** Creates a shipment for an order. */
export function CreateShipmentDialog({ opened, onClose, order_id = '' }: CreateShipmentDialogProps) {
  return (
    <Dialog title="Create New Shipment" opened={opened} onClose={onClose} size={680}>
      <ChooseOrder order_id={order_id} onClose={onClose} />
    </Dialog>
  )
}

/** First the order, which determines everything else. */
function ChooseOrder({ order_id, onClose }: { order_id: string; onClose: () => void }) {
  const [chosen, setChosen] = useState(order_id)
  const order = useRead(readSalesOrder, { id: chosen }, { enabled: chosen !== '' })
  const isKnown = chosen !== '' && chosen === order_id
  // An order that has nothing to ship leads back to the choice; any other to its quantities.
  const isFirst = !order.data || shippableLines(order.data).length === 0
  const picker = <OrderPicker value={chosen} name={order.data} isFirst={isFirst} onChange={setChosen} />
  const open = useRead(listSalesOrders, { open: 'true', limit: 20, search: '' }, { enabled: chosen === '' })
  if (chosen === '' && open.data?.items.length === 0) return <NoOrders onClose={onClose} />
  if (chosen === '')
    return (
      <>
        {picker}
        <Button variant="default" mt="lg" onClick={onClose}>
          Cancel
        </Button>
      </>
    )
  if (order.isError && !order.data)
    return (
      <>
        {picker}
        <ErrorState error={order.error} fallback="Failed to load sales order" onRetry={() => void order.refetch()} />
      </>
    )
  if (!order.data)
    return (
      <>
        {!isKnown && picker}
        <RowSkeletons rows={4} />
      </>
    )
  return <ShipmentForm key={order.data.id} order={order.data} picker={picker} onClose={onClose} />
}

function NoOrders({ onClose }: { onClose: () => void }) {
  const mayOrder = useMay(createSalesOrder) === true
  return (
    <MissingFirst
      icon={IconShoppingCart}
      title="No pending orders available"
      text={
        mayOrder
          ? 'Create a sales order first, then ship it here.'
          : 'Sales orders with units left to ship appear here.'
      }
      lead={mayOrder && { label: 'New order', to: '/sales-orders/new' }}
      onClose={onClose}
    />
  )
}

type OrderPickerProps = Readonly<{
  value: string
  name: SalesOrder | undefined
  /** The dialog begins here: there are no quantities to enter. */
  isFirst: boolean
  onChange: (id: string) => void
}>

const orderText = ({ order_number, customer_name }: { order_number: string; customer_name: string }) =>
  `${order_number} · ${customer_name}`

/** Orders with units left to ship, searched on the server. */
function OrderPicker({ value, name, isFirst, onChange }: OrderPickerProps) {
  const { found, items, control } = useSearchedOptions(listSalesOrders, { open: 'true', limit: 20 })
  return (
    <SearchSelect
      label="Sales order"
      required
      placeholder="Select a sales order"
      data-autofocus={isFirst || undefined}
      value={value || null}
      chosenLabel={name ? orderText(name) : ''}
      options={items.map((order) => ({
        value: order.id,
        label: order.order_number,
        note: order.customer_name,
        aside: order.readiness && <ReadinessBadge readiness={order.readiness} />,
      }))}
      {...control}
      emptyText={found.isError ? 'Failed to load sales orders' : 'No orders found'}
      onChange={(id) => onChange(id ?? '')}
    />
  )
}

type ShipmentFormProps = Readonly<{
  order: SalesOrder
  picker: ReactNode
  onClose: () => void
}>

function ShipmentForm({ order, picker, onClose }: ShipmentFormProps) {
  const lines = useMemo(() => shippableLines(order), [order])
  const fields = useFields(createShipment, {
    initial: {
      ...blankTravel,
      // Where the last shipment that didn't fail went, else the customer's contact data, to which an address is added.
      shipping_address:
        order.shipping_address ??
        [order.customer_name, order.customer_phone, order.customer_email].filter(Boolean).join('\n'),
      quantities: Object.fromEntries(order.lines.map((line) => [line.id, line.ready_quantity])) as Record<
        string,
        number | string
      >,
      lines: null,
    },
    toInput: ({ quantities, lines: _, ...travel }) => ({
      sales_order_id: order.id,
      ...travelInput(travel),
      lines: chosenLines(lines, quantities),
    }),
    check: ({ quantities }) => checkRemaining(lines, quantities),
  })
  const state = useSubmit(fields, {
    fallback: 'Failed to create shipment',
    onDone: (shipment) => {
      toastDone(`${shipmentName(shipment)} created with ${countedGoods(shipment.units, shipment.lines)}`, {
        undo: () => act(discardShipment, { shipment_id: shipment.id, version: shipment.version }),
        undone: `${shipmentName(shipment)} discarded`,
        about: shipment.id,
      })
      onClose()
    },
  })
  return (
    <CommandForm
      state={state}
      submitLabel={submitLabel(unitsOf(lines, state.values.quantities), order.lines)}
      pendingLabel="Creating..."
      onCancel={onClose}
      disabled={lines.length === 0}
      sticky
    >
      {picker}
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
        isFirstFocused
      />
      <TravelFields state={state} />
    </CommandForm>
  )
}

/** The button says how many units it ships, if the order's quantities have a sum. */
function submitLabel(units: number, lines: Parameters<typeof haveSum>[0]): string {
  return units > 0 && haveSum(lines) ? `Create Shipment · ${counted(units, 'unit')}` : 'Create Shipment'
}
