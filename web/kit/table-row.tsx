import { memo, type MouseEvent, type ReactNode } from 'react'
import { afterNextPaint } from '../ui/after-next-paint.ts'
import { Link } from '../ui/link.tsx'
import type { Column } from './columns.ts'
import { type RowAction, RowActions } from './row-actions.tsx'
import { useGo } from './use-go.ts'
import classes from './data-table.module.css'

type TableRowProps<Row> = Readonly<{
  row: Row
  /** Among the loaded rows. */
  index: number
  /** Among all rows, including those that aren't rendered. */
  position: number
  columns: readonly Column<Row>[]
  lines: 1 | 2
  hrefOf: ((row: Row) => string) | undefined
  onRowClick: ((row: Row) => void) | undefined
  nameOf: (row: Row) => string
  actionsOf: ((row: Row) => readonly RowAction[]) | undefined
}>

/** One row; rendered again only if one of its properties is another object. */
export const TableRow = memo(PlainRow) as unknown as <Row>(props: TableRowProps<Row>) => ReactNode

function PlainRow<Row>(props: TableRowProps<Row>) {
  const { row, index, position, columns, lines, hrefOf, onRowClick, nameOf, actionsOf } = props
  const go = useGo()
  const href = hrefOf?.(row)
  const opens = href !== undefined || onRowClick !== undefined
  const actions = actionsOf?.(row)
  const open = (event: MouseEvent) => {
    if (!opens || (event.target as HTMLElement).closest('a, button, input, label, [role="menu"], [role="dialog"]'))
      return
    if (globalThis.getSelection()?.toString()) return
    if (!href) return onRowClick?.(row)
    if (event.metaKey || event.ctrlKey) window.open(href, '_blank', 'noopener')
    else afterNextPaint(() => go(href))
  }
  return (
    <tr aria-rowindex={position} data-index={index} data-opens={opens || undefined} onClick={open}>
      {columns.map((column) => (
        <td key={column.id} data-align={column.align} data-quiet={column.quiet}>
          {column.link && href ? (
            <Link to={href} className={classes['link']} data-row-link>
              <Cell lines={column.wraps ? lines : 1}>{column.cell(row)}</Cell>
            </Link>
          ) : (
            <Cell lines={column.wraps ? lines : 1}>{column.cell(row)}</Cell>
          )}
        </td>
      ))}
      {actions && (
        <td className={classes['actions']}>
          <RowActions of={nameOf(row)} actions={actions} />
        </td>
      )}
    </tr>
  )
}

function Cell({ lines, children }: { lines: 1 | 2; children: ReactNode }) {
  return lines === 1 ? children : <span className={classes['wraps']}>{children}</span>
}
