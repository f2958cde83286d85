import { IconClipboardCheck, IconPackage } from '@tabler/icons-react'
import { useState } from 'react'
import { formatQuantity } from '../../contract/quantity.ts'
import { listProductsToCount, type ProductToCount } from '../../contract/stock-counts.ts'
import { useRead } from '../kit/api.ts'
import { EmptyState } from '../kit/empty-state.tsx'
import { ListCard } from '../kit/list-card.tsx'
import { useInfiniteRead } from '../kit/use-infinite-read.ts'
import { dayText } from '../ui/day-text.ts'
import { CountLine, type CountLineProps } from './count-line.tsx'
import type { Progress } from './count-progress.tsx'
import { keptInList } from './kept-in-list.ts'
import type { KeptCounts } from './use-kept-counts.ts'

type ToCountListProps = Readonly<{
  location_id: string
  isBlind: boolean
  since: string
  progress: Progress | undefined
  kept: KeptCounts
  onCounted: (product_id: string) => void
}>

/** The products shown, and the list that they were made of. */
type Shown = Readonly<{ of: readonly ProductToCount[] | undefined; items: readonly ProductToCount[] | undefined }>

/**
 * The products on hand at a location that haven't been counted since a day, by name. One that a colleague counts stays
 * while it has input.
 */
export function ToCountList({ location_id, isBlind, since, progress, kept, onCounted }: ToCountListProps) {
  const list = useInfiniteRead(listProductsToCount, { location_id, since })
  // When each was counted: it leaves at once, and a list that is read later says whether it still has to be counted.
  const [countedAt, setCountedAt] = useState<ReadonlyMap<string, number>>(new Map())
  const [shown, setShown] = useState<Shown>({ of: undefined, items: undefined })
  if (list.items !== shown.of) {
    const isTyped = (product_id: string) => kept.lineOf(product_id, 'list').read() !== undefined
    const items = list.items && keptInList(shown.items ?? [], list.items, isTyped)
    setShown({ of: list.items, items })
  }
  const listed = new Set(list.items?.map(({ product_id }) => product_id))
  const items = shown.items?.filter(({ product_id }) => {
    const at = countedAt.get(product_id)
    return at === undefined || (listed.has(product_id) && at < list.dataUpdatedAt)
  })
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
        <ToCountLine
          product={product}
          isCountedMeanwhile={!listed.has(product.product_id)}
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

/** The list no longer has the figures of a product that a colleague counted. */
function ToCountLine(props: CountLineProps) {
  const { product, location_id, isCountedMeanwhile = false } = props
  const { product_id } = product
  const counted = useRead(listProductsToCount, { location_id, product_id }, { enabled: isCountedMeanwhile })
  return <CountLine {...props} product={(isCountedMeanwhile && counted.data?.items[0]) || product} />
}
