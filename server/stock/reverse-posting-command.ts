import { reversePosting as reversePostingEndpoint } from '../../contract/stock.ts'
import { implement } from '../platform/endpoint.ts'
import { newId } from '../platform/ids.ts'
import { formatQuantity } from '../../contract/quantity.ts'
import { reversePosting } from './reverse-posting.ts'
import { worded } from './worded.ts'

/** Undoes a posting that belongs to no document. What it refuses: reversePosting. */
export const reversePostingCommand = implement(reversePostingEndpoint, async (tx, actor, input) => {
  const result = await worded(reversePosting(tx, actor, { id: input.id ?? newId(), posting_id: input.posting_id }), {
    fields: null,
    sentences: {
      insufficient_stock: ({ product, location, asked, available }) =>
        `This cannot be undone: ${formatQuantity(Number(asked))} of ${product}${location ? ` would have to leave ${location}` : ' would have to go back'}, and only ${formatQuantity(Number(available))} are there.`,
    },
  })
  return { posting_id: result.posting_id, reverses_posting_id: input.posting_id }
})
