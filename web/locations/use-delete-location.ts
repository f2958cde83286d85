import { deleteLocation, type Location, readLocationDeletion } from '../../contract/locations.ts'
import { useCommand } from '../kit/api.ts'
import { call } from '../kit/call.ts'
import { toastDone, toastFailed } from '../kit/toast.tsx'
import { useMay } from '../kit/use-may.ts'
import { any, askToDelete } from '../stock/ask-to-delete.ts'

/** Why deleting a location is disabled. Otherwise choosing it shows what is still there or expected, and what to do. */
export function refusalToDelete({ is_default }: Location): string | null {
  return is_default ? 'Cannot delete the default location' : null
}

/** Confirms, or shows what prevents it; deletes, and shows a message. */
export function useDeleteLocation(): (location: Location) => Promise<void> {
  const { run } = useCommand(deleteLocation)
  const mayRevokeKeys = useMay('api_keys.write') === true
  return async ({ id, name }) => {
    try {
      const sure = await askToDelete({
        title: 'Delete Location',
        name,
        text: 'Are you sure you want to delete this location?',
        deletion: await call(readLocationDeletion, { id }),
        waysOf: (details) => [
          any(details, 'available', 'reserved') && { label: 'Stock at this location', to: `/products?location=${id}` },
          any(details, 'held', 'in_transit') && {
            label: 'Transactions at this location',
            to: `/transactions?location=${id}`,
          },
          any(details, 'pending_transactions') && {
            label: 'Pending transactions',
            to: `/transactions?status=pending&location=${id}`,
          },
          isNamed(details['members']) && { label: 'Members', to: '/settings/members' },
          mayRevokeKeys && isNamed(details['api_keys']) && { label: 'API keys', to: '/settings/api-keys' },
        ],
      })
      if (!sure) return
      const { hidden } = await run({ id })
      toastDone(hidden ? `${name} was deleted. Its history is kept.` : `${name} was deleted`)
    } catch (error) {
      toastFailed(error, 'Failed to delete location')
    }
  }
}

const isNamed = (names: unknown) => Array.isArray(names) && names.length > 0
