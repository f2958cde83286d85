import { listProductsToCount } from '../../contract/stock-counts.ts'
import { useRead } from '../kit/api.ts'
import { ErrorState } from '../kit/error-state.tsx'
import { RowSkeletons } from '../kit/skeletons.tsx'
import { CountLine } from './count-line.tsx'
import type { FoundProduct as Found } from './count-values.ts'
import type { KeptLine } from './use-kept-counts.ts'

type FoundProductProps = Readonly<{
  location_id: string
  product_id: string
  found: Found
  isBlind: boolean
  kept: KeptLine
  onCounted: (product_id: string) => void
}>

/** A product that was searched for or scanned: it can be counted again, and where it isn't expected. */
export function FoundProduct({ location_id, product_id, found, isBlind, kept, onCounted }: FoundProductProps) {
  const query = useRead(listProductsToCount, { location_id, product_id })
  const product = query.data?.items[0]
  if (product)
    return (
      <CountLine
        product={product}
        location_id={location_id}
        isBlind={isBlind}
        found={found}
        kept={kept}
        onCounted={onCounted}
      />
    )
  if (query.isPending) return <RowSkeletons rows={1} />
  return (
    <ErrorState
      compact
      error={query.error}
      fallback="This product can’t be counted"
      onRetry={() => void query.refetch()}
    />
  )
}
