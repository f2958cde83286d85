import { Button } from '@mantine/core'
import { IconPlusMinus } from '@tabler/icons-react'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { type Product, readProduct } from '../../contract/products.ts'
import { type ProductStock, readProductStock } from '../../contract/stock.ts'
import { recordAddress } from '../../contract/record-addresses.ts'
import { Comments } from '../comments/comments.tsx'
import { useRead } from '../kit/api.ts'
import { FormSkeleton } from '../kit/form-skeleton.tsx'
import { PastNotice } from '../kit/past-notice.tsx'
import { RecordPage } from '../kit/record-page.tsx'
import { useEditing } from '../kit/use-editing.ts'
import { useAsOf } from '../kit/use-as-of.ts'
import { useMay } from '../kit/use-may.ts'
import { RecordHistory } from '../kit/record-history.tsx'
import { TransferDialog } from '../stock/transfer-dialog.tsx'
import { UpdateStockDialog } from '../stock/update-stock-dialog.tsx'
import { Thumbnail } from '../ui/thumbnail.tsx'
import { EditProduct } from './edit-product.tsx'
import { HeldGoodsCard } from './held-goods.tsx'
import { Incoming } from './incoming.tsx'
import { PriceHistory } from './price-history.tsx'
import { PrintLabelsDialog } from './print-labels-dialog.tsx'
import { ProductDetails } from './product-details.tsx'
import { ProductFigures } from './product-figures.tsx'
import { ProductNotices } from './product-notices.tsx'
import { ProductPast } from './product-past.tsx'
import { ProductSkeleton } from './product-skeleton.tsx'
import { ProductStatus } from './product-status.tsx'
import { RecentTransfers } from './recent-transfers.tsx'
import { RelatedProducts } from './related-products.tsx'
import { StockHistory } from './stock-history.tsx'
import { StockByLocation } from './stock-by-location.tsx'
import { ProductActions } from './product-actions.tsx'
import { WaitingOrders } from './waiting-orders.tsx'
import { CategoryBadge } from './category-badge.tsx'
import classes from './product-page.module.css'

const notFound = {
  title: 'Product Not Found',
  text: "The product you're looking for doesn't exist.",
  back: { label: 'Back to Products', to: '/products' },
}

/**
 * One product: its stock, locations and actions. `?edit=1` turns the page into its form; `?as_of=…` shows it at a past
 * moment, without actions that would post now.
 */
export function ProductPage() {
  const { id = '' } = useParams({ strict: false })
  const { editing, edit, close } = useEditing(recordAddress('product', id))
  const query = useRead(readProduct, { id })
  const stock = useRead(readProductStock, { product_id: id })
  const [opened, open] = useState<OpenedDialog | null>(null)
  const asOf = useAsOf()
  const atPresent = asOf.past === null
  const mayStock = useMay('stock.write') && atPresent
  const mayEdit = useMay('catalogue.write') && atPresent

  if (editing && mayEdit !== false && query.data && !query.data.archived_at && stock.data) {
    return <EditProduct key={id} product={query.data} stock={stock.data} onClose={close} />
  }
  return (
    <RecordPage
      breadcrumb={[{ label: 'Products', to: '/products' }]}
      // Stock data is above and between product data: one without the other would shift it.
      query={{ data: stock.isPending ? undefined : query.data, error: query.error, refetch: query.refetch }}
      head={(product) => ({
        title: product.name,
        subtitle: <Under product={product} />,
        badges: (
          <>
            {atPresent && <ProductStatus stock={product.stock} archived={product.archived_at !== null} always />}
            <CategoryBadge category={product.category} />
          </>
        ),
        picture: <Thumbnail src={product.image} size={64} alt={product.name} />,
        actions: (
          <ProductActions
            product={product}
            mayStock={mayStock}
            mayEdit={mayEdit}
            onTransfer={() => open('transfer')}
            onEdit={edit}
            onLabels={() => open('labels')}
          />
        ),
        primary: mayStock && !product.archived_at && (
          <Button leftSection={<IconPlusMinus size={16} stroke={1.6} />} onClick={() => open('update')}>
            Update Stock
          </Button>
        ),
      })}
      record={{ kind: 'product', id }}
      notFound={notFound}
      failed="Failed to load product"
      skeleton={editing ? <FormSkeleton /> : <ProductSkeleton />}
    >
      {(product) => (
        <div className={classes['columns']}>
          <div className={classes['main']}>
            <Main
              product={product}
              stock={stock}
              mayEdit={mayEdit === true}
              mayStock={mayStock === true && !product.archived_at}
              asOf={asOf}
            />
          </div>
          <Side product={product} stock={stock.data} atPresent={atPresent} />
          <ProductDialogs product={product} opened={opened} onClose={() => open(null)} />
        </div>
      )}
    </RecordPage>
  )
}

type OpenedDialog = 'update' | 'transfer' | 'labels'

type ProductDialogsProps = Readonly<{ product: Product; opened: OpenedDialog | null; onClose: () => void }>

function ProductDialogs({ product: { id, name }, opened, onClose }: ProductDialogsProps) {
  return (
    <>
      <UpdateStockDialog product_id={id} product={name} opened={opened === 'update'} onClose={onClose} />
      <TransferDialog product_id={id} product={name} opened={opened === 'transfer'} onClose={onClose} />
      <PrintLabelsDialog
        of={{ product_id: id }}
        subject={name}
        products={1}
        opened={opened === 'labels'}
        onClose={onClose}
      />
    </>
  )
}

type MainProps = Readonly<{
  product: Product
  stock: Readonly<{ data: ProductStock | undefined; error: unknown; refetch: () => unknown }>
  mayEdit: boolean
  mayStock: boolean
  asOf: ReturnType<typeof useAsOf>
}>

/** The product at a past moment, or now with its entire history. */
function Main({ product, stock, mayEdit, mayStock, asOf }: MainProps) {
  if (asOf.past)
    return (
      <>
        <PastNotice asOf={asOf} />
        <ProductPast product={product} past={asOf.past} />
      </>
    )
  return (
    <>
      <div className={classes['first']}>
        <ProductNotices product={product} stock={stock.data} mayEdit={mayEdit} />
        <ProductFigures product={product} stock={stock.data} />
        <StockHistory product={product} />
        <StockByLocation product={product} query={stock} mayEdit={mayStock} asOf={asOf} />
      </div>
      <div className={classes['rest']}>
        <HeldGoodsCard product={product} stock={stock.data} mayDecide={mayStock} />
        <RecentTransfers product_id={product.id} />
        <PriceHistory product_id={product.id} />
        <Comments record_type="product" record_id={product.id} />
        <RecordHistory record_id={product.id} />
      </div>
    </>
  )
}

type SideProps = Readonly<{ product: Product; stock: ProductStock | undefined; atPresent: boolean }>

/** Incoming stock and waiting orders, then the product's data. */
function Side({ product, stock, atPresent }: SideProps) {
  return (
    <div className={classes['side']}>
      {atPresent && (
        <div className={classes['open']}>
          <Incoming product={product} stock={stock} />
          <WaitingOrders stock={stock} />
        </div>
      )}
      <div className={classes['rest']}>
        <ProductDetails product={product} stock={stock} />
        {atPresent && <RelatedProducts related={product.related} />}
      </div>
    </div>
  )
}

/** The data that distinguishes this product from similar ones, in one line. */
function Under({ product: { sku, description, supplier } }: { product: Product }) {
  return <span className={classes['under']}>{[sku, description, supplier?.name].filter(Boolean).join(' · ')}</span>
}
