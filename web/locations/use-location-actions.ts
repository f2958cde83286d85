import { IconClipboardCheck, IconMessage, IconPencil, IconStar, IconTag, IconTrash } from '@tabler/icons-react'
import { listLocations, type Location } from '../../contract/locations.ts'
import { countStock } from '../../contract/stock-counts.ts'
import { useRead } from '../kit/api.ts'
import type { RowAction } from '../kit/row-actions.tsx'
import { useGo } from '../kit/use-go.ts'
import { useMay } from '../kit/use-may.ts'
import { refusalToDelete, useDeleteLocation } from './use-delete-location.ts'
import { useSetDefaultLocation } from './use-set-default-location.ts'

/** The actions on a location, in its row and on its card. */
export function useLocationActions({
  onEdit,
  onComments,
  onLabels,
}: {
  onEdit: (location: Location) => void
  onComments: (id: string) => void
  onLabels: (location: Location) => void
}) {
  const remove = useDeleteLocation()
  const setDefault = useSetDefaultLocation()
  // The default comes first in every unfiltered list; it is loaded separately, because a search may not include it.
  const first = useRead(listLocations, { limit: 1 })
  const makeDefault = (location: Location) => void setDefault(location, first.data?.items[0])
  const commentsAction = ({ id }: Location): RowAction => ({
    label: 'Comments and history',
    icon: IconMessage,
    onClick: () => onComments(id),
  })

  const go = useGo()
  const mayCount = useMay(countStock) === true
  const count = ({ id }: Location): RowAction[] =>
    mayCount
      ? [{ label: 'Count stock', icon: IconClipboardCheck, onClick: () => go(`/stock-count?location=${id}`) }]
      : []

  const label = (location: Location): RowAction => ({
    label: 'Print label',
    icon: IconTag,
    onClick: () => onLabels(location),
  })

  const deletion = (location: Location): RowAction => ({
    label: 'Delete',
    icon: IconTrash,
    danger: true,
    refusal: refusalToDelete(location),
    onClick: () => void remove(location),
  })
  const actions = (location: Location): RowAction[] => [
    { label: 'Edit', icon: IconPencil, quick: true, shortcut: 'e', onClick: () => onEdit(location) },
    ...count(location),
    label(location),
    commentsAction(location),
    ...(!location.is_default && location.is_active
      ? [{ label: 'Set as Default', icon: IconStar, onClick: () => makeDefault(location) }]
      : []),
    deletion(location),
  ]
  // Editing and the default are buttons there.
  const cardMenu = (location: Location): RowAction[] => [
    ...count(location),
    label(location),
    commentsAction(location),
    deletion(location),
  ]
  /** For members who can't change the location: also those who are limited to it. */
  const memberActions = (location: Location): RowAction[] => [
    ...count(location),
    label(location),
    commentsAction(location),
  ]
  return { makeDefault, actions, cardMenu, memberActions }
}
