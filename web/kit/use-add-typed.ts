import type { Endpoint, InputOf, OutputOf } from '../../contract/endpoint.ts'
import { toastDone, toastFailed } from './toast.tsx'
import { useCommand } from './use-command.ts'
import { useMay } from './use-may.ts'

/**
 * `onAdd` of a `SearchSelect`: adds a record with the typed name beside the form that needs it, and chooses it.
 * Undefined for readers who can't add one.
 */
export function useAddTyped<E extends Endpoint>(
  endpoint: E,
  inputOf: (name: string) => InputOf<E> | Promise<InputOf<E>>,
  onAdded: (record: OutputOf<E>) => void,
): ((name: string) => void) | undefined {
  const { run, pending } = useCommand(endpoint)
  const add = async (name: string) => {
    try {
      const record = await run(await inputOf(name))
      toastDone(`${name} was added`)
      onAdded(record)
    } catch (error) {
      toastFailed(error, `${name} couldn’t be added`)
    }
  }
  return useMay(endpoint) === true && !pending ? (name) => void add(name) : undefined
}
