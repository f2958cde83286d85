import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { Endpoint, InputOf, OutputOf } from '../../contract/endpoint.ts'
import { type ActionKeys, createActionKeys } from './action-key.ts'
import { showAnswer } from './answered-records.ts'
import { ApiError } from './api-error.ts'
import { call } from './call.ts'
import { currentOrganization } from './organization.ts'
import { refetchNouns } from './refetch.ts'
import { sendCommand, type SendOptions } from './sending.ts'
import { signedInUser } from './session.ts'

type CommandOptions = Pick<SendOptions, 'showsProgress'> &
  Readonly<{
    /** Sent by a form for one record: a create that may have been executed isn't executed again with other values. */
    isForm?: boolean
    /** Shared by the commands of one form (`createSharedKeys`). */
    keys?: ActionKeys
  }>

/**
 * One user action, one command. `run(input)` resolves with the response or throws `ApiError`. A command with an unknown
 * outcome (no response, a server error, "in progress") is repeated under the same idempotency key, a few times here and
 * again when the person presses the button once more with the same input, even if the form was closed meanwhile: so it
 * is executed at most once. After a success the records in the response are shown immediately, and everything visible
 * that depends on `endpoint.changes` is refetched. While it is sent the pressed control is busy, and after two seconds
 * a notice shows "Still trying…", unless the screen `showsProgress` itself.
 */
export function useCommand<E extends Endpoint>(
  endpoint: E,
  { showsProgress = false, isForm = false, keys: shared }: CommandOptions = {},
) {
  const [own] = useState(() => createActionKeys())
  const keys = shared ?? own

  const [stillTrying, setStillTrying] = useState(false)

  const mutation = useMutation<OutputOf<E>, ApiError, InputOf<E>>({
    mutationFn: (input) =>
      untilKnown(endpoint, input, keys, { showsProgress, isForm, onStillTrying: () => setStillTrying(true) }),
    onSuccess: () => refetchNouns(endpoint.changes),
    onSettled: () => setStillTrying(false),
  })

  return {
    run: mutation.mutateAsync,
    pending: mutation.isPending,
    /** It has been running for two seconds. */
    stillTrying,
    error: mutation.error,
    data: mutation.data,
    reset: mutation.reset,
  }
}

/**
 * One user action without a form (a row's button, an undo): the same. Always refetches what it
 * changes: a refusal means that the screen shows stale data.
 */
export async function act<E extends Endpoint>(endpoint: E, input: InputOf<E>): Promise<OutputOf<E>> {
  try {
    return await untilKnown(endpoint, input, createActionKeys())
  } finally {
    refetchNouns(endpoint.changes)
  }
}

async function untilKnown<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  keys: ActionKeys,
  { isForm = false, ...options }: SendOptions & Pick<CommandOptions, 'isForm'> = {},
): Promise<OutputOf<E>> {
  const organization = currentOrganization()
  const creates = endpoint.status === 201
  const idempotencyKey = keys.keyFor({
    sender: `${signedInUser()} ${organization}`,
    command: endpoint.name,
    input,
    creates,
    isOneRecord: isForm && creates,
  })
  const sentAt = Date.now()
  try {
    const answer = await sendCommand(() => call(endpoint, input, { idempotencyKey, organization }), options)
    keys.settled()
    showAnswer({ body: answer, organization, sentAt })
    return answer
  } catch (error) {
    if (!(error instanceof ApiError && error.outcomeUnknown)) keys.settled()
    throw error
  }
}
