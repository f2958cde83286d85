import { listProductsToCount } from '../../contract/stock-counts.ts'
import { useRead } from '../kit/api.ts'
import { ErrorState } from '../kit/error-state.tsx'
import { RowSkeletons } from '../kit/skeletons.tsx'
import { Card } from '../ui/card.tsx'
import { CountLine } from './count-line.tsx'

type FoundProductProps = Readonly<{ location_id: string; product_id: string; onCounted: () => void }>

/** A product that was searched for or scanned: it can be counted again, and where it isn't expected. */
export function FoundProduct({ location_id, product_id, onCounted }: FoundProductProps) {
  const query = useRead(listProductsToCount, { location_id, product_id })
  const product = query.data?.items[0]
  return (
    <Card flush>
      {product ? (
        <CountLine key={product_id} product={product} location_id={location_id} focused onCounted={onCounted} />
      ) : query.isError || query.data ? (
        <ErrorState
          compact
          error={query.error}
          fallback="This product can’t be counted"
          onRetry={() => void query.refetch()}
        />
      ) : (
        <RowSkeletons rows={1} />
      )}
    </Card>
  )
}
