import { useMediaQuery } from '@mantine/hooks'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Clock } from '../../contract/as-of.ts'
import { explainStock } from '../../contract/explained-stock.ts'
import { useInfiniteRead } from '../kit/use-infinite-read.ts'
import { EmptyState } from '../kit/empty-state.tsx'
import { ErrorState } from '../kit/error-state.tsx'
import { NextPageError } from '../kit/next-page-error.tsx'
import { RowSkeletons } from '../kit/skeletons.tsx'
import { rootScale } from '../ui/root-scale.ts'
import type { Explained } from './explained.ts'
import { LedgerCheck } from './ledger-check.tsx'
import classes from './movement-list.module.css'
import { Movement } from './movement.tsx'

type MovementListProps = Readonly<{
  explained: Explained
  /** Only the movements after this moment. */
  since?: string | undefined
  /** In this clock's order, if no past moment determines it. */
  by?: Clock
  /** Scrolls with the rows, above them. */
  head?: ReactNode
  /** The text if nothing moved. */
  empty?: Readonly<{ title: string; text: string }>
  /** Called when a row leads to another screen. */
  onLeave: () => void
}>

const pageSize = 50
/** As in movement-list.module.css (sixteenths of a rem): narrow rows show the reason in a second line. */
const rowHeights = { wide: 61, narrow: 81 }

const nothing = { title: 'No movements yet', text: 'Nothing has been stocked here yet.' }
const nothingThen = {
  title: 'No movements by then',
  text: 'Nothing had been stocked here by that time.',
}

/**
 * The movements behind a number, latest first, of any length: pages are loaded while scrolling and only visible rows
 * are rendered. Up and down arrows move between rows.
 */
export function MovementList({ explained, since, by = 'recorded', head, empty, onLeave }: MovementListProps) {
  const { product_id, account, location_id, lot_id, past } = explained
  const query = useInfiniteRead(explainStock, {
    product_id,
    account,
    location_id,
    lot_id,
    since,
    as_of: past?.as_of,
    by: past?.by ?? by,
    limit: pageSize,
  })
  const box = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLOListElement>(null)
  const [above, setAbove] = useState(0)
  const rowHeight = useRowHeight()
  const rows = query.items ?? []
  // oxlint-disable-next-line react/incompatible-library -- nothing of it is memoized here
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: () => rowHeight,
    overscan: 10,
    scrollMargin: above,
  })
  useLayoutEffect(() => virtual.measure(), [virtual, rowHeight])
  useLayoutEffect(() => setAbove(list.current?.offsetTop ?? 0), [head, rows.length])
  const drawn = virtual.getVirtualItems()
  const lastDrawn = drawn.at(-1)?.index ?? 0
  const { hasNextPage, isFetchingNextPage, onEnd } = query
  useEffect(() => {
    if (lastDrawn >= rows.length - 20) onEnd()
  }, [lastDrawn, rows.length, onEnd])

  const first = query.data?.pages[0]
  const now = first?.check ? Date.parse(first.check.checked_at) : 0
  const begin = drawn[0]?.index ?? 0
  return (
    <>
      <div ref={box} className={classes['scroll']} aria-busy={query.isFetching}>
        {head}
        {query.isError && !first && <ErrorState compact error={query.error} onRetry={() => void query.refetch()} />}
        {query.isPending && <RowSkeletons rows={8} />}
        {first && rows.length === 0 && <EmptyState compact {...(empty ?? (past ? nothingThen : nothing))} />}
        {rows.length > 0 && (
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys come from links inside
          <ol ref={list} className={classes['list']} aria-label="Movements" onKeyDown={moveFocus}>
            <Spacer height={begin * rowHeight} />
            {drawn.map(({ index }) => {
              const movement = rows[index]
              if (!movement) return null
              return (
                <Movement
                  key={`${movement.posting_id}:${movement.line_no}`}
                  movement={movement}
                  now={now}
                  // The list is as long as its loaded part; -1 means that there is more.
                  size={hasNextPage ? -1 : rows.length}
                  position={index + 1}
                  inThePast={Boolean(past)}
                  onLeave={onLeave}
                />
              )
            })}
            <Spacer height={(rows.length - 1 - lastDrawn) * rowHeight} />
          </ol>
        )}
        {isFetchingNextPage && <RowSkeletons rows={2} />}
        <NextPageError list={query} />
      </div>
      {first?.check && <LedgerCheck {...first.check} past={Boolean(past)} />}
    </>
  )
}

/** Pixels. */
function useRowHeight(): number {
  const isNarrow = useMediaQuery('(max-width: 48em)') ?? false
  return (isNarrow ? rowHeights.narrow : rowHeights.wide) * rootScale()
}

/** Takes the space of rows that aren't rendered. */
function Spacer({ height }: { height: number }) {
  return height > 0 ? <li aria-hidden style={{ height }} /> : null
}

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  if (step === 0 || !(event.target as HTMLElement).matches('[data-row-link]')) return
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-row-link]')]
  const next = links[links.indexOf(event.target as HTMLElement) + step]
  if (!next) return
  event.preventDefault()
  next.focus()
}
