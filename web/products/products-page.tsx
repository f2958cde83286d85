import { Button } from '@mantine/core'
import {
  IconArrowBackUp,
  IconArrowsExchange,
  IconPackage,
  IconPencil,
  IconPlus,
  IconPlusMinus,
  IconRefreshAlert,
  IconTrash,
  IconUpload,
} from '@tabler/icons-react'
import { useState } from 'react'
import { counted, nounFor } from '../../contract/counted-nouns.ts'
import { formatMoney } from '../ui/money.ts'
import { deleteProduct, restoreProduct } from '../../contract/product-deletion.ts'
import { listProducts, type ProductListItem, readProductSummary } from '../../contract/products.ts'
import { formatQuantity } from '../../contract/quantity.ts'
import { mixedStock } from '../../contract/stock-units.ts'
import { readStockValueAsOf } from '../../contract/stock-as-of.ts'
import { recordAddress } from '../../contract/record-addresses.ts'
import { PastLine } from './past-line.tsx'
import classes from './products.module.css'
import { unknownCostText } from './unknown-cost.ts'
import { useRead } from '../kit/api.ts'
import { useInfiniteRead } from '../kit/use-infinite-read.ts'
import type { Past } from '../kit/as-of-text.ts'
import { ListPage, type ListPageProps } from '../kit/list-page.tsx'
import { PastNotice } from '../kit/past-notice.tsx'
import type { RowAction } from '../kit/row-actions.tsx'
import { toastDone, toastFailed } from '../kit/toast.tsx'
import { useAsOf } from '../kit/use-as-of.ts'
import { useGo } from '../kit/use-go.ts'
import { useUrlState } from '../kit/url-state.ts'
import { useMay, useMayAny } from '../kit/use-may.ts'
import { TransferDialog } from '../stock/transfer-dialog.tsx'
import { UpdateStockDialog } from '../stock/update-stock-dialog.tsx'
import { ExploreButton } from '../organizations/explore-button.tsx'
import { Link } from '../ui/link.tsx'
import { ListLabels } from './list-labels.tsx'
import { PastCard } from './past-card.tsx'
import { pastColumns } from './past-columns.tsx'
import { ProductCard } from './product-card.tsx'
import { ProductLine } from './product-line.tsx'
import { productAddress } from './product-address.ts'
import { productColumns } from './product-columns.tsx'
import { isNarrowed, productFilters, productsInput } from './product-filters.tsx'
import { SelectedProducts } from './selected-products.tsx'
import { useProductsView } from './use-products-view.ts'
import { useDeleteProduct, useRestoreProduct } from './use-product-commands.ts'

type Opened = { dialog: 'update' | 'transfer'; product: ProductListItem }

/** All products: searched, filtered, sorted on the server, as cards or as a table. */
// oxlint-disable-next-line max-lines-per-function -- the list and what it passes to its frame
export function ProductsPage() {
  const mayWrite = useMay('catalogue.write') === true
  const mayImport = useMay('imports.write') === true
  const mayStock = useMay('stock.write') === true
  const { data: summary, isError } = useRead(readProductSummary, {})
  const opensWith = useProductsView(isError ? null : summary?.products)
  const [opened, setOpened] = useState<Opened | null>(null)
  const rowActions = useRowActions(setOpened)
  const asOf = useAsOf()
  const { past } = asOf
  const [{ archived }] = useUrlState({ archived: '' })
  // The list ignores the filter while there are none.
  const isArchived = archived !== '' && (summary?.archived ?? 0) > 0
  const close = () => setOpened(null)
  return (
    <>
      <ListPage
        title="Products"
        counted={({ count }, address) => {
          if (count?.is_exact) return count.products
          return isNarrowed(address) || past ? null : (summary?.products ?? null)
        }}
        subtitle={(address) => <Subtitle address={address} past={past} />}
        above={
          past && (
            <div className={classes['past']}>
              <PastNotice asOf={asOf} />
            </div>
          )
        }
        actions={
          !past && (
            <>
              <ListLabels />
              <ReorderLink />
              {mayImport && (
                <Button
                  component={Link}
                  to="/import"
                  variant="default"
                  visibleFrom="sm"
                  leftSection={<IconUpload size={16} />}
                >
                  Import
                </Button>
              )}
            </>
          )
        }
        primary={
          mayWrite &&
          !past && (
            <Button component={Link} to="/products/new" leftSection={<IconPlus size={16} />}>
              Add Product
            </Button>
          )
        }
        endpoint={listProducts}
        input={(address) => productsInput(address, past)}
        rowKey={({ id }) => id}
        rowName={({ name }) => name}
        rowHref={(product) => productAddress(product.id, past)}
        {...((mayWrite || mayStock) && !past ? { rowActions } : {})}
        {...(past || isArchived ? {} : { bulkActions: selectedProducts })}
        columns={past ? pastColumns(past) : productColumns}
        card={(product) =>
          past ? (
            <PastCard product={product} past={past} />
          ) : (
            <ProductCard product={product} actions={rowActions(product)} />
          )
        }
        line={(product) =>
          past ? (
            <PastLine product={product} past={past} />
          ) : (
            <ProductLine product={product} actions={rowActions(product)} />
          )
        }
        views={['grid', 'table']}
        opensWith={opensWith}
        sort="relevance"
        shownSort={shownSort}
        searchPlaceholder="Name, SKU or description"
        keepsToolbar={past !== null || (summary?.archived ?? 0) > 0}
        filters={productFilters((summary?.archived ?? 0) > 0, asOf)}
        empty={{
          icon: IconPackage,
          title: 'No products found',
          text: mayImport ? 'Add your products or import an Excel or CSV file.' : undefined,
          action: mayWrite && (
            <>
              <Button component={Link} to="/products/new">
                Add Your First Product
              </Button>
              {mayImport && (
                <Button component={Link} to="/import" variant="default">
                  Import your data
                </Button>
              )}
              {summary?.products === 0 && summary.archived === 0 && <ExploreButton />}
            </>
          ),
        }}
        failed="Failed to load products"
      />
      {opened && (
        <>
          <UpdateStockDialog
            product_id={opened.product.id}
            product={opened.product.name}
            opened={opened.dialog === 'update'}
            onClose={close}
          />
          <TransferDialog
            product_id={opened.product.id}
            product={opened.product.name}
            opened={opened.dialog === 'transfer'}
            onClose={close}
          />
        </>
      )}
    </>
  )
}

const selectedProducts: ListPageProps<typeof listProducts>['bulkActions'] = (products, listed, clear) => (
  <SelectedProducts products={products} listed={listed} onChanged={clear} />
)

/** Beside products that are low or to reorder: leads to them by supplier, for those who may order. */
function ReorderLink() {
  const mayOrder = useMay('orders.write') === true
  const [{ filter }] = useUrlState({ filter: '' })
  if (!mayOrder || filter === '') return null
  return (
    <Button
      component={Link}
      to="/purchase-orders/reorder"
      variant="default"
      leftSection={<IconRefreshAlert size={16} />}
    >
      Reorder
    </Button>
  )
}

/** Relevance sorts by name until there is a search. */
function shownSort({ q, sort }: Readonly<Record<string, string>>): string {
  return sort === 'relevance' && !q ? 'name' : (sort ?? '')
}

/** The counts; with a search or filter, how many it found. */
function Subtitle({ address, past }: Readonly<{ address: Readonly<Record<string, string>>; past: Past | null }>) {
  const { data: summary } = useRead(readProductSummary, {})
  const narrowed = isNarrowed(address)
  // The same read as the list's own: it is requested once.
  const found = useInfiniteRead(listProducts, productsInput(address, past), { enabled: narrowed })
  const count = found.data?.pages[0]?.count
  if (narrowed) {
    if (!count) return <span role="status">Searching…</span>
    const products = `${formatQuantity(count.products)}${count.is_exact ? '' : '+'} ${nounFor(count.products, 'product')}`
    return <span role="status">{products} found</span>
  }
  if (past) return <PastValue past={past} />
  if (!summary) return <>Your products and their stock</>
  const { products, out, units, units_have_sum, value_at_price } = summary
  const mixed = mixedStock(summary)
  const mixedText = mixed
    ? [mixed.units, mixed.rest].filter(Boolean).join(' ')
    : `${formatQuantity(products - out)} in stock`
  const stock = units_have_sum ? counted(units, 'unit') : mixedText
  return (
    <>
      {counted(products, 'product')} · {stock} · {formatMoney(value_at_price)} retail value
    </>
  )
}

/** The total value at that time, including archived products. */
function PastValue({ past }: { past: Past }) {
  const { data: value } = useRead(readStockValueAsOf, past, { keepPrevious: true })
  if (!value) return <>Your products and their stock at that time</>
  return (
    <>
      {value.units_have_sum && `${counted(value.units, 'unit')} · `}
      {formatMoney(value.value_at_price)} retail value · {formatMoney(value.value_at_cost)} at cost
      {value.unknown_cost_units !== 0 &&
        ` · ${unknownCostText(value.units_have_sum ? value.unknown_cost_units : null)}`}
    </>
  )
}

/** The actions on a product in the list. */
function useRowActions(open: (opened: Opened) => void): (product: ProductListItem) => readonly RowAction[] {
  const go = useGo()
  const may = useMayAny()
  const remove = useDeleteProduct()
  const restore = useRestoreProduct()
  return (product) => {
    if (product.archived_at) {
      const bringBack = () =>
        restore(product).then(
          () => toastDone(`${product.name} was restored`),
          (error: unknown) => toastFailed(error, 'Failed to restore product'),
        )
      return may(restoreProduct)
        ? [{ label: 'Restore', icon: IconArrowBackUp, quick: true, onClick: () => void bringBack() }]
        : []
    }
    const forStock: RowAction[] = [
      { label: 'Update Stock', icon: IconPlusMinus, quick: true, onClick: () => open({ dialog: 'update', product }) },
      { label: 'Transfer', icon: IconArrowsExchange, onClick: () => open({ dialog: 'transfer', product }) },
    ]
    const forTheCatalog: RowAction[] = [
      {
        label: 'Edit Product',
        icon: IconPencil,
        shortcut: 'e',
        onClick: () => go(`${recordAddress('product', product.id)}?edit=1`),
      },
    ]
    const forAllLocations: RowAction[] = [
      { label: 'Delete Product', icon: IconTrash, danger: true, onClick: () => void remove(product) },
    ]
    return [
      ...(may('stock.write') ? forStock : []),
      ...(may('catalogue.write') ? forTheCatalog : []),
      ...(may(deleteProduct) ? forAllLocations : []),
    ]
  }
}
