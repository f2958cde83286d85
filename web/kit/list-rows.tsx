import { memo, type ReactNode } from 'react'
import type { Endpoint } from '../../contract/endpoint.ts'
import { Card } from '../ui/card.tsx'
import type { ItemOf } from './api.ts'
import { CardGrid } from './card-grid.tsx'
import type { Column } from './columns.ts'
import { DataTable } from './data-table.tsx'
import { SelectableCard } from './selectable-card.tsx'
import type { View } from './view-switch.tsx'
import type { RowAction } from './row-actions.tsx'

/** How a list shows its rows. */
export type RowLooks<E extends Endpoint> = Readonly<{
  title: string
  /** A heading on the table itself, if the spec names one: "Transaction History". */
  tableTitle?: string
  rowKey: (row: ItemOf<E>) => string
  rowName: (row: ItemOf<E>) => string
  rowHref?: (row: ItemOf<E>) => string
  rowActions?: (row: ItemOf<E>) => readonly RowAction[]
  /** A row as a card: on phones, elsewhere if `views` has 'grid'. */
  card: (row: ItemOf<E>) => ReactNode
  /** A compact row: then phones start with these, and can switch to cards. */
  line?: (row: ItemOf<E>) => ReactNode
}>

type ListRowsProps<E extends Endpoint> = Readonly<{
  /** The properties of the list's screen: the same object while only the frame around the rows changes. */
  of: RowLooks<E>
  rows: readonly ItemOf<E>[]
  inAll: number | null
  view: View
  isPhone: boolean
  /** Cards and compact rows have checkboxes. */
  isSelecting: boolean
  columns: readonly Column<ItemOf<E>>[]
  sort: string
  onSort: (sort: string) => void
  onEnd: (shown: number) => void
  wide: boolean
  onHidden: (headings: readonly string[]) => void
}>

function Rows<E extends Endpoint>({ of, rows, inAll, view, isPhone, isSelecting, ...table }: ListRowsProps<E>) {
  const { rowKey, rowName, rowHref, rowActions, line } = of
  const { onEnd } = table
  const label = of.tableTitle ?? of.title
  const selectable = (show: (row: ItemOf<E>) => ReactNode) =>
    isSelecting ? (row: ItemOf<E>) => <SelectableCard row={row}>{show(row)}</SelectableCard> : show
  if (view === 'grid')
    return <CardGrid label={label} rows={rows} inAll={inAll} rowKey={rowKey} card={selectable(of.card)} onEnd={onEnd} />
  if (isPhone && line)
    return (
      <CardGrid
        look="lines"
        label={label}
        rows={rows}
        inAll={inAll}
        rowKey={rowKey}
        card={selectable(line)}
        onEnd={onEnd}
      />
    )
  return (
    <Card flush title={of.tableTitle}>
      <DataTable
        {...table}
        label={label}
        rows={rows}
        inAll={inAll}
        rowKey={rowKey}
        rowName={rowName}
        {...(rowHref ? { rowHref } : {})}
        {...(rowActions ? { rowActions } : {})}
      />
    </Card>
  )
}

/** A list's rows, as cards or as a table. Drawn again only when one of its properties is another object. */
export const ListRows = memo(Rows) as unknown as <E extends Endpoint>(props: ListRowsProps<E>) => ReactNode
