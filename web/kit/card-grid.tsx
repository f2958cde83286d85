import { useMergedRef } from '@mantine/hooks'
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import {
  type CSSProperties,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import classes from './card-grid.module.css'
import { useWidth } from '../ui/use-width.ts'

type CardGridProps<Row> = Readonly<{
  label: string
  rows: readonly Row[]
  /** The total number of rows, including unloaded ones; null while unknown. As many as `rows` if omitted. */
  inAll?: number | null
  rowKey: (row: Row) => string
  card: (row: Row) => ReactNode
  /** `lines`: a list with hairlines, for compact rows. */
  look?: 'cards' | 'lines'
  /** Called for more when the last rows come near, with the number of rows. */
  onEnd?: (shown: number) => void
}>

/** Estimated row height until measured. */
const guessedHeight = { cards: 230, lines: 76 }

/**
 * Rows as cards: one column on phones, up to four on wide screens, as the style sheet defines. Of any length: only the
 * visible lines of cards are rendered, whatever their height.
 */
export function CardGrid<Row>({
  label,
  rows,
  inAll = rows.length,
  rowKey,
  card,
  look = 'cards',
  onEnd,
}: CardGridProps<Row>) {
  const list = useRef<HTMLUListElement>(null)
  const { ref: sizeRef, width } = useWidth<HTMLUListElement>()
  const ref = useMergedRef(list, sizeRef)
  const [{ top, columns, gap }, setLayout] = useState({ top: 0, columns: 1, gap: 0 })
  // Content above (a notice, a filter bar of two lines) moves the list without changing its width: read after each
  // drawing.
  useLayoutEffect(() => {
    const drawn = layoutOf(list.current)
    if (drawn.top !== top || drawn.columns !== columns || drawn.gap !== gap) setLayout(drawn)
  }, [width, rows, look, top, columns, gap])

  const lines = Math.ceil(rows.length / columns)
  // oxlint-disable-next-line react/incompatible-library -- nothing of it is memoized here
  const virtual = useWindowVirtualizer({
    count: lines,
    estimateSize: () => guessedHeight[look],
    overscan: 4,
    scrollMargin: top,
    gap,
  })
  useEffect(() => virtual.measure(), [columns, look, virtual])
  const drawn = virtual.getVirtualItems()
  const lastDrawn = drawn.at(-1)?.index ?? 0
  useEffect(() => {
    if (rows.length > 0 && lastDrawn >= lines - 4) onEnd?.(rows.length)
  }, [lastDrawn, lines, rows.length, onEnd])

  const above = (drawn[0]?.start ?? top) - top
  const below = virtual.getTotalSize() - ((drawn.at(-1)?.end ?? top) - top)
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys come from the links inside
    <ul
      ref={ref}
      className={classes[look]}
      aria-label={label}
      onKeyDown={(event) => moveFocus(event, columns)}
      style={{ '--above': `${above}px`, '--below': `${Math.max(0, below)}px` } as CSSProperties}
    >
      {drawn.flatMap(({ index: line }) =>
        rows.slice(line * columns, (line + 1) * columns).map((row, index) => (
          <li
            key={rowKey(row)}
            className={classes['cell']}
            aria-setsize={inAll ?? -1}
            aria-posinset={line * columns + index + 1}
            data-index={line}
            {...(index === 0 ? { ref: virtual.measureElement } : {})}
          >
            {card(row)}
          </li>
        )),
      )}
    </ul>
  )
}

/** The current layout of the style sheet. */
function layoutOf(list: HTMLUListElement | null): { top: number; columns: number; gap: number } {
  if (!list) return { top: 0, columns: 1, gap: 0 }
  const style = getComputedStyle(list)
  return {
    top: list.getBoundingClientRect().top + globalThis.scrollY,
    columns: style.gridTemplateColumns.split(' ').length,
    gap: Number(style.rowGap.replace('px', '')) || 0,
  }
}

/** The arrow keys move from card to card, up and down by a line of cards. */
function moveFocus(event: KeyboardEvent<HTMLElement>, columns: number): void {
  const step = { ArrowDown: columns, ArrowUp: -columns, ArrowRight: 1, ArrowLeft: -1 }[event.key]
  const target = event.target as HTMLElement
  if (step === undefined || !target.matches('[data-card-link]')) return
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-card-link]')]
  const next = links[links.indexOf(target) + step]
  if (!next) return
  event.preventDefault()
  next.focus()
}
