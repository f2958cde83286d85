import { Textarea, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import type { SalesOrder } from '../../contract/sales-orders.ts'
import { canMoveSale, editableSale, type SalesOrderStatus } from '../../contract/sales-order-statuses.ts'
import { lineChange } from '../orders/change-lines.ts'
import { FixedField } from '../orders/fixed-field.tsx'
import { optionsOf } from '../orders/list-filters.ts'
import { OrderItems } from '../orders/order-items.tsx'
import shared from '../orders/orders.module.css'
import { CommandForm } from '../kit/command-form.tsx'
import { FieldGrid } from '../kit/field-grid.tsx'
import type { CommandFormState } from '../kit/use-submit.ts'
import { LocationPicker } from '../stock/location-picker.tsx'
import type { ListedProduct } from '../stock/product-picker.tsx'
import { Card } from '../ui/card.tsx'
import { CustomerField } from './customer-field.tsx'
import { salesStatusLabels } from './labels.ts'
import { lineStateOf, type SalesValues } from './sales-values.ts'
import { Select } from '../ui/select.tsx'

type SalesOrderFormProps = Readonly<{
  state: CommandFormState<SalesValues>
  /** The saved order; null while it is new. */
  order: SalesOrder | null
  submitLabel: string
  onCancel: () => void
  /** Chosen for a saved order: it changes immediately. */
  onStatus?: (status: SalesOrderStatus) => void
  /** True while a status is sent. */
  locked?: boolean
  actions?: ReactNode
}>

const priceOf = (product: ListedProduct) => product.price

/** The editable data of a sales order, as far as its status allows. */
// oxlint-disable-next-line max-lines-per-function -- the fields of a form in their order
export function SalesOrderForm({
  state,
  order,
  submitLabel,
  onCancel,
  onStatus,
  locked,
  actions,
}: SalesOrderFormProps) {
  const { form, field, values } = state
  const readOnly = (order !== null && editableSale[order.status] === 'contact') || !state.allowed
  const changeLines = lineChange(form)
  return (
    <CommandForm
      state={state}
      submitLabel={submitLabel}
      onCancel={onCancel}
      actions={actions}
      {...(locked === undefined ? {} : { locked })}
      sticky
    >
      <Card title="Order Information">
        <div className={shared['stack']}>
          <FieldGrid>
            <FixedField label="Order number" value={order?.order_number ?? 'Assigned on save'} />
            <Select
              label="Status"
              data={optionsOf(salesStatusLabels)}
              allowDeselect={false}
              value={order?.status ?? values.status}
              disabled={order !== null && onStatus === undefined}
              onChange={(status) => {
                if (!status) return
                if (order) onStatus?.(status as SalesOrderStatus)
                else form.setFieldValue('status', status as SalesOrderStatus)
              }}
            />
            <CustomerField
              {...field('customer_name')}
              value={values.customer_name}
              customer_id={values.customer_id}
              readOnly={!state.allowed}
              isFirst={order === null}
              onChange={(customer_name) => form.setValues({ customer_name, customer_id: null })}
              onPick={({ id, name, email, phone }) => {
                form.setValues({
                  customer_id: id,
                  customer_name: name,
                  customer_email: email ?? '',
                  customer_phone: phone ?? '',
                })
                form.clearFieldError('customer_name')
              }}
            />
            <TextInput label="Customer email" type="email" {...field('customer_email')} />
            <TextInput label="Customer phone" type="tel" {...field('customer_phone')} />
            <LocationPicker
              label="Ship from"
              placeholder="Any location"
              clearable
              disabled={!state.allowed || (order !== null && !canMoveSale(order.status))}
              locationName={order?.location_name}
              {...field('location_id')}
            />
          </FieldGrid>
          <Textarea
            label="Notes"
            description="The customer sees these on the confirmation and invoice"
            rows={2}
            {...field('notes')}
          />
        </div>
      </Card>
      <OrderItems
        lines={values.lines}
        errors={form.errors}
        onChange={changeLines}
        priceOf={priceOf}
        stateOf={({ id }) => lineStateOf(order, id)}
        readOnly={readOnly}
        availability={values.location_id ? 'in_all' : 'shown'}
      />
    </CommandForm>
  )
}
