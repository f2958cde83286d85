import { deleteLocation, type Location, readLocationDeletion } from '../../contract/locations.ts'
import { useCommand } from '../kit/api.ts'
import { call } from '../kit/call.ts'
import { toastDone, toastFailed } from '../kit/toast.tsx'
import { any, askToDelete } from '../stock/ask-to-delete.ts'

/**
 * Why a location's delete button is disabled: pressing it shows what is still there or expected, and what to do about
 * it.
 */
export function refusalToDelete({ is_default }: Location): string | null {
  return is_default ? 'Can’t delete the default location' : null
}

/** Confirms, or shows what prevents it; deletes, and shows a message. */
export function useDeleteLocation(): (location: Location) => Promise<void> {
  const { run } = useCommand(deleteLocation)
  return async ({ id, name }) => {
    try {
      const sure = await askToDelete({
        title: 'Delete Location',
        name,
        text: 'Are you sure you want to delete this location?',
        deletion: await call(readLocationDeletion, { id }),
        goodsAt: (details) =>
          any(details, 'available', 'reserved')
            ? { label: 'Stock at this location', to: `/products?location=${id}` }
            : null,
      })
      if (!sure) return
      const { hidden } = await run({ id })
      toastDone(hidden ? `"${name}" was deleted. Its history is kept` : `"${name}" was deleted`)
    } catch (error) {
      toastFailed(error, 'Failed to delete location')
    }
  }
}
