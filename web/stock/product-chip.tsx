import { useDebouncedValue } from '@mantine/hooks'
import { IconPackage } from '@tabler/icons-react'
import { useState } from 'react'
import { listProducts, readProduct } from '../../contract/products.ts'
import { useRead } from '../kit/api.ts'
import { FilterChip } from '../kit/filter-chip.tsx'

/** Chooses a product. */
export function ProductChip({ value, onChange }: Readonly<{ value: string; onChange: (value: string) => void }>) {
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed, 150)
  const found = useRead(listProducts, { search, limit: 20 }, { keepPrevious: true })
  const chosen = useRead(readProduct, { id: value }, { enabled: value !== '' })
  return (
    <FilterChip
      filter={{
        key: 'product',
        label: 'Product',
        icon: IconPackage,
        all: 'All Products',
        options: (found.data?.items ?? []).map((product) => ({
          value: product.id,
          label: `${product.name} · ${product.sku}`,
        })),
      }}
      value={value}
      onChange={onChange}
      onSearch={setTyped}
      chosenLabel={chosen.data?.name ?? (chosen.isError ? 'not found' : '…')}
    />
  )
}
