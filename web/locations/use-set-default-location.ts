import { type Location, setDefaultLocation } from '../../contract/locations.ts'
import { useCommand } from '../kit/api.ts'
import { toastDone, toastFailed } from '../kit/toast.tsx'

/** Makes a location the default and offers to restore the previous one. */
export function useSetDefaultLocation(): (location: Location, before: Location | undefined) => Promise<void> {
  const { run } = useCommand(setDefaultLocation)
  return async ({ id, name }, before) => {
    try {
      await run({ id })
      toastDone(
        `${name} is now the default location`,
        before
          ? {
              about: 'default location',
              undo: () => run({ id: before.id }),
              undone: `${before.name} is the default location again`,
            }
          : {},
      )
    } catch (error) {
      toastFailed(error, 'Failed to set the default location')
    }
  }
}
