import {
  type Icon,
  IconArrowsExchange,
  IconBuildingStore,
  IconCategory,
  IconFileInvoice,
  IconHistory,
  IconMapPin,
  IconPackage,
  IconPackageImport,
  IconShoppingCart,
  IconTag,
  IconTruck,
  IconUser,
  IconUserCircle,
} from '@tabler/icons-react'
import {
  listSearchChoices,
  search,
  type SearchChoice,
  type SearchFit,
  type SearchKind,
  searchKinds,
  type SearchResult,
  searchResultsOf,
} from '../../contract/search.ts'
import { formatQuantity } from '../../contract/quantity.ts'
import { recordAddress } from '../../contract/record-addresses.ts'
import { useRead } from '../kit/api.ts'
import { dateText } from '../ui/time-text.ts'
import { fitOf, wordsOf } from './match-text.ts'

/** One line of the palette. */
export type Entry = Readonly<{
  /** What to remember when it is chosen; null if it isn't worth offering again. */
  choice: Readonly<{ kind: SearchKind | 'command'; key: string }> | null
  label: string
  note?: string
  /** At the right end: units available of a product. */
  figure?: string
  icon: Icon
  keys?: readonly string[]
  /** The words that are marked in it. */
  words: readonly string[]
}> &
  (Readonly<{ to: string; run?: never }> | Readonly<{ run: () => void; to?: never }>)

export type Group = Readonly<{ label: string; entries: readonly Entry[]; fit: SearchFit }>

/** The address of what is in stock at a location. */
export const locationStock = (id: string) => `/products?location=${id}`

const looks: Record<SearchKind, Readonly<{ title: string; icon: Icon; to: (record: SearchResult) => string }>> = {
  product: { title: 'Products', icon: IconPackage, to: ({ id }) => recordAddress('product', id) },
  category: { title: 'Categories', icon: IconCategory, to: ({ id }) => recordAddress('category', id) },
  sales_order: { title: 'Sales Orders', icon: IconShoppingCart, to: ({ id }) => recordAddress('sales_order', id) },
  purchase_order: {
    title: 'Purchase Orders',
    icon: IconFileInvoice,
    to: ({ id }) => recordAddress('purchase_order', id),
  },
  supplier: { title: 'Suppliers', icon: IconBuildingStore, to: ({ id }) => recordAddress('supplier', id) },
  customer: { title: 'Customers', icon: IconUser, to: ({ id }) => recordAddress('customer', id) },
  location: { title: 'Locations', icon: IconMapPin, to: ({ id }) => locationStock(id) },
  lot: { title: 'Lots', icon: IconTag, to: ({ belongs_to }) => recordAddress('product', belongs_to) },
  receipt: { title: 'Receipts', icon: IconPackageImport, to: ({ id }) => recordAddress('receipt', id) },
  shipment: { title: 'Shipments', icon: IconTruck, to: ({ id }) => recordAddress('shipment', id) },
  transaction: { title: 'Transactions', icon: IconArrowsExchange, to: ({ id }) => recordAddress('posting', id) },
  member: { title: 'Members', icon: IconUserCircle, to: () => recordAddress('members', null) },
}

/** A record as a line of the palette. */
export function recordEntry(record: SearchResult, words: readonly string[]): Entry {
  const { icon, to } = looks[record.kind]
  const note = [record.note, record.at && dateText(record.at)].filter(Boolean).join(' · ')
  const choice = { kind: record.kind, key: record.id }
  const { available } = record
  const figure = available === null ? {} : { figure: `${formatQuantity(available)} available` }
  return { choice, label: record.label, note, icon, to: to(record), words, ...figure }
}

/** Lists that can be searched for the text, if no result is the right one. */
export const searchableLists = [
  { label: 'Products', to: '/products', icon: IconPackage },
  { label: 'Sales Orders', to: '/sales-orders', icon: IconShoppingCart },
  { label: 'Purchase Orders', to: '/purchase-orders', icon: IconFileInvoice },
  { label: 'Shipping', to: '/shipping', icon: IconTruck },
  { label: 'Transactions', to: '/transactions', icon: IconHistory },
] as const

type Found = Readonly<{
  groups: readonly Group[]
  pending: boolean
  /** Searches again after a search that failed; undefined if it didn't fail. */
  retry?: (() => void) | undefined
}>

/**
 * The server's results, in groups by kind, earlier choices first. `text` is the searched text, `typed` the current one:
 * while a response is on its way, earlier results stay only if they match, so Enter never opens something that wasn't
 * typed.
 */
export function useSearch(text: string, typed: string, choices: readonly SearchChoice[]): Found {
  const found = useRead(search, { text }, { enabled: text !== '', keepPrevious: true })
  if (typed === '' || text === '') return { groups: [], pending: false }
  const isEarlier = typed !== text || found.isPlaceholderData
  const words = wordsOf(typed)
  const items = (found.data?.items ?? []).filter(
    ({ label, note }) =>
      !isEarlier || ['beginning', 'words', 'inside'].includes(fitOf(typed, `${label} ${note}`) ?? ''),
  )
  const groups = searchKinds.flatMap((kind): Group[] => {
    const ofKind = items.filter((item) => item.kind === kind)
    const chosen = chosenBefore(choices, kind, typed)
    const whole = ofKind.filter(({ fit }) => fit === 'whole')
    const records = unique([...whole, ...chosen, ...ofKind]).slice(0, searchResultsOf(kind))
    if (records.length === 0) return []
    const wordsFor = (record: SearchResult) => {
      const other = ofKind.find(({ id }) => id === record.id)?.found_by
      return other ? wordsOf(other) : words
    }
    const isGuess = chosen.length === 0 && ofKind.every(({ fit }) => fit === 'similar')
    return [
      {
        label: isGuess ? `${looks[kind].title} similar to “${typed}”` : looks[kind].title,
        entries: records.map((record) => recordEntry(record, wordsFor(record))),
        fit: chosen.length > 0 ? 'words' : (ofKind[0]?.fit ?? 'words'),
      },
    ]
  })
  const hasFailed = found.isError && !found.isFetching
  return { groups, pending: found.isFetching, retry: hasFailed ? () => void found.refetch() : undefined }
}

/** Matching records that were chosen before, the most used recently first. */
function chosenBefore(choices: readonly SearchChoice[], kind: SearchKind, typed: string): SearchResult[] {
  return byUse(choices).flatMap(({ record }) => {
    if (record?.kind !== kind) return []
    const fit = fitOf(typed, `${record.label} ${record.note}`)
    return fit === 'beginning' || fit === 'words' ? [record] : []
  })
}

const halfLifeMs = 14 * 24 * 3_600_000

/** How much something is used: each time counts, half as much every two weeks. */
function useOf({ times, chosen_at }: SearchChoice): number {
  return times * 0.5 ** ((Date.now() - Date.parse(chosen_at)) / halfLifeMs)
}

/** Earlier choices, the most used recently first. */
export function byUse(choices: readonly SearchChoice[]): SearchChoice[] {
  return choices.toSorted((one, other) => useOf(other) - useOf(one))
}

function unique(records: readonly SearchResult[]): SearchResult[] {
  return [...new Map(records.map((record) => [record.id, record])).values()]
}

/** The member's earlier choices in the palette, read again each time it opens. */
export function useChoices(): Readonly<{ choices: readonly SearchChoice[]; refetch: () => void }> {
  const read = useRead(listSearchChoices, {}, { enabled: false })
  return { choices: read.data?.items ?? [], refetch: () => void read.refetch() }
}
