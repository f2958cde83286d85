import { Skeleton } from '@mantine/core'
import grid from './card-grid.module.css'
import classes from './skeletons.module.css'

const widths = ['62%', '48%', '74%', '55%', '68%', '41%', '58%', '70%']

type RowSkeletonsProps = Readonly<{
  rows?: number
  /** Lower rows. */
  dense?: boolean
  /**
   * Rows as high as a table's, below its head; `wrapping` if rows have two lines where the table is narrow, `double` if
   * they always do, and are records of several lines on phones.
   */
  table?: 'plain' | 'wrapping' | 'double'
}>

/** Loading rows, for a card or a list. */
export function RowSkeletons({ rows = 5, dense = false, table }: RowSkeletonsProps) {
  return (
    <div role="status" aria-label="Loading" {...(table ? { className: classes['table'] } : {})}>
      {table && (
        <div className={classes['head']} data-table={table}>
          <Skeleton h={10} w={72} />
          <Skeleton h={10} w={56} ml="auto" />
        </div>
      )}
      {Array.from({ length: rows }, (_, index) => (
        <div key={index} className={classes['row']} data-dense={dense || undefined} data-table={table}>
          <Skeleton w={28} h={table ? 24 : 28} radius="sm" />
          <Skeleton h={12} w={widths[index % widths.length] ?? '60%'} />
          <Skeleton h={12} w={56} ml="auto" />
        </div>
      ))}
    </div>
  )
}

/** Loading compact rows, as `RecordLine` shows them on phones. */
export function LineSkeletons({ lines = 10 }: { lines?: number }) {
  return (
    <div role="status" aria-label="Loading" className={grid['lines']}>
      {Array.from({ length: lines }, (_, index) => (
        <div key={index} className={classes['line']}>
          <div className={classes['lineText']}>
            <Skeleton h={12} w={widths[index % widths.length] ?? '60%'} />
            <Skeleton h={10} w="40%" mt={10} />
          </div>
          <Skeleton h={12} w={56} />
        </div>
      ))}
    </div>
  )
}

/** Loading cards, in the grid of the cards that follow. */
export function CardSkeletons({ cards = 8 }: { cards?: number }) {
  return (
    <div role="status" aria-label="Loading" className={grid['cards']}>
      {Array.from({ length: cards }, (_, index) => (
        <div key={index} className={classes['card']}>
          <Skeleton h={14} w="70%" />
          <Skeleton h={12} w="40%" mt={12} />
          <Skeleton h={12} w="55%" mt={20} />
        </div>
      ))}
    </div>
  )
}
