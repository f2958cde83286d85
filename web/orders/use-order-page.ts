import { type AddressedKind, recordAddress } from '../../contract/record-addresses.ts'
import { useEditing } from '../kit/use-editing.ts'
import { useMay } from '../kit/use-may.ts'

type OrderPage = Readonly<{
  kind: AddressedKind
  id: string
  /** Undefined until it is loaded. */
  order: Readonly<{ order_number: string; concerns_other_locations: boolean }> | undefined
  list: Readonly<{ label: string; to: string }>
}>

/** What the page of an order shows: its document, or with `?edit` its form, to those who can change the order. */
export function useOrderPage({ kind, id, order, list }: OrderPage) {
  const address = recordAddress(kind, id)
  const { editing, edit, close } = useEditing(address)
  const mayOrder = useMay('orders.write') === true
  const mayEdit = mayOrder && order !== undefined && !order.concerns_other_locations
  const isForm = editing && mayEdit
  return {
    mayEdit,
    isForm,
    /** Whether the form was asked for: true while the order loads, and for those who can't change it. */
    editing,
    breadcrumb: isForm ? [list, { label: order.order_number, to: address }] : [list],
    /** Null if the reader can't change the order. */
    edit: mayEdit ? edit : null,
    close,
  }
}
