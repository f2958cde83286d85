import { formatMoney } from '../ui/money.ts'
import { listPurchaseOrders, type PurchaseOrder } from '../../contract/purchase-orders.ts'
import { loadFailure } from '../kit/load-failure.ts'
import { SearchSelect } from '../kit/search-select.tsx'
import { useSearchedOptions } from '../kit/use-searched-options.ts'

type OrderPickerProps = Readonly<{
  value: string
  /** The chosen order, once it is read. */
  chosen: Pick<PurchaseOrder, 'order_number' | 'supplier_name' | 'total_amount'> | undefined
  onChange: (id: string) => void
}>

/** Chooses an open order: number, supplier and total; the first due comes first. */
export function OrderPicker({ value, chosen, onChange }: OrderPickerProps) {
  const { found, items, control } = useSearchedOptions(listPurchaseOrders, {
    open: 'true',
    sort: 'expected_date',
    limit: 50,
  })
  return (
    <SearchSelect
      label="Select Purchase Order"
      placeholder="Order number or supplier"
      {...loadFailure(found, value, 'Failed to load purchase orders')}
      clearable
      value={value || null}
      chosenLabel={value && chosen ? orderText(chosen) : ''}
      options={items.map((order) => ({
        value: order.id,
        label: order.order_number,
        note: order.supplier_name,
        aside: formatMoney(order.total_amount),
      }))}
      {...control}
      emptyText="No purchase orders to receive"
      onChange={(id) => onChange(id ?? '')}
    />
  )
}

function orderText({ order_number, supplier_name, total_amount }: NonNullable<OrderPickerProps['chosen']>): string {
  return `${order_number} · ${supplier_name} · ${formatMoney(total_amount)}`
}
