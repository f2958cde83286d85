import { type ActionKeys, createActionKeys } from './action-key.ts'
import { ApiError } from './api-error.ts'

/**
 * The keys of a form with several commands, such as "Add" and "Save as pending". After one that may have been executed,
 * another one is refused once: the server can't know that both mean the same.
 */
export function createSharedKeys(): ActionKeys {
  const keys = createActionKeys()
  let unsettled: string | null = null
  const settled = () => {
    unsettled = null
    keys.settled()
  }
  return {
    keyFor(attempt) {
      if (unsettled !== null && unsettled !== attempt.command) {
        settled()
        throw maybeSaved()
      }
      unsettled = attempt.command
      return keys.keyFor(attempt)
    },
    settled,
  }
}

function maybeSaved(): ApiError {
  const message = 'Your last attempt may have been saved. Check it first: saving again adds a second one.'
  return new ApiError(409, { code: 'idempotency_key_reused', message })
}
