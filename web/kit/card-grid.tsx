import { useIntersection } from '@mantine/hooks'
import { type ReactNode, useEffect } from 'react'
import classes from './card-grid.module.css'

type CardGridProps<Row> = Readonly<{
  label: string
  rows: readonly Row[]
  rowKey: (row: Row) => string
  card: (row: Row) => ReactNode
  onEnd?: () => void
}>

/** Rows as cards: one column on phones, up to four on wide screens. Cards out of sight cost no drawing. */
export function CardGrid<Row>({ label, rows, rowKey, card, onEnd }: CardGridProps<Row>) {
  const { ref, entry } = useIntersection({ rootMargin: '600px' })
  const near = entry?.isIntersecting ?? false
  useEffect(() => {
    if (near) onEnd?.()
  }, [near, rows.length, onEnd])
  return (
    <>
      <ul className={classes['root']} aria-label={label}>
        {rows.map((row) => (
          <li key={rowKey(row)} className={classes['cell']}>
            {card(row)}
          </li>
        ))}
      </ul>
      <div ref={ref} aria-hidden />
    </>
  )
}
