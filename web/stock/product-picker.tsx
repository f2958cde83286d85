import type { TextInputProps } from '@mantine/core'
import { useState } from 'react'
import { listProducts, readProduct } from '../../contract/products.ts'
import { formatQuantity } from '../../contract/quantity.ts'
import { type ItemOf, useRead } from '../kit/api.ts'
import { SearchSelect } from '../kit/search-select.tsx'
import { useSearchedOptions } from '../kit/use-searched-options.ts'

export type ListedProduct = ItemOf<typeof listProducts>

type ProductPickerProps = Omit<TextInputProps, 'value' | 'defaultValue' | 'onChange' | 'onSelect'> & {
  /** The product's id, '' or null for none. */
  value?: string | null
  onChange: (product_id: string, product: ListedProduct | null) => void
  /** The stock that each option shows: what the form can take of it. */
  stock?: 'on_hand' | 'available' | 'to_promise'
}

const shown = 20

/** Chooses a product by its name or SKU, searched on the server; each option shows its stock. */
export function ProductPicker({ value, onChange, stock = 'on_hand', ...input }: ProductPickerProps) {
  const [chosen, setChosen] = useState<{ id: string; label: string } | null>(null)
  const known = value && chosen?.id === value ? chosen.label : undefined
  const named = useRead(readProduct, { id: value ?? '' }, { enabled: Boolean(value) && known === undefined })
  const { found, items, typed, control } = useSearchedOptions(listProducts, { limit: shown })
  const options = items.map((product) => ({
    value: product.id,
    label: product.name,
    note: product.sku,
    aside: `${formatQuantity(product.stock[stock])} ${stock === 'on_hand' ? 'on hand' : 'available'}`,
  }))
  return (
    <SearchSelect
      label="Product"
      placeholder="Search by name or SKU"
      {...input}
      value={value || null}
      chosenLabel={value ? (known ?? named.data?.name ?? '') : ''}
      options={options}
      {...control}
      searching={found.isFetching && typed !== ''}
      emptyText={found.isError ? 'Products couldn’t be loaded' : 'No products found'}
      onChange={(product_id, option) => {
        setChosen(product_id && option ? { id: product_id, label: option.label } : null)
        onChange(product_id ?? '', items.find((product) => product.id === product_id) ?? null)
      }}
    />
  )
}
