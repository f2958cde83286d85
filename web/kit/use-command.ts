import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import type { Endpoint, InputOf, OutputOf } from '../../contract/endpoint.ts'
import { ApiError } from './api-error.ts'
import { call } from './call.ts'
import { nounsChanged } from './query-client.ts'

const retryDelaysMs = [400, 1_200, 3_000]

/**
 * One user action, one command. `run(input)` resolves with the answer or throws `ApiError`.
 * A command whose outcome is unknown (no answer, a fault, "in progress") is repeated under the same idempotency key, here a few times
 * and again when the person presses the button once more with the same input: so it is carried out at most once.
 * After a success everything on screen made of `endpoint.changes` is refetched.
 */
export function useCommand<E extends Endpoint>(endpoint: E) {
  const unsettled = useRef<{ key: string; input: string } | null>(null)

  const mutation = useMutation<OutputOf<E>, ApiError, InputOf<E>>({
    mutationFn: async (input) => {
      const text = JSON.stringify(input, describeFile)
      if (unsettled.current?.input !== text) unsettled.current = { key: crypto.randomUUID(), input: text }
      const answer = await untilKnown(endpoint, input, unsettled.current.key, (outcomeKnown) => {
        if (outcomeKnown) unsettled.current = null
      })
      return answer
    },
    onSuccess: () => nounsChanged(endpoint.changes),
  })

  return {
    run: mutation.mutateAsync,
    pending: mutation.isPending,
    error: mutation.error,
    data: mutation.data,
    reset: mutation.reset,
  }
}

/** JSON has no words for a file: two of the same name are told apart by size and time. */
function describeFile(_name: string, value: unknown): unknown {
  return value instanceof File ? [value.name, value.size, value.lastModified] : value
}

async function untilKnown<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  idempotencyKey: string,
  settled: (outcomeKnown: boolean) => void,
): Promise<OutputOf<E>> {
  for (const delayMs of [...retryDelaysMs, null]) {
    try {
      const answer = await call(endpoint, input, { idempotencyKey })
      settled(true)
      return answer
    } catch (error) {
      const unknown = error instanceof ApiError && error.outcomeUnknown
      if (!unknown) settled(true)
      if (!unknown || delayMs === null) throw error
      await new Promise((resolve) => setTimeout(resolve, delayMs))
    }
  }
  throw new Error('unreachable: the last attempt returns or throws')
}
