import type { PurchaseOrder } from '../../contract/purchase-orders.ts'
import { listSupplierResponses } from '../../contract/supplier-responses.ts'
import { useRead } from '../kit/api.ts'
import { useMay } from '../kit/use-may.ts'
import { Card } from '../ui/card.tsx'
import classes from './sharing.module.css'
import { SupplierAnswer } from './supplier-answer.tsx'

/** The supplier's answers from a link; nothing if there are none. */
export function SupplierAnswers({ order }: { order: PurchaseOrder }) {
  const { data, isLoading } = useRead(listSupplierResponses, { purchase_order_id: order.id })
  // A decision changes the order as a whole.
  const mayDecide = useMay('orders.write') === true && !order.concerns_other_locations
  if (isLoading) return <div data-reading hidden />
  const responses = data?.items ?? []
  if (responses.length === 0) return null
  return (
    <Card title="Supplier Responses" flush>
      <ol className={classes['messages']}>
        {responses.map((response) => (
          <SupplierAnswer key={response.id} response={response} mayDecide={mayDecide} />
        ))}
      </ol>
    </Card>
  )
}
