import { readCategory } from '../../contract/categories.ts'
import { formatCost, formatMoney } from '../../contract/money.ts'
import { formatQuantity } from '../../contract/quantity.ts'
import { readSupplier } from '../../contract/suppliers.ts'
import { useRead } from '../kit/api.ts'
import type { FieldNames } from '../kit/merging.ts'
import { codeFields, type CodeValues } from './product-codes.ts'
import type { ProductValues } from './product-values.ts'

const quantity = (value: number | string) => (typeof value === 'number' ? formatQuantity(value) : value || '–')
const amount = (value: number | string) => (typeof value === 'number' ? formatMoney(value) : value || '–')

const codeNames = Object.fromEntries(codeFields.map(({ code, label }) => [code, label])) as CodeValues

/** The names of the product form's fields, and how two versions are compared. */
export const productFieldNames: FieldNames<ProductValues> = {
  name: 'Product Name',
  ...codeNames,
  category_id: { name: 'Category', show: (id) => <CategoryName id={id} /> },
  supplier_id: { name: 'Supplier', show: (id) => <SupplierName id={id} /> },
  description: 'Description',
  price: { name: 'Price ($)', show: amount },
  cost_price: {
    name: 'Cost Price ($)',
    show: (value) => (typeof value === 'number' ? formatCost(value) : value || '–'),
  },
  stock_quantity: { name: 'Current Stock', show: quantity },
  min_stock_level: { name: 'Minimum Stock Level', show: quantity },
  quantity_decimals: { name: 'Decimals', show: (decimals) => (decimals === '0' ? 'Whole units' : decimals) },
  location: 'Location',
  additional_locations: {
    name: 'Additional Locations',
    show: (locations) => (locations.length === 0 ? '–' : `${locations.length} to add`),
  },
  image: 'Image URL',
  purchase_url: 'Purchase URL',
}

function CategoryName({ id }: { id: string }) {
  const { data } = useRead(readCategory, { id }, { enabled: id !== '' })
  return id === '' ? 'Uncategorized' : (data?.name ?? '…')
}

function SupplierName({ id }: { id: string }) {
  const { data } = useRead(readSupplier, { id }, { enabled: id !== '' })
  return id === '' ? '–' : (data?.name ?? '…')
}
