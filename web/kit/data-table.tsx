import { rem } from '@mantine/core'
import { useMergedRef } from '@mantine/hooks'
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { type SyntheticEvent, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { type Column, columnWidths, fittingColumns, linesOf } from './columns.ts'
import type { RowAction } from './row-actions.tsx'
import { rootScale } from '../ui/root-scale.ts'
import { useWidth } from '../ui/use-width.ts'
import { HiddenColumns } from './hidden-columns.tsx'
import { TableHead } from './table-head.tsx'
import { type TotalRow, TableTotals } from './table-totals.tsx'
import { TableRow } from './table-row.tsx'
import { type NeededWidths, useWiderNumbers, withRoom } from './wider-numbers.ts'
import { useAfterFirstPaint } from './use-gradually.ts'
import { useRowKeys } from './use-row-keys.ts'
import classes from './data-table.module.css'

/** Heights of rows with one and with two lines, without the border (sixteenths of a rem). */
const rowHeights = { 1: 40, 2: 56 }

/** A quick action and the menu's button (sixteenths of a rem, like every width of a column). */
const actionsColumn = 74

export type DataTableProps<Row> = Readonly<{
  /** The table's content, for those who can't see the heading above it. */
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  /** The total number of rows, including unloaded ones; null while unknown. As many as `rows` if omitted. */
  inAll?: number | null
  rowKey: (row: Row) => string
  /** The row's name, for its menu: "Actions: Chang". */
  rowName?: (row: Row) => string
  /** The target of a click on the row. */
  rowHref?: (row: Row) => string
  /** A click on the row, if it leads to no other screen: a shortcut for a button inside it. */
  onRowClick?: (row: Row) => void
  rowActions?: (row: Row) => readonly RowAction[]
  /** The totals, above the rows: the row's name, and its figures by column. */
  totals?: readonly TotalRow[]
  /** Every cell holds two lines, at any width. */
  twoLines?: boolean
  sort?: string
  onSort?: (sort: string) => void
  /** Called for more when the last rows come near, with the number of rows. */
  onEnd?: (shown: number) => void
  /** Shows every column, and scrolls sideways where they don't fit. */
  wide?: boolean
  /** Called with the headings of hidden columns; without it the table itself shows them. */
  onHidden?: (headings: readonly string[]) => void
}>

/**
 * A table of any length: only visible rows are rendered, the header stays visible, columns that don't fit are hidden by
 * priority. One row is a tab stop; the arrow keys move from row to row (use-row-keys.ts).
 */
// oxlint-disable-next-line max-lines-per-function -- what is measured decides what is drawn
export function DataTable<Row>({
  label,
  columns,
  rows,
  inAll = rows.length,
  rowKey,
  rowName,
  rowHref,
  onRowClick,
  rowActions,
  totals = [],
  twoLines = false,
  sort = '',
  onSort,
  onEnd,
  wide: isWide = false,
  onHidden,
}: DataTableProps<Row>) {
  const { ref: sizeRef, width: pixels } = useWidth<HTMLDivElement>()
  const width = pixels / rootScale()
  const [ownWide, setOwnWide] = useState(false)
  const wide = isWide || ownWide
  const box = useRef<HTMLDivElement>(null)
  const ref = useMergedRef(sizeRef, box)
  const [top, setTop] = useState(0)
  useLayoutEffect(
    () => setTop((box.current?.getBoundingClientRect().top ?? 0) + globalThis.scrollY),
    [width, rows.length],
  )
  const [needed, setNeeded] = useState<NeededWidths>({})
  const { lines, columns: standing } = useMemo(() => {
    const laidOut = twoLines ? { lines: 2 as const, columns } : linesOf(columns, width)
    return { ...laidOut, columns: withRoom(laidOut.columns, needed) }
  }, [twoLines, columns, width, needed])
  const rowHeight = rowHeights[lines] * rootScale() + 1
  const isPainted = useAfterFirstPaint()
  // oxlint-disable-next-line react/incompatible-library -- nothing of it is memoized here
  const virtual = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => rowHeight,
    overscan: isPainted ? 16 : 0,
    scrollMargin: top,
  })
  useLayoutEffect(() => virtual.measure(), [virtual, rowHeight])
  const drawn = virtual.getVirtualItems()
  const lastDrawn = drawn.at(-1)?.index ?? 0
  useEffect(() => {
    if (rows.length > 0 && lastDrawn >= rows.length - 20) onEnd?.(rows.length)
  }, [lastDrawn, rows.length, onEnd])

  // Reserved in an empty table, too: the same columns fit.
  const reserved = rowActions ? actionsColumn : 0
  const actionsWidth = rows.length > 0 ? reserved : 0
  const shown = useMemo(
    () =>
      wide
        ? standing
        : width === 0
          ? standing.filter((column) => !column.priority)
          : fittingColumns(standing, width - reserved),
    [wide, standing, width, reserved],
  )
  const widths = columnWidths(shown, width - actionsWidth)
  const total = widths.reduce((sum, one) => sum + one, actionsWidth)
  const scrolls = wide && width > 0 && total > width + 1
  const withoutRoom = width === 0 ? [] : standing.filter((column) => !shown.includes(column))
  const hidden = headingsOf(withoutRoom)
  useEffect(() => onHidden?.(hidden === '' ? [] : hidden.split('\n')), [hidden, onHidden])
  useWiderNumbers(box, shown, drawn, setNeeded)
  const keys = useRowKeys(box, rows, rowActions, drawn, (index) => virtual.scrollToIndex(index))
  const above = drawn[0]?.index ?? 0
  const below = rows.length - 1 - lastDrawn
  const span = shown.length + (rowActions ? 1 : 0)

  return (
    <>
      {!onHidden && (hidden !== '' || ownWide) && (
        <HiddenColumns headings={hidden === '' ? [] : hidden.split('\n')} wide={ownWide} onWide={setOwnWide} />
      )}
      {/* Shown before its width is known (after a part that is still loading), it would have too few columns. */}
      <div
        ref={ref}
        className={classes['box']}
        data-scrolls={scrolls || undefined}
        style={width === 0 ? { visibility: 'hidden' } : undefined}
      >
        <table
          className={classes['table']}
          style={scrolls ? { width: rem(total) } : undefined}
          data-lines={lines}
          data-without={withoutRoom.map(({ id }) => id).join(' ') || undefined}
          aria-label={label}
          aria-rowcount={inAll === null ? -1 : inAll + totals.length + 1}
        >
          <TableHead columns={shown} widths={widths} actionsWidth={actionsWidth} sort={sort} onSort={onSort} />
          {totals.length > 0 && <TableTotals columns={shown} totals={totals} withActions={rowActions !== undefined} />}
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys come from links */}
          <tbody
            onKeyDown={keys.onKeyDown}
            onMouseOver={titleTruncatedText}
            onFocus={(event) => {
              titleTruncatedText(event)
              keys.onFocus(event)
            }}
          >
            {above > 0 && <Spacer height={above * rowHeight} span={span} />}
            {drawn.map(({ index }) => {
              const row = rows[index]
              if (row === undefined) return null
              return (
                <TableRow
                  key={rowKey(row)}
                  row={row}
                  index={index}
                  position={index + totals.length + 2}
                  columns={shown}
                  lines={lines}
                  hrefOf={rowHref}
                  onRowClick={onRowClick}
                  nameOf={rowName ?? rowKey}
                  actionsOf={rowActions}
                />
              )
            })}
            {below > 0 && <Spacer height={below * rowHeight} span={span} />}
          </tbody>
        </table>
      </div>
    </>
  )
}

/** Takes the space of rows that aren't rendered. */
function Spacer({ height, span }: { height: number; span: number }) {
  return (
    <tr aria-hidden className={classes['spacer']}>
      {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- hidden: it only takes room */}
      <td colSpan={span} style={{ height }} />
    </tr>
  )
}

/** A truncated cell gets its text as a tooltip when a pointer comes near. */
function titleTruncatedText(event: SyntheticEvent<HTMLElement>): void {
  const cell = (event.target as HTMLElement).closest('td')
  const inner = cell && [cell, ...cell.querySelectorAll<HTMLElement>('*')]
  const cut = inner?.some(
    (one) =>
      (one.scrollWidth > one.clientWidth && getComputedStyle(one).textOverflow === 'ellipsis') ||
      (one.scrollHeight > one.clientHeight && one.matches(`.${classes['wraps']}`)),
  )
  if (cell && cut) cell.title = cell.textContent
  else cell?.removeAttribute('title')
}

/** The headings of columns as one text, stable while they don't change. */
function headingsOf<Row>(columns: readonly Column<Row>[]): string {
  return columns
    .filter((column) => !column.quiet)
    .map(({ header }) => header)
    .join('\n')
}
