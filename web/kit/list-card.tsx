import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { Card } from '../ui/card.tsx'
import type { ApiError } from './api-error.ts'
import { ErrorState } from './error-state.tsx'
import classes from './list-card.module.css'
import { RowSkeletons } from './skeletons.tsx'

type ListCardProps<Item> = Readonly<{
  title: string
  /** Beside the title, in gray. */
  note?: ReactNode
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
  /** A row's key. */
  rowKey: (item: Item) => string
  children: (item: Item) => ReactNode
}>

/** A short list in a card, with more on request. */
export function ListCard<Item>(props: ListCardProps<Item>) {
  const { title, note, list, fallback, rows, empty, rowKey, children } = props
  return (
    <Card title={title} note={note} flush reading={!list.items && !list.error}>
      {list.error && !list.items ? (
        <ErrorState error={list.error} fallback={fallback} onRetry={() => void list.refetch()} />
      ) : !list.items ? (
        <RowSkeletons rows={rows} />
      ) : list.items.length === 0 ? (
        empty
      ) : (
        <ul className={classes['items']}>
          {list.items.map((item) => (
            <li key={rowKey(item)}>{children(item)}</li>
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
