import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import type { ApiError } from '../kit/api-error.ts'
import { ErrorState } from '../kit/error-state.tsx'
import { RowSkeletons } from '../kit/skeletons.tsx'
import { Card } from '../ui/card.tsx'
import classes from './receiving.module.css'

type ListCardProps<Item> = Readonly<{
  title: string
  /** Pages of a list, as `useInfiniteRead` returns them. */
  list: Readonly<{
    items: readonly Item[] | undefined
    error: ApiError | null
    hasNextPage: boolean
    refetch: () => unknown
    fetchNextPage: () => unknown
  }>
  /** The message if it can't be loaded. */
  fallback: string
  /** This many rows are shown while it is loading. */
  rows: number
  /** The content if it is empty. */
  empty: ReactNode
  children: (item: Item) => ReactNode
}>

/** A short list in a card, with more on request. */
export function ListCard<Item extends { id: string }>(props: ListCardProps<Item>) {
  const { title, list, fallback, rows, empty, children } = props
  return (
    <Card title={title} flush reading={!list.items && !list.error}>
      {list.error && !list.items ? (
        <ErrorState error={list.error} fallback={fallback} onRetry={() => void list.refetch()} />
      ) : !list.items ? (
        <RowSkeletons rows={rows} />
      ) : list.items.length === 0 ? (
        empty
      ) : (
        <ul className={classes['receipts']}>
          {list.items.map((item) => (
            <li key={item.id}>{children(item)}</li>
          ))}
        </ul>
      )}
      {list.hasNextPage && (
        <div className={classes['more']}>
          <Button variant="default" size="compact-md" onClick={() => void list.fetchNextPage()}>
            Show more
          </Button>
        </div>
      )}
    </Card>
  )
}
