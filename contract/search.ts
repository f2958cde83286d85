import { z } from 'zod'
import { command, query } from './endpoint.ts'
import { id, moment, requiredText, storableText } from './fields.ts'
import { limits } from './limits.ts'

/** What a search finds, in the order it is shown. */
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

/** How many of a kind a search answers. */
export const searchResultsOf = (kind: SearchKind): number => (kind === 'product' ? 5 : 3)

export const searchResult = z.object({
  kind: z.enum(searchKinds),
  id,
  /** Its name or number. */
  label: z.string(),
  /** What tells it from others of the name: a SKU, a customer, an e-mail. */
  note: z.string(),
  /** When it was booked, received or shipped; null where the label says enough. */
  at: moment.nullable(),
  /** What it belongs to: the product of a lot, the order of a receipt or shipment. */
  belongs_to: id.nullable(),
})
export type SearchResult = z.output<typeof searchResult>

/**
 * How well a record fits: its whole name or number, the beginning of it, the beginnings of words, the text inside, or a
 * similar word.
 */
export const searchFits = ['whole', 'beginning', 'words', 'inside', 'similar'] as const
export type SearchFit = (typeof searchFits)[number]

export const search = query({
  name: 'search',
  summary:
    'Everything the caller may see that a text finds: five products, three of each other kind, the best fits of a kind first. Names ignore case, accents, the order of words and, where little fits, one slip in a word',
  path: '/search',
  permission: 'organization.read',
  input: z.strictObject({ text: requiredText('Enter what to search for', limits.searchCharacters) }),
  output: z.object({
    items: z.array(
      searchResult.extend({
        fit: z.enum(searchFits),
        /** The text that found it, where that is not the one that was asked for. */
        found_by: z.string().nullable(),
      }),
    ),
  }),
})

/** What can be chosen in the palette: a record, or a command by its name. */
const choiceKinds = [...searchKinds, 'command'] as const

export const searchChoice = z.object({
  kind: z.enum(choiceKinds),
  /** The id of the record, or the name of the command. */
  key: z.string(),
  times: z.number(),
  chosen_at: moment,
  /** The record as it is now; null for a command. */
  record: searchResult.nullable(),
})
export type SearchChoice = z.output<typeof searchChoice>

export const listSearchChoices = query({
  name: 'list_search_choices',
  summary: 'What the caller chose in the palette before, the latest first; records that are gone are left out',
  path: '/search/choices',
  permission: 'account.read',
  input: z.strictObject({}),
  output: z.object({ items: z.array(searchChoice) }),
})

export const keepSearchChoice = command({
  name: 'keep_search_choice',
  summary: 'Remembers what the caller chose in the palette, so that it is offered first; the oldest are forgotten',
  method: 'POST',
  path: '/search/choices',
  permission: 'account.write',
  input: z.strictObject({
    kind: z.enum(choiceKinds, 'Choose what it is'),
    key: storableText(limits.searchChoiceKeyCharacters, { missing: 'Say which one' }).min(1, 'Say which one'),
  }),
  output: z.object({}),
  changes: [],
})
