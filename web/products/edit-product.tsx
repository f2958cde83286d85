import { Button } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { deleteProduct } from '../../contract/product-deletion.ts'
import { type Product, updateProduct } from '../../contract/products.ts'
import type { ProductStock } from '../../contract/stock.ts'
import { recordAddress } from '../../contract/record-addresses.ts'
import { mergeByField } from '../kit/conflict-strategy.ts'
import { RecordFrame } from '../kit/record-page.tsx'
import { toastDone } from '../kit/toast.tsx'
import { useConflict } from '../kit/use-conflict.ts'
import { useDraft } from '../kit/use-draft.ts'
import { useFields } from '../kit/use-fields.ts'
import { useSubmit } from '../kit/use-submit.ts'
import { useGo } from '../kit/use-go.ts'
import { useMay } from '../kit/use-may.ts'
import { Link } from '../ui/link.tsx'
import { askBeforeNewLocation } from './ask-new-location.ts'
import classes from './product-form.module.css'
import { productFieldNames } from './product-field-names.tsx'
import { ProductForm } from './product-form.tsx'
import { inputOf, type ProductValues, valuesOf } from './product-values.ts'
import { useDeleteProduct } from './use-product-commands.ts'

type EditProductProps = Readonly<{ product: Product; stock: ProductStock; onClose: () => void }>

/** The product's page turned into its form. */
export function EditProduct({ product, stock, onClose }: EditProductProps) {
  const go = useGo()
  const remove = useDeleteProduct()
  const mayDelete = useMay(deleteProduct) === true
  const scattered = holdings(stock) > 1
  const fields = useFields(updateProduct, {
    initial: valuesOf(product),
    toInput: (values) => ({
      id: product.id,
      version: values.version,
      ...inputOf(values),
      stock_quantity: stockChange(values),
    }),
    fieldNames: { 'stock_quantity.from': 'stock_quantity', 'stock_quantity.to': 'stock_quantity' },
    draft: useDraft(`product ${product.id}`),
  })
  const conflict = useConflict(fields, {
    // Stock moves while the form is open: it shows the stored quantity, or a notice if the quantity was edited.
    serverRecord: valuesOf(product),
    fromRecord: (record) => valuesOf(record as Product),
    strategy: mergeByField(productFieldNames),
  })
  const state = useSubmit(fields, {
    conflict,
    ask: ({ location }) => askBeforeNewLocation(location, product.location ?? ''),
    fallback: 'Failed to save product. Please try again.',
    onDone: ({ name }) => {
      toastDone(`${name} was saved`)
      onClose()
    },
  })
  const onDelete = async () => {
    if (await remove(product)) go('/products')
  }
  return (
    <RecordFrame
      breadcrumb={[
        { label: 'Products', to: '/products' },
        { label: product.name, to: recordAddress('product', product.id) },
      ]}
      title="Edit Product"
    >
      <ProductForm
        state={state}
        submitLabel="Update Product"
        onCancel={onClose}
        fallbackLocation={product.home_location?.name}
        product_id={product.id}
        savedLocation={product.location ?? undefined}
        aside={
          mayDelete && (
            <Button
              color="red"
              variant="subtle"
              className={classes['delete']}
              leftSection={<IconTrash size={16} />}
              onClick={() => void onDelete()}
            >
              Delete Product
            </Button>
          )
        }
        {...(scattered ? { stockElsewhere: <Elsewhere id={product.id} /> } : {})}
      />
    </RecordFrame>
  )
}

/** The number of lots and locations with stock of the product. */
function holdings(stock: ProductStock): number {
  return stock.locations.flatMap(({ lots }) => lots).filter(({ on_hand }) => on_hand > 0).length
}

/** The quantity the editor saw and the new one; anything but a number is passed on, to be refused beside the field. */
function stockChange({ stock_seen, stock_quantity }: ProductValues) {
  return { from: stock_seen, to: stock_quantity }
}

function Elsewhere({ id }: { id: string }) {
  return (
    <>
      Stored in several locations. <Link to={recordAddress('product', id)}>Edit by location</Link>
    </>
  )
}
