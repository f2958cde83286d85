import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { Icon } from '@tabler/icons-react'
import { cloneElement, isValidElement, type ReactNode, useCallback, useDeferredValue, useMemo, useState } from 'react'
import type { Endpoint, InputOf, OutputOf } from '../../contract/endpoint.ts'
import { Card } from '../ui/card.tsx'
import type { ItemOf } from './api.ts'
import { useInfiniteRead } from './use-infinite-read.ts'
import { ColumnChooser } from './column-chooser.tsx'
import type { Column } from './columns.ts'
import { DataTable } from './data-table.tsx'
import { EmptyState } from './empty-state.tsx'
import { ErrorCard } from './error-state.tsx'
import type { Filter, OwnFilter } from './filter-chip.tsx'
import { focusHeading } from './focus-heading.ts'
import { ListRows, type RowLooks } from './list-rows.tsx'
import { TableSkeleton } from './list-skeleton.tsx'
import { listAddress } from './list-address.ts'
import { NextPageError } from './next-page-error.tsx'
import { PageHeader } from './page-header.tsx'
import { SelectButton } from './select-button.tsx'
import { SelectableRows } from './selectable-rows.tsx'
import { selectColumn } from './select-column.tsx'
import { CardSkeletons, LineSkeletons } from './skeletons.tsx'
import { SortMenu } from './sort-menu.tsx'
import { useColumns } from './use-columns.ts'
import { useOnlySelected } from './use-only-selected.ts'
import { useSelecting } from './use-selecting.ts'
import { useSelection } from './use-selection.ts'
import { useUrlState } from './url-state.ts'
import { ListToolbar } from './list-toolbar.tsx'
import { type View, ViewSwitch } from './view-switch.tsx'

export type ListPageProps<E extends Endpoint> = RowLooks<E> &
  Readonly<{
    /** Below the title; a function gets the address's filters. */
    subtitle?: ReactNode | ((url: Readonly<Record<string, string>>) => ReactNode)
    primary?: ReactNode
    actions?: ReactNode
    /** A paged endpoint: returns `{ items, next }`. */
    endpoint: E
    /** The endpoint's input from the address: `q`, `sort` and each filter's key, all texts, '' if unset. */
    input: (url: Readonly<Record<string, string>>) => InputOf<E>
    /** The total number of rows under this address, including unloaded ones; null while unknown. */
    counted?: (first: OutputOf<E>, url: Readonly<Record<string, string>>) => number | null
    columns: readonly Column<ItemOf<E>>[]
    views?: readonly View[]
    /**
     * The initial view beyond phones, if the choice is remembered; null until it is known. Without it the first view,
     * and the choice is in the address.
     */
    opensWith?: Readonly<{ view: View | null; choose: (view: View) => void }>
    /** The default sort. */
    sort?: string
    /** The heading's sort for the address, if its name differs. */
    shownSort?: (url: Readonly<Record<string, string>>) => string
    searchPlaceholder?: string
    filters?: readonly (Filter | OwnFilter)[]
    /**
     * Shown if there are no records at all. With a search or filter, `Clear filters` is offered instead of the action.
     */
    empty: Readonly<{ icon?: Icon; title: string; text?: ReactNode; action?: ReactNode }>
    /** True keeps search and filters above an empty list: one of them may show other records. */
    keepsToolbar?: boolean
    /** The spec's text for a failed read. */
    failed?: string
    /**
     * What can be done with selected rows; `listed` is the input that lists them, if they are all rows under this
     * address, and `clear` ends the selection. With it, rows of the table have checkboxes; cards do, once Select was
     * pressed.
     */
    bulkActions?: (selected: readonly ItemOf<E>[], listed: InputOf<E> | null, clear: () => void) => ReactNode
    /** Between the header and the search box: a notice. */
    above?: ReactNode
    /** There as well, but not above an empty list: figures of its records. */
    figures?: ReactNode
  }>

/**
 * A complete list screen: header, search, filters, rows as a table or cards, loading, empty and error states. The
 * choices are in the address.
 */
// oxlint-disable-next-line max-lines-per-function -- the whole frame of a list at a glance
export function ListPage<E extends Endpoint>(props: ListPageProps<E>) {
  const { filters = [], views = ['table'], columns, line } = props
  const phone = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false })
  const [address, setUrl] = useUrlState({
    q: '',
    sort: props.sort ?? '',
    view: '',
    ...Object.fromEntries(filters.map((filter) => [filter.key, ''])),
  } as Record<string, string>)
  const sorts = [props.sort ?? '', ...columns.flatMap(({ sort }) => (sort ? [sort] : []))]
  const url = listAddress(address, filters, sorts, props.sort ?? '')
  // On phones, tables are shown as compact rows, if the list has them.
  const offered: readonly View[] = phone ? (line ? ['table', 'grid'] : ['grid']) : views
  const first = offered[0] ?? 'table'
  const opensWith = phone ? undefined : props.opensWith
  const view = offered.find((one) => one === url['view']) ?? (opensWith ? opensWith.view : first)
  const choose = (next: View) => {
    opensWith?.choose(next)
    setUrl({ view: opensWith || next === first ? '' : next })
  }
  const [hidden, setHidden] = useState<readonly string[]>([])
  const onHidden = useCallback(
    (next: readonly string[]) => setHidden((before) => (before.join() === next.join() ? before : next)),
    [],
  )
  const [wide, setWide] = useState(false)
  const chosen = useColumns(props.title, columns)
  const input = props.input(url)
  const list = useInfiniteRead(props.endpoint, input)
  const seenIn = JSON.stringify(input)
  const selection = useSelection({
    of: props.endpoint.name,
    seenIn,
    isComplete: !list.hasNextPage,
    all: list.isPlaceholderData ? undefined : list.items,
    keyOf: props.rowKey,
    nameOf: props.rowName,
  })
  const { bulkActions } = props
  const only = useOnlySelected(selection, seenIn)
  const isTable = view === 'table' && !phone
  const isReserved = view === null && !phone
  const selecting = useSelecting(selection, bulkActions !== undefined && view !== null && !isTable)
  const hasBoxes = bulkActions !== undefined && isTable
  const shownColumns = useMemo(
    () => (hasBoxes ? [selectColumn, ...chosen.columns] : chosen.columns),
    [hasBoxes, chosen.columns],
  )

  const narrowed = url['q'] !== '' || filters.some((filter) => url[filter.key] !== '')
  const onSort = useCallback((sort: string) => setUrl({ sort }), [setUrl])
  const clear = () => {
    setUrl({ q: '', ...Object.fromEntries(filters.map((filter) => [filter.key, ''])) })
    // The button disappears with the empty state.
    focusHeading()
  }
  const rows = only.isOn ? selection.rows : list.items
  const shownSort = props.shownSort ? props.shownSort(url) : (url['sort'] ?? '')

  const inList = list.hasNextPage
    ? ((list.first && props.counted?.(list.first, url)) ?? null)
    : (list.items?.length ?? 0)
  // As long as the list shows nothing but the selection, nothing more can be loaded.
  const inAll = only.isOn ? selection.rows.length : inList

  const label = props.tableTitle ?? props.title
  const none = (
    <Card flush title={props.tableTitle}>
      {/* With a search or filter the headings stay, so that only the rows change. */}
      {narrowed && isTable && (
        <DataTable
          label={label}
          columns={shownColumns}
          rows={[]}
          rowKey={props.rowKey}
          {...(props.rowActions ? { rowActions: props.rowActions } : {})}
          wide={wide}
          onHidden={onHidden}
        />
      )}
      <Empty {...props.empty} {...(narrowed ? { onClear: clear } : {})} />
    </Card>
  )
  const content = () => {
    // A filter names a deleted record (a category, a link from elsewhere): nothing matches it.
    if (list.isError && list.error?.status === 404 && narrowed) return none
    if (list.isError && !rows)
      return (
        <ErrorCard
          title={props.tableTitle}
          error={list.error}
          onRetry={() => void list.refetch()}
          {...(props.failed ? { fallback: props.failed } : {})}
        />
      )
    if (!rows || view === null)
      return view === 'grid' ? (
        <CardSkeletons />
      ) : phone ? (
        <LineSkeletons />
      ) : (
        <TableSkeleton title={props.tableTitle} wraps={columns.some((column) => column.wraps)} />
      )
    if (rows.length === 0) return none
    return (
      <>
        <ListRows
          of={props}
          rows={rows}
          inAll={inAll}
          view={view}
          isPhone={phone === true}
          isSelecting={selecting.isOn}
          columns={shownColumns}
          sort={shownSort}
          onSort={onSort}
          onEnd={only.isOn ? doNothing : list.onEnd}
          wide={wide}
          onHidden={onHidden}
        />
        {!only.isOn && <NextPageError list={list} />}
      </>
    )
  }
  // What was pressed or typed is shown first, then the rows: drawing them can be interrupted.
  const shown = useDeferredValue(content())

  const isEmpty = rows?.length === 0 && !narrowed
  const subtitle = typeof props.subtitle === 'function' ? props.subtitle(url) : props.subtitle
  return (
    <>
      <PageHeader
        title={props.title}
        subtitle={subtitle}
        primary={isEmpty ? secondary(props.primary, props.empty.action) : props.primary}
        actions={props.actions}
      />
      {props.above}
      {!isEmpty && props.figures}
      {(!isEmpty || props.keepsToolbar) && (
        <ListToolbar filters={filters} url={url} setUrl={setUrl} searchPlaceholder={props.searchPlaceholder}>
          {bulkActions && !isTable && <SelectButton {...selecting} isReserved={isReserved} />}
          {!isTable && sorts.length > 1 && (
            <SortMenu columns={columns} sort={shownSort} onSort={onSort} isReserved={isReserved} />
          )}
          {offered.length > 1 && <ViewSwitch view={view} onChange={choose} />}
          {isTable && (
            <ColumnChooser
              columns={columns}
              shown={chosen.isShown}
              onToggle={chosen.toggle}
              hidden={hidden}
              wide={wide}
              onWide={setWide}
            />
          )}
        </ListToolbar>
      )}
      {/* Another element: without the search, an empty list is higher up than the rows that were loading. */}
      <div
        key={isEmpty ? 'empty' : 'rows'}
        aria-busy={list.isFetching}
        data-stale={list.isPlaceholderData || undefined}
      >
        {bulkActions ? (
          <SelectableRows
            selection={selection}
            selecting={selecting}
            only={only}
            inAll={inList}
            load={list.loadAtLeast}
            actions={bulkActions(
              selection.rows,
              selection.notShown === 0 && selection.rows.length === inList ? input : null,
              selecting.end,
            )}
          >
            {shown}
          </SelectableRows>
        ) : (
          shown
        )}
      </div>
    </>
  )
}

const doNothing = () => {}

/** The header's button while the empty list has an action: none if it is the same one; otherwise only one is filled. */
function secondary(primary: ReactNode, action: ReactNode): ReactNode {
  if (primary === action) return undefined
  if (action === undefined) return primary
  return isValidElement<{ variant?: string }>(primary) ? cloneElement(primary, { variant: 'default' }) : primary
}

function Empty({ onClear, action, icon, title, text }: ListPageProps<Endpoint>['empty'] & { onClear?: () => void }) {
  return (
    <EmptyState
      {...(icon ? { icon } : {})}
      leads={!onClear}
      title={title}
      text={onClear ? 'Try another search, or clear the filters.' : text}
      action={
        onClear ? (
          <Button variant="default" onClick={onClear}>
            Clear filters
          </Button>
        ) : (
          action
        )
      }
    />
  )
}
