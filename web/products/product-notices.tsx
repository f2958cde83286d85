import { Button } from '@mantine/core'
import { IconAlertTriangle, IconArchive, IconCalendarX, IconMapPin } from '@tabler/icons-react'
import { byCount } from '../../contract/counted-nouns.ts'
import { restoreProduct } from '../../contract/product-deletion.ts'
import { type Product, updateProduct } from '../../contract/products.ts'
import { createPurchaseOrder } from '../../contract/purchase-orders.ts'
import { formatQuantity } from '../../contract/quantity.ts'
import type { ProductStock } from '../../contract/stock.ts'
import { useCommand } from '../kit/api.ts'
import { expiredAt } from '../stock/explained.ts'
import { onItsWay } from '../stock/on-its-way.ts'
import { reorderQuantity } from '../stock/reorder-quantity.ts'
import { toastDone, toastFailed } from '../kit/toast.tsx'
import { useIsLimited, useMay } from '../kit/use-may.ts'
import { Link } from '../ui/link.tsx'
import { Notice } from '../ui/notice.tsx'
import { short } from '../ui/short.ts'
import { fullerLocation } from './fuller-location.ts'
import { inputOf, valuesOf } from './product-values.ts'
import { useRestoreProduct } from './use-product-commands.ts'

/** Longer names don't fit on a button of a narrow phone. */
const onButton = 20

type ProductNoticesProps = Readonly<{ product: Product; stock: ProductStock | undefined; mayEdit: boolean }>

/** The product's warnings: archived, low, expired, or stored elsewhere than it says. */
export function ProductNotices({ product, stock, mayEdit }: ProductNoticesProps) {
  const { is_low, minimum } = product.stock
  const isLimited = useIsLimited()
  // A limited member doesn't see all of the product's locations, so that most of its stock can be at another.
  const elsewhere = isLimited ? null : fullerLocation(product.location, stock?.locations ?? [])
  const expired = expiredAt({ locations: stock?.locations ?? [] })
  return (
    <>
      {product.archived_at && <Archived product={product} mayEdit={mayEdit} />}
      {is_low && (
        <Notice
          tone="amber"
          icon={<IconAlertTriangle size={18} stroke={1.7} />}
          title={minimum > 0 ? 'Low Stock Alert' : 'Out of Stock'}
        >
          {lowText(product, isLimited)}
          <OrderMore product={product} />
        </Notice>
      )}
      {expired > 0 && (
        <Notice tone="amber" icon={<IconCalendarX size={18} stroke={1.7} />} title="Expired goods">
          {byCount(
            expired,
            {
              one: '{count} of {available} available units has expired and can’t be sold.',
              other: '{count} of {available} available units have expired and can’t be sold.',
            },
            { available: formatQuantity(stock?.available ?? 0) },
          )}
        </Notice>
      )}
      {elsewhere && !product.archived_at && <Elsewhere product={product} location={elsewhere} mayEdit={mayEdit} />}
    </>
  )
}

/** How low it is, and what is on its way to the same locations. */
function lowText({ stock }: Product, isLimited: boolean): string {
  const { on_hand, minimum } = stock
  const low =
    minimum > 0
      ? `${isLimited ? 'Current stock at your locations' : 'Current total stock'} (${formatQuantity(on_hand)}) is at or below minimum level (${formatQuantity(minimum)})`
      : `No stock on hand${isLimited ? ' at your locations' : ''}.`
  const coming = onItsWay(stock)
  if (coming.length === 0) return low
  return `${low.replace(/\.$/, '')}. On its way: ${coming.join(', ')}.`
}

/** Leads to a new order with the product's supplier; not shown if enough is on its way. */
function OrderMore({ product }: { product: Product }) {
  const mayOrder = useMay(createPurchaseOrder) === true
  const { supplier, archived_at } = product
  if (!mayOrder || !supplier || archived_at || reorderQuantity(product) === 0) return null
  return (
    <Button component={Link} to={`/purchase-orders/new?supplier=${supplier.id}`} size="compact-md" variant="default">
      Order from {short(supplier.name, onButton)}
    </Button>
  )
}

function Archived({ product, mayEdit }: { product: Product; mayEdit: boolean }) {
  const mayRestore = useMay(restoreProduct) === true
  const restore = useRestoreProduct()
  const onClick = () =>
    restore(product).then(
      () => toastDone(`${product.name} was restored`),
      (error: unknown) => toastFailed(error, 'Failed to restore product'),
    )
  return (
    <Notice tone="gray" icon={<IconArchive size={18} stroke={1.7} />} title="This product is archived">
      It’s hidden everywhere except in history, and its SKU can’t be reused.
      {mayEdit && mayRestore && (
        <Button size="compact-md" variant="default" onClick={() => void onClick()}>
          Restore
        </Button>
      )}
    </Notice>
  )
}

/** The product's location text isn't the location with the most stock: one click fixes it. */
function Elsewhere({ product, location, mayEdit }: { product: Product; location: string; mayEdit: boolean }) {
  const { run, pending } = useCommand(updateProduct)
  const fix = () =>
    run({
      id: product.id,
      version: product.version,
      ...inputOf({ ...valuesOf(product), location }),
    } as never).then(
      () => toastDone(`Location set to ${location}`),
      (error: unknown) => toastFailed(error, 'Failed to update product location. Please try again.'),
    )
  return (
    <Notice tone="gray" icon={<IconMapPin size={18} stroke={1.7} />} title="Location Mismatch">
      This product is set to {short(product.location ?? '')}, but most of its stock is at {short(location)}.
      {mayEdit && (
        <Button size="compact-md" variant="default" disabled={pending} onClick={() => void fix()}>
          Set location to {short(location, onButton)}
        </Button>
      )}
    </Notice>
  )
}
