import { IconClipboardCheck, IconPackage } from '@tabler/icons-react'
import { useState } from 'react'
import { formatQuantity } from '../../contract/quantity.ts'
import { listProductsToCount } from '../../contract/stock-counts.ts'
import { EmptyState } from '../kit/empty-state.tsx'
import { ListCard } from '../kit/list-card.tsx'
import { useInfiniteRead } from '../kit/use-infinite-read.ts'
import { dayText } from '../ui/day-text.ts'
import { CountLine } from './count-line.tsx'
import type { Progress } from './count-progress.tsx'
import type { KeptCounts } from './use-kept-counts.ts'

type ToCountListProps = Readonly<{
  location_id: string
  isBlind: boolean
  since: string
  progress: Progress | undefined
  kept: KeptCounts
  onCounted: (product_id: string) => void
}>

/** The products on hand at a location that haven't been counted since a day, by name. */
export function ToCountList({ location_id, isBlind, since, progress, kept, onCounted }: ToCountListProps) {
  const list = useInfiniteRead(listProductsToCount, { location_id, since })
  // When each was counted: it leaves at once, and a list that is read later says whether it still has to be counted.
  const [countedAt, setCountedAt] = useState<ReadonlyMap<string, number>>(new Map())
  const items = list.items?.filter(({ product_id }) => (countedAt.get(product_id) ?? 0) < list.dataUpdatedAt)
  const isAllCounted = progress !== undefined && progress.counted > 0
  return (
    <ListCard
      title="To count"
      {...(progress && progress.left > 0 ? { note: formatQuantity(progress.left) } : {})}
      list={{ ...list, items }}
      rowKey={({ product_id }) => product_id}
      fallback="Failed to load products"
      rows={6}
      empty={
        isAllCounted ? (
          <EmptyState
            icon={IconClipboardCheck}
            title="Everything is counted"
            text={`All products on hand here were counted since ${dayText(since)}.`}
          />
        ) : (
          <EmptyState
            icon={IconPackage}
            title="Nothing is on hand here"
            text="Products with stock at this location are listed here. To count another one, find it above."
          />
        )
      }
    >
      {(product) => (
        <CountLine
          product={product}
          location_id={location_id}
          isBlind={isBlind}
          kept={kept.lineOf(product.product_id, 'list')}
          onCounted={(product_id) => {
            setCountedAt((before) => new Map(before).set(product_id, Date.now()))
            onCounted(product_id)
          }}
        />
      )}
    </ListCard>
  )
}
