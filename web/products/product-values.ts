import type { Product } from '../../contract/products.ts'
import { blankCodes, type CodeValues, codesOf } from './product-codes.ts'

/** Another location on the form; `key` identifies a row's fields while rows are added and removed. */
export type LocationValues = { key: string; location_id: string; quantity: number | string }

/**
 * The values of the product form; an empty number is ''. `version` and `stock_seen` are what the editor saw when the
 * fields were filled: they are stored with the values, because the product itself is refetched under the open form when
 * it changes.
 */
export type ProductValues = CodeValues & {
  version: number
  stock_seen: number
  name: string
  category_id: string
  supplier_id: string
  price: number | string
  cost_price: number | string
  stock_quantity: number | string
  min_stock_level: number | string
  quantity_decimals: string
  location: string
  additional_locations: LocationValues[]
  image: string
  purchase_url: string
  description: string
}

export const blankProduct: ProductValues = {
  version: 0,
  stock_seen: 0,
  name: '',
  ...blankCodes,
  category_id: '',
  supplier_id: '',
  price: '',
  cost_price: '',
  stock_quantity: 0,
  min_stock_level: 0,
  quantity_decimals: '0',
  location: '',
  additional_locations: [],
  image: '',
  purchase_url: '',
  description: '',
}

export function valuesOf(product: Product): ProductValues {
  return {
    version: product.version,
    stock_seen: product.stock.on_hand,
    name: product.name,
    ...codesOf(product),
    category_id: product.category_id ?? '',
    supplier_id: product.supplier_id ?? '',
    price: product.price,
    cost_price: product.cost_is_known ? product.cost_price : '',
    stock_quantity: product.stock.on_hand,
    min_stock_level: product.stock.minimum,
    quantity_decimals: String(product.quantity_decimals),
    location: product.location ?? '',
    additional_locations: [],
    image: product.image ?? '',
    purchase_url: product.purchase_url ?? '',
    description: product.description ?? '',
  }
}

/** An empty number is omitted: the contract then reports it as missing, or has a default. */
export function numberOrMissing(value: number | string): number | string | undefined {
  return value === '' ? undefined : value
}

/** The fields as the contract's input, except stock, which is opening stock on one form and a change on the other. */
export function inputOf({ version: _version, stock_seen: _seen, stock_quantity: _stock, ...values }: ProductValues) {
  return {
    ...values,
    category_id: values.category_id || null,
    supplier_id: values.supplier_id || null,
    price: numberOrMissing(values.price),
    cost_price: numberOrMissing(values.cost_price),
    min_stock_level: numberOrMissing(values.min_stock_level),
    quantity_decimals: Number(values.quantity_decimals),
    additional_locations: values.additional_locations.map(({ location_id, quantity }) => ({
      location_id,
      quantity: numberOrMissing(quantity),
    })),
  }
}
