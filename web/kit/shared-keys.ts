import { type ActionKeys, createActionKeys, unsettledKey } from './action-key.ts'
import { ApiError } from './api-error.ts'

/**
 * The keys of a form with several commands, such as "Add" and "Save as pending", by their names. After one that may
 * have been executed, also by the same form before it was opened again, another one is refused once: the server can't
 * know that both mean the same.
 */
export function createSharedKeys(commands: readonly string[]): ActionKeys {
  const own = new Map(commands.map((command) => [command, createActionKeys()]))
  let last: ActionKeys | undefined
  const warned = new Set<string>()
  return {
    keyFor(attempt) {
      for (const command of commands) {
        const key = command === attempt.command ? null : unsettledKey({ ...attempt, command })
        if (key === null || warned.has(key)) continue
        warned.add(key)
        throw maybeSaved()
      }
      last = own.get(attempt.command)
      if (!last) throw new Error(`${attempt.command} isn't a command of this form.`)
      return last.keyFor(attempt)
    },
    settled: () => last?.settled(),
  }
}

function maybeSaved(): ApiError {
  const message = 'Your last attempt may have been saved. Check it first: saving again adds a second one.'
  return new ApiError(409, { code: 'idempotency_key_reused', message })
}
