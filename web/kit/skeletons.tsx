import { Skeleton } from '@mantine/core'
import classes from './skeletons.module.css'

const widths = ['62%', '48%', '74%', '55%', '68%', '41%', '58%', '70%']

/** Loading rows, for a card or a list; `dense` ones are as high as a table's. */
export function RowSkeletons({ rows = 5, dense = false }: { rows?: number; dense?: boolean }) {
  return (
    <div role="status" aria-label="Loading">
      {Array.from({ length: rows }, (_, index) => (
        <div key={index} className={classes['row']} data-dense={dense || undefined}>
          <Skeleton w={28} h={dense ? 24 : 28} radius="sm" />
          <Skeleton h={12} w={widths[index % widths.length] ?? '60%'} />
          <Skeleton h={12} w={56} ml="auto" />
        </div>
      ))}
    </div>
  )
}

/** Loading cards, in their future grid. */
export function CardSkeletons({ cards = 8 }: { cards?: number }) {
  return (
    <div role="status" aria-label="Loading" className={classes['cards']}>
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
