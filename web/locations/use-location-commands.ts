import { deleteLocation, type Location, setDefaultLocation } from '../../contract/locations.ts'
import { useCommand } from '../kit/api.ts'
import { confirm } from '../kit/confirm.tsx'
import { toastDone, toastFailed } from '../kit/toast.tsx'

/** Why a location cannot be deleted, as far as the list knows; what stands or waits there, the server says. */
export function refusalToDelete({ is_default }: Location): string | null {
  return is_default ? 'Cannot delete the default location' : null
}

/** Asks, deletes, says so. */
export function useDeleteLocation(): (location: Location) => Promise<void> {
  const { run } = useCommand(deleteLocation)
  return async ({ id, name }) => {
    const sure = await confirm({
      title: 'Delete Location',
      text: 'Are you sure you want to delete this location?',
      confirmLabel: 'Delete',
      danger: true,
    })
    if (!sure) return
    try {
      const { hidden } = await run({ id })
      toastDone(hidden ? `"${name}" was deleted. Its history is kept` : `"${name}" was deleted`)
    } catch (error) {
      toastFailed(error, 'Failed to delete location')
    }
  }
}

/** Makes a location the default and offers to give it back to the one that had it. */
export function useSetDefaultLocation(): (location: Location, before: Location | undefined) => Promise<void> {
  const { run } = useCommand(setDefaultLocation)
  return async ({ id, name }, before) => {
    try {
      await run({ id })
      toastDone(
        `"${name}" is the default location now`,
        before ? { undo: () => run({ id: before.id }), undone: `"${before.name}" is the default location again` } : {},
      )
    } catch (error) {
      toastFailed(error, 'Failed to set the default location')
    }
  }
}
