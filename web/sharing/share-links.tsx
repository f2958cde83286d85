import { listPurchaseOrderShares, listSalesOrderShares, type Share } from '../../contract/sharing.ts'
import { useRead } from '../kit/api.ts'
import { ErrorState } from '../kit/error-state.tsx'
import { RowSkeletons } from '../kit/skeletons.tsx'
import { ShareLinkRow } from './share-link-row.tsx'
import classes from './sharing.module.css'

/** The links to a sales order. */
export function SalesOrderLinks({ id }: { id: string }) {
  return <Links query={useRead(listSalesOrderShares, { sales_order_id: id })} />
}

/** The links to a purchase order. */
export function PurchaseOrderLinks({ id }: { id: string }) {
  return <Links query={useRead(listPurchaseOrderShares, { purchase_order_id: id })} />
}

type LinksQuery = Readonly<{ data: { items: Share[] } | undefined; error: unknown; refetch: () => unknown }>

function Links({ query }: { query: LinksQuery }) {
  const links = query.data?.items
  if (!links)
    return query.error ? (
      <ErrorState compact error={query.error} onRetry={() => void query.refetch()} />
    ) : (
      <RowSkeletons rows={1} />
    )
  if (links.length === 0) return null
  return (
    <section>
      <h3 className={classes['heading']}>Links to this order</h3>
      <ul className={classes['links']}>
        {links.map((link) => (
          <ShareLinkRow key={link.id} link={link} />
        ))}
      </ul>
    </section>
  )
}
