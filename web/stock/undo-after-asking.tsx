import { formatQuantity } from '../../contract/quantity.ts'
import { type Posting, readPosting } from '../../contract/postings.ts'
import { call } from '../kit/call.ts'
import { confirm } from '../kit/confirm.tsx'
import { toastDone, toastFailed } from '../kit/toast.tsx'
import { absoluteTime } from '../ui/time-text.ts'
import { endLabel, postingLabel } from './labels.ts'
import { undoPosting } from './undo.ts'
import classes from './undo-after-asking.module.css'

/** So many movements are named; more are counted. */
const named = 6

/**
 * Takes a posting of the history back. It asks first and names everything that would move: rows of a history may shift
 * under the pointer while others work, an undo takes all movements of a posting back, and it cannot be undone itself.
 */
export async function undoAfterAsking(posting_id: string): Promise<void> {
  try {
    const posting = await call(readPosting, { posting_id })
    // What cannot be undone any more is not asked about: the refusal says why, and where it leads.
    if (posting.undo.possible && !(await isSure(posting))) return
    await undoPosting(posting_id)
    toastDone(`Undone: ${backSentences(posting)[0] ?? 'nothing had moved'}`)
  } catch (error) {
    toastFailed(error, 'This couldn’t be undone. Please try again.')
  }
}

function isSure(posting: Posting): Promise<boolean> {
  return confirm({
    title: `Undo this ${postingLabel(posting.kind, posting.movements[0]?.type).toLowerCase()}?`,
    text: <WhatMoves posting={posting} />,
    confirmLabel: 'Undo',
  })
}

function WhatMoves({ posting }: { posting: Posting }) {
  const sentences = backSentences(posting)
  const more = sentences.length - named
  return (
    <div className={classes['root']}>
      <p className={classes['who']}>
        {absoluteTime(posting.happened_at)}, entered by {posting.is_own ? 'you' : posting.user_reference}
      </p>
      <ul className={classes['list']}>
        {sentences.slice(0, named).map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
        {more > 0 && <li>and {formatQuantity(more)} more</li>}
      </ul>
      <p>Both entries stay in the history. An undo can’t be undone.</p>
    </div>
  )
}

/**
 * What taking a posting back does, one sentence for each movement; promises that gave way stay with their documents.
 */
export function backSentences({ movements }: Pick<Posting, 'movements'>): string[] {
  const sentences = movements
    .filter(({ type }) => type !== 'commitment')
    .map((movement) => {
      const { quantity, product_name, from_location_name: home, to_location_name: destination } = movement
      const what = `${formatQuantity(quantity)} of ${product_name ?? 'a product'}`
      const [leave, go] = quantity === 1 ? ['leaves', 'goes'] : ['leave', 'go']
      if (home === null) return `${what} ${leave} ${endLabel(movement.to_account, destination)}`
      if (destination === null || destination === home)
        return `${what} ${go} back to ${endLabel(movement.from_account, home)}`
      return `${what} ${go} back from ${destination} to ${endLabel(movement.from_account, home)}`
    })
  return [...new Set(sentences)]
}
