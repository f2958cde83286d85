import { Skeleton } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { Card } from '../ui/card.tsx'
import toolbar from './list-toolbar.module.css'
import { CardSkeletons, RowSkeletons } from './skeletons.tsx'

/** A loading table, in its card. */
export function TableSkeleton({ title, wraps }: Readonly<{ title?: string | undefined; wraps: boolean }>) {
  return (
    <Card flush title={title}>
      <RowSkeletons rows={14} table={wraps ? 'wrapping' : 'plain'} />
    </Card>
  )
}

/**
 * The toolbar and the rows of a list, while what is above them loads: the list itself is hidden until that has its
 * height, so that nothing shifts.
 */
export function ListSkeleton() {
  const phone = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false })
  return (
    <div data-placeholder>
      <div className={toolbar['bar']}>
        <Skeleton h={36} maw={340} />
      </div>
      {phone ? <CardSkeletons /> : <TableSkeleton wraps />}
    </div>
  )
}
