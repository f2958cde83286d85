import { Textarea } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { PurchaseOrder } from '../../contract/purchase-orders.ts'
import { editable } from '../../contract/purchase-order-actions.ts'
import { paymentTermsText } from '../../contract/printed-documents.ts'
import { FixedField } from '../orders/fixed-field.tsx'
import { OrderItems } from '../orders/order-items.tsx'
import { lineChange } from '../orders/change-lines.ts'
import shared from '../orders/orders.module.css'
import { CommandForm } from '../kit/command-form.tsx'
import { DateField } from '../kit/date-field.tsx'
import { FieldGrid } from '../kit/field-grid.tsx'
import { NumberField } from '../kit/number-field.tsx'
import { isDay } from '../../contract/days.ts'
import { useToday } from '../kit/use-today.ts'
import type { CommandFormState } from '../kit/use-submit.ts'
import { LocationPicker } from '../stock/location-picker.tsx'
import type { ListedProduct } from '../stock/product-picker.tsx'
import { Card } from '../ui/card.tsx'
import { dayText } from '../ui/day-text.ts'
import { commonLocation, lineStateOf, type OrderValues, supplierValues } from './order-values.ts'
import { ReorderButton } from './reorder-button.tsx'
import { SupplierField } from './supplier-field.tsx'
import { SupplierNotice } from './supplier-notice.tsx'
import { locationName, useDefaultLocation } from './use-delivery-location.ts'

type PurchaseOrderFormProps = Readonly<{
  state: CommandFormState<OrderValues>
  /** The saved order; null while it is new. */
  order: PurchaseOrder | null
  submitLabel: string
  onCancel: () => void
  actions?: ReactNode
}>

const costOf = (product: ListedProduct) => product.cost_price

/** The editable data of a purchase order, as far as its status allows. */
// oxlint-disable-next-line max-lines-per-function -- the fields of a form in their order
export function PurchaseOrderForm({ state, order, submitLabel, onCancel, actions }: PurchaseOrderFormProps) {
  const { form, field, values } = state
  const today = useToday()
  const may = order ? editable[order.status] : 'everything'
  const readOnly = may === 'notes' || !state.allowed
  // Lines have the location; until there is one, it is the choice for the first.
  const [firstLocation, setFirstLocation] = useState(commonLocation(values.lines) ?? '')
  const location_id = values.lines.length === 0 ? firstLocation : commonLocation(values.lines)
  const defaultLocation = useDefaultLocation()
  const changeLines = lineChange(form)
  return (
    <CommandForm state={state} submitLabel={submitLabel} onCancel={onCancel} actions={actions} sticky>
      <Card title="Order Information">
        <div className={shared['stack']}>
          <SupplierNotice order={order} supplier_id={values.supplier_id} orderDate={values.order_date} />
          <FieldGrid columns={3}>
            <FixedField label="Order number" value={order?.order_number ?? 'Assigned on save'} />
            {may === 'everything' ? (
              <SupplierField
                {...field('supplier_id')}
                value={values.supplier_id}
                name={values.supplier_name}
                orderDate={values.order_date}
                isFirst={order === null}
                onChange={(supplier) => {
                  form.setValues(supplierValues(supplier ?? undefined))
                  form.clearFieldError('supplier_id')
                }}
              />
            ) : (
              <FixedField label="Supplier" value={values.supplier_name} />
            )}
            {readOnly ? (
              <>
                <FixedField label="Order date" value={dayOf(values.order_date)} />
                <FixedField label="Expected delivery date" value={dayOf(values.expected_date)} />
                <FixedField
                  label="Deliver to"
                  value={location_id === null ? 'Several locations' : (locationName(order) ?? defaultLocation)}
                />
                {order?.payment_terms_days != null && (
                  <FixedField label="Payment terms" value={paymentTermsText(order.payment_terms_days)} />
                )}
              </>
            ) : (
              <>
                <DateField
                  label="Order date"
                  description="Default: the day it’s placed"
                  max={today}
                  {...field('order_date')}
                />
                <DateField label="Expected delivery date" {...field('expected_date')} />
                <LocationPicker
                  label="Deliver to"
                  arriving
                  placeholder={location_id === null ? 'Several locations' : defaultLocation}
                  locationName={locationName(order)}
                  value={location_id}
                  onChange={(location_id) => {
                    setFirstLocation(location_id)
                    changeLines(
                      values.lines.map((line) => ({ ...line, location_id: location_id || null })),
                      ['lines'],
                    )
                  }}
                />
                <NumberField
                  label="Payment terms (days)"
                  description="From the first receipt. Blank: paid when ordered"
                  inputMode="numeric"
                  {...field('payment_terms_days')}
                />
              </>
            )}
          </FieldGrid>
          <Textarea
            label="Notes"
            description="The supplier sees these on the printed order"
            rows={2}
            autosize={false}
            {...field('notes')}
          />
        </div>
      </Card>
      <OrderItems
        lines={values.lines}
        errors={form.errors}
        onChange={changeLines}
        priceOf={costOf}
        stateOf={({ id }) => lineStateOf(order, id)}
        readOnly={readOnly}
        location_id={location_id || null}
        isPart={order?.concerns_other_locations ?? false}
        otherAdd={(addLines) =>
          may === 'everything' && (
            <ReorderButton
              supplier_id={values.supplier_id}
              lines={values.lines}
              location_id={location_id || null}
              onAdd={addLines}
            />
          )
        }
      />
    </CommandForm>
  )
}

/** A saved day; '' if there is none, or while it is being typed. */
const dayOf = (value: string) => (isDay(value) ? dayText(value) : '')
