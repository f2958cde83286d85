import { z } from 'zod'
import { command, query } from './endpoint.ts'
import { id, moment, requiredText, storableText } from './fields.ts'
import { limits } from './limits.ts'

/** The kinds of search results, in display order. */
export const searchKinds = [
  'product',
  'category',
  'sales_order',
  'purchase_order',
  'supplier',
  'customer',
  'location',
  'lot',
  'receipt',
  'shipment',
  'transaction',
  'member',
] as const
export type SearchKind = (typeof searchKinds)[number]

/** The most results per kind. */
export const searchResultsOf = (kind: SearchKind): number => (kind === 'product' ? 5 : 3)

export const searchResult = z.object({
  kind: z.enum(searchKinds),
  id,
  /** Its name or number. */
  label: z.string(),
  /** What distinguishes it from others with the name: a SKU, a customer, an email. */
  note: z.string(),
  /** When it was posted, received or shipped; null if the label is enough. */
  at: moment.nullable(),
  /** Its parent: the product of a lot, the order of a receipt or shipment. */
  belongs_to: id.nullable(),
  /** Of a product: units available, in a limited member's locations; null for everything else. */
  available: z.number().nullable(),
})
export type SearchResult = z.output<typeof searchResult>

/**
 * How well a record matches: its entire name or number, the beginning of it, the beginnings of words, the text inside,
 * or a similar word.
 */
export const searchFits = ['whole', 'beginning', 'words', 'inside', 'similar'] as const
export type SearchFit = (typeof searchFits)[number]

export const search = query({
  name: 'search',
  summary:
    'Searches everything the caller can see. Returns up to five products and three records of every other kind, best matches first. Names match regardless of case, accents and word order, and with one typo per word when there are few matches',
  path: '/search',
  permission: 'organization.read',
  input: z.strictObject({ text: requiredText('Enter a search term', limits.searchCharacters) }),
  output: z.object({
    items: z.array(
      searchResult.extend({
        fit: z.enum(searchFits),
        /** The matching text, if it differs from the searched one. */
        found_by: z.string().nullable(),
      }),
    ),
  }),
})

/** A palette choice: a record, or a command by its name. */
const choiceKinds = [...searchKinds, 'command'] as const

export const searchChoice = z.object({
  kind: z.enum(choiceKinds),
  /** The id of the record, or the name of the command. */
  key: z.string(),
  times: z.number(),
  chosen_at: moment,
  /** The current record; null for a command. */
  record: searchResult.nullable(),
})
export type SearchChoice = z.output<typeof searchChoice>

export const listSearchChoices = query({
  name: 'list_search_choices',
  summary: 'Lists what the caller last chose in the search palette, latest first, without deleted records',
  path: '/search/choices',
  permission: 'account.read',
  input: z.strictObject({}),
  output: z.object({ items: z.array(searchChoice) }),
})

export const keepSearchChoice = command({
  name: 'keep_search_choice',
  summary: 'Records what the caller chose in the search palette, so that it is suggested first',
  method: 'POST',
  path: '/search/choices',
  permission: 'account.write',
  input: z.strictObject({
    kind: z.enum(choiceKinds, 'Choose a type'),
    key: storableText(limits.searchChoiceKeyCharacters, { missing: 'Choose a record' }).min(1, 'Choose a record'),
  }),
  output: z.object({}),
  changes: [],
})
