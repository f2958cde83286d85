import { rem } from '@mantine/core'
import type { Column } from './columns.ts'
import { HeadCell } from './head-cell.tsx'
import classes from './data-table.module.css'

type TableHeadProps<Row> = Readonly<{
  columns: readonly Column<Row>[]
  /** Sixteenths of a rem. */
  widths: readonly number[]
  /** 0 without actions. */
  actionsWidth: number
  sort: string
  onSort: ((sort: string) => void) | undefined
}>

/** The widths and headings of a table's columns; the last one, without a visible heading, is that of row actions. */
export function TableHead<Row>({ columns, widths, actionsWidth, sort, onSort }: TableHeadProps<Row>) {
  return (
    <>
      <colgroup>
        {columns.map((column, index) => (
          <col key={column.id} style={{ width: rem(widths[index]) }} />
        ))}
        {actionsWidth > 0 && <col style={{ width: rem(actionsWidth) }} />}
      </colgroup>
      <thead>
        <tr>
          {columns.map((column) => (
            <HeadCell key={column.id} column={column} sort={sort} onSort={onSort} />
          ))}
          {actionsWidth > 0 && (
            <th scope="col">
              <span className={classes['hidden']}>Actions</span>
            </th>
          )}
        </tr>
      </thead>
    </>
  )
}
