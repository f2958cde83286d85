import { byCount } from '../../contract/counted-nouns.ts'
import { formatQuantity } from '../../contract/quantity.ts'
import { type Posting, readPosting } from '../../contract/postings.ts'
import { call } from '../kit/call.ts'
import { confirm } from '../kit/confirm.tsx'
import { authorName } from '../kit/person-name.ts'
import { toastDone, toastFailed } from '../kit/toast.tsx'
import { absoluteTime } from '../ui/time-text.ts'
import { endLabel } from './labels.ts'
import { undoPosting } from './undo.ts'
import classes from './undo-after-asking.module.css'

/** This many movements are named; more are counted. */
const named = 6

/**
 * Undoes a posting from the history. It confirms first and names everything that would move: rows may shift under the
 * pointer while others work, an undo reverses all movements of a posting, and it can't be undone itself.
 */
export async function undoAfterAsking(posting_id: string): Promise<void> {
  try {
    const posting = await call(readPosting, { posting_id })
    // No confirmation for what can no longer be undone: the refusal tells why, with a link.
    if (posting.undo.possible && !(await isSure(posting))) return
    await undoPosting(posting_id)
    toastDone(`Undone: ${undoEffects(posting)[0] ?? 'nothing had moved'}`)
  } catch (error) {
    toastFailed(error, 'This couldn’t be undone. Please try again.')
  }
}

function isSure(posting: Posting): Promise<boolean> {
  const { happened_at: at, is_own, user_reference } = posting
  return confirmUndo(
    'Undo this stock change?',
    { at, by: is_own ? 'you' : authorName(user_reference) },
    undoEffects(posting),
  )
}

/** Asks before an undo. Names the person and the moment of the entry, and what goes back. */
export function confirmUndo(title: string, entered: Entered, sentences: readonly string[]): Promise<boolean> {
  return confirm({ title, text: <WhatMoves entered={entered} sentences={sentences} />, confirmLabel: 'Undo' })
}

type Entered = Readonly<{ at: string; by: string }>

function WhatMoves({ entered: { at, by }, sentences }: Readonly<{ entered: Entered; sentences: readonly string[] }>) {
  const more = sentences.length - named
  return (
    <div className={classes['root']}>
      <p className={classes['who']}>
        {absoluteTime(at)}, entered by {by}
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

const leaves = { one: '{count} of {product} leaves {from}', other: '{count} of {product} leave {from}' }
const goesBack = { one: '{count} of {product} goes back to {to}', other: '{count} of {product} go back to {to}' }
const goesBackFrom = {
  one: '{count} of {product} goes back from {from} to {to}',
  other: '{count} of {product} go back from {from} to {to}',
}

/** The effects of undoing a posting, one sentence per movement; released reservations stay with their documents. */
export function undoEffects({ movements }: Pick<Posting, 'movements'>): string[] {
  const sentences = movements
    .filter(({ type }) => type !== 'commitment')
    .map((movement) => {
      const { quantity, product_name, from_location_name: home, to_location_name: destination } = movement
      const product = product_name ?? 'a product'
      if (home === null) return byCount(quantity, leaves, { product, from: endLabel(movement.to_account, destination) })
      const to = endLabel(movement.from_account, home)
      if (destination === null || destination === home) return byCount(quantity, goesBack, { product, to })
      return byCount(quantity, goesBackFrom, { product, from: destination, to })
    })
  return [...new Set(sentences)]
}
