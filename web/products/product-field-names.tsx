import type { ReactNode } from 'react'
import { readCategory } from '../../contract/categories.ts'
import { formatCost, formatMoney } from '../ui/money.ts'
import { formatQuantity } from '../../contract/quantity.ts'
import { readSupplier } from '../../contract/suppliers.ts'
import { useRead } from '../kit/api.ts'
import type { FieldNames } from '../kit/conflict-strategy.ts'
import { type ProductField, productLabels } from './product-labels.ts'
import type { ProductValues } from './product-values.ts'

const quantity = (value: number | string) => (typeof value === 'number' ? formatQuantity(value) : value || '–')
const amount = (value: number | string) => (typeof value === 'number' ? formatMoney(value) : value || '–')

/** Fields whose values are neither text nor a plain number. */
const shown: { [Field in ProductField]?: (value: ProductValues[Field]) => ReactNode } = {
  category_id: (id) => <CategoryName id={id} />,
  supplier_id: (id) => <SupplierName id={id} />,
  price: amount,
  cost_price: (value) => (typeof value === 'number' ? formatCost(value) : value || '–'),
  stock_quantity: quantity,
  min_stock_level: quantity,
  quantity_decimals: (decimals) => (decimals === '0' ? 'Whole units' : decimals),
  additional_locations: (locations) => (locations.length === 0 ? '–' : `${locations.length} to add`),
}

/** The names of the product form's fields, and how two versions are compared. */
export const productFieldNames = Object.fromEntries(
  Object.entries({ ...productLabels, quantity_decimals: 'Decimals' }).map(([field, name]) => {
    const show = shown[field as ProductField]
    return [field, show ? { name, show } : name]
  }),
) as FieldNames<ProductValues>

function CategoryName({ id }: { id: string }) {
  const { data } = useRead(readCategory, { id }, { enabled: id !== '' })
  return id === '' ? 'Uncategorized' : (data?.name ?? '…')
}

function SupplierName({ id }: { id: string }) {
  const { data } = useRead(readSupplier, { id }, { enabled: id !== '' })
  return id === '' ? '–' : (data?.name ?? '…')
}
