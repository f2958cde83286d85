import { listProducts, readProduct } from '../../contract/products.ts'
import { useRead } from '../kit/api.ts'
import { FilterChip } from '../kit/filter-chip.tsx'
import { useSearchedOptions } from '../kit/use-searched-options.ts'

/** Chooses a product. */
export function ProductChip({ value, onChange }: Readonly<{ value: string; onChange: (value: string) => void }>) {
  const { items, control } = useSearchedOptions(listProducts, { limit: 20 })
  const chosen = useRead(readProduct, { id: value }, { enabled: value !== '' })
  return (
    <FilterChip
      filter={{
        key: 'product',
        label: 'Product',
        all: 'All Products',
        options: items.map((product) => ({
          value: product.id,
          label: `${product.name} · ${product.sku}`,
        })),
      }}
      value={value}
      onChange={onChange}
      onSearch={control.onSearch}
      chosenLabel={chosen.data?.name ?? (chosen.isError ? 'not found' : '…')}
    />
  )
}
