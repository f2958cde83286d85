import { createProduct } from '../../contract/products.ts'
import { recordAddress } from '../../contract/record-addresses.ts'
import { RecordFrame } from '../kit/record-page.tsx'
import { toastDone } from '../kit/toast.tsx'
import { useDraft } from '../kit/use-draft.ts'
import { useFields } from '../kit/use-fields.ts'
import { useSubmit } from '../kit/use-submit.ts'
import { useGo } from '../kit/use-go.ts'
import { askBeforeNewLocation } from './ask-new-location.ts'
import { ProductForm } from './product-form.tsx'
import { blankProduct, inputOf, numberOrMissing } from './product-values.ts'

/** Adds a product with its opening stock. */
export function NewProductPage() {
  const go = useGo()
  const fields = useFields(createProduct, {
    initial: blankProduct,
    toInput: (values) => ({ ...inputOf(values), stock_quantity: numberOrMissing(values.stock_quantity) }),
    draft: useDraft('product'),
  })
  const state = useSubmit(fields, {
    ask: ({ location }) => askBeforeNewLocation(location),
    fallback: 'Failed to save product. Please try again.',
    onDone: ({ id, name }) => {
      toastDone(`${name} was added`, { open: recordAddress('product', id) })
      go('/products')
    },
  })
  return (
    <RecordFrame breadcrumb={[{ label: 'Products', to: '/products' }]} title="Add New Product">
      <ProductForm state={state} submitLabel="Add Product" onCancel={() => go('/products')} />
    </RecordFrame>
  )
}
