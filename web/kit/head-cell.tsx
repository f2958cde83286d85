import { UnstyledButton } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { type Column, nextSort } from './columns.ts'
import classes from './data-table.module.css'

type HeadCellProps<Row> = Readonly<{ column: Column<Row>; sort: string; onSort: ((sort: string) => void) | undefined }>

/** A column's heading; a button if the server can sort by it. */
export function HeadCell<Row>({ column, sort, onSort }: HeadCellProps<Row>) {
  const direction =
    column.sort && sort === column.sort
      ? 'ascending'
      : column.sort && sort === `-${column.sort}`
        ? 'descending'
        : undefined
  const Arrow = direction === 'descending' ? IconArrowDown : IconArrowUp
  return (
    <th scope="col" data-align={column.align} aria-sort={direction}>
      {column.head ? (
        column.head
      ) : column.sort && onSort ? (
        <UnstyledButton
          className={classes['sort']}
          data-active={direction ? true : undefined}
          onClick={() => onSort(nextSort(sort, column))}
        >
          {column.header}
          <Arrow size={13} stroke={2} className={classes['arrow']} aria-hidden />
        </UnstyledButton>
      ) : (
        <span className={column.quiet ? classes['hidden'] : undefined}>{column.header}</span>
      )}
    </th>
  )
}
