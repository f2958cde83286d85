import type { ReactNode } from 'react'
import type { Column } from './columns.ts'
import classes from './data-table.module.css'

/** A row above all others; its name is in the first column. */
export type TotalRow = Readonly<{ name: string; cells: Readonly<Record<string, ReactNode>> }>

type TableTotalsProps<Row> = Readonly<{
  columns: readonly Column<Row>[]
  totals: readonly TotalRow[]
  withActions: boolean
}>

/** The rows of totals, which come before all others. */
export function TableTotals<Row>({ columns, totals, withActions }: TableTotalsProps<Row>) {
  return (
    <tbody className={classes['totals']}>
      {totals.map(({ name, cells }) => (
        <tr key={name}>
          {columns.map((column, index) =>
            index === 0 ? (
              <th key={column.id} scope="row">
                {name}
              </th>
            ) : (
              <td key={column.id} data-align={column.align}>
                {cells[column.id]}
              </td>
            ),
          )}
          {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- sums have no actions */}
          {withActions && <td />}
        </tr>
      ))}
    </tbody>
  )
}
