import { Button } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { counted } from '../../contract/counted-nouns.ts'
import { listReorderSuppliers } from '../../contract/reordering.ts'
import { EmptyState } from '../kit/empty-state.tsx'
import { ErrorCard } from '../kit/error-state.tsx'
import { NextPageError } from '../kit/next-page-error.tsx'
import { RecordFrame } from '../kit/record-page.tsx'
import { RowSkeletons } from '../kit/skeletons.tsx'
import { useInfiniteRead } from '../kit/use-infinite-read.ts'
import { Card } from '../ui/card.tsx'
import { Link } from '../ui/link.tsx'
import { ReorderGroup, ReorderHeadings } from './reorder-group.tsx'
import classes from './reorder-page.module.css'

const back = { label: 'Purchase Orders', to: '/purchase-orders' }
const failed = 'Failed to load products to reorder'

/** What to order today: the products to reorder of each supplier, and an order for them in one press. */
export function ReorderPage() {
  const list = useInfiniteRead(listReorderSuppliers, { limit: 10 })
  const { items, first } = list
  return (
    <RecordFrame
      breadcrumb={[back]}
      title="Reorder"
      subtitle={
        first && first.products > 0
          ? `${counted(first.products, 'product')} to reorder, counting what is on its way. Quantities fill backorders and leave twice the minimum.`
          : 'Products to reorder, by supplier'
      }
    >
      <div className={classes['groups']}>
        {list.error && !items ? (
          <ErrorCard error={list.error} fallback={failed} onRetry={() => void list.refetch()} />
        ) : !items ? (
          <Card flush reading>
            <RowSkeletons rows={6} />
          </Card>
        ) : items.length === 0 ? (
          <Card flush>
            <NothingToReorder />
          </Card>
        ) : (
          <Card flush>
            <ReorderHeadings />
            {items.map((group) => (
              <ReorderGroup key={group.supplier?.id ?? 'none'} group={group} />
            ))}
          </Card>
        )}
        <NextPageError list={list} />
        {list.hasNextPage && !list.isFetchNextPageError && (
          <Button variant="default" className={classes['more']} onClick={() => void list.fetchNextPage()}>
            Show more suppliers
          </Button>
        )}
      </div>
    </RecordFrame>
  )
}

function NothingToReorder() {
  return (
    <EmptyState
      icon={IconCircleCheck}
      title="Nothing to reorder"
      text="Every product has more than its minimum in stock or on its way."
      action={
        <Button component={Link} to="/products?filter=low" variant="default">
          View low stock
        </Button>
      }
    />
  )
}
