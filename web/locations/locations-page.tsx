import { Button } from '@mantine/core'
import { IconMapPin, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { listLocations, type Location, readLocation, updateLocation } from '../../contract/locations.ts'
import { CommentsPanel } from '../comments/comments-panel.tsx'
import { useRead } from '../kit/api.ts'
import { Dialog } from '../kit/dialog.tsx'
import { isId } from '../kit/list-address.ts'
import { ListPage } from '../kit/list-page.tsx'
import { useOpened } from '../kit/use-opened.ts'
import { useUrlState } from '../kit/url-state.ts'
import { useMay } from '../kit/use-may.ts'
import { LocationCard } from './location-card.tsx'
import { EditLocationForm, NewLocationForm } from './location-form.tsx'
import { LocationLabelsDialog } from './location-labels-dialog.tsx'
import { LocationListLabels, locationsInput } from './location-list-labels.tsx'
import { locationColumns } from './location-columns.tsx'
import { useLocationActions } from './use-location-actions.ts'

const statusFilter = {
  key: 'active',
  label: 'Status',
  all: 'All Statuses',
  options: [
    { value: 'true', label: 'Active' },
    { value: 'false', label: 'Inactive' },
  ],
}

/** A location to edit, a new one, or no dialog at all. */
type Editing = Location | 'new' | null

/**
 * The locations with stock. `?add=1` opens the dialog for a new one, `?comments=` the comments on one and its history.
 */
// oxlint-disable-next-line max-lines-per-function -- a list and its dialogs
export function LocationsPage() {
  const [url, setUrl] = useUrlState({ add: '' })
  const comments = useOpened('/locations', 'comments')
  const [edited, setEdited] = useState<Location | null>(null)
  const mayWrite = useMay(updateLocation) === true
  const editing: Editing = edited ?? (url.add && mayWrite ? 'new' : null)
  const setEditing = (next: Editing) => {
    setEdited(next === 'new' ? null : next)
    if ((next === 'new') !== (url.add !== '')) setUrl({ add: next === 'new' ? '1' : '' })
  }
  const [labeled, setLabeled] = useState<Location | null>(null)
  const { makeDefault, actions, cardMenu, memberActions } = useLocationActions({
    onEdit: setEditing,
    onComments: comments.open,
    onLabels: setLabeled,
  })
  const close = () => setEditing(null)
  const commented = useRead(readLocation, { id: comments.id }, { enabled: isId(comments.id) })

  return (
    <>
      <ListPage
        title="Storage Locations"
        subtitle="Manage your warehouse and storage locations"
        primary={
          mayWrite && (
            <Button leftSection={<IconPlus size={16} />} onClick={() => setEditing('new')}>
              Add Location
            </Button>
          )
        }
        endpoint={listLocations}
        actions={<LocationListLabels />}
        input={locationsInput}
        rowKey={({ id }) => id}
        rowName={({ name }) => name}
        rowActions={mayWrite ? actions : memberActions}
        columns={locationColumns}
        card={(location) => (
          <LocationCard
            location={location}
            menu={mayWrite ? cardMenu(location) : memberActions(location)}
            {...(mayWrite
              ? {
                  change: {
                    onEdit: () => setEditing(location),
                    onSetDefault: () => makeDefault(location),
                  },
                }
              : {})}
          />
        )}
        views={['grid', 'table']}
        searchPlaceholder="Location name or code"
        filters={[statusFilter]}
        empty={{
          icon: IconMapPin,
          title: 'No locations found',
          text: 'Add your first storage location to get started',
          action: mayWrite && <Button onClick={() => setEditing('new')}>Add Location</Button>,
        }}
        failed="Failed to load locations"
      />
      <CommentsPanel
        title={commented.data?.name ?? 'Location'}
        record_type="location"
        record_id={comments.id}
        opened={isId(comments.id)}
        onClose={comments.close}
      />
      <LocationLabelsDialog
        of={{ location_id: labeled?.id }}
        subject={labeled?.name}
        locations={1}
        opened={labeled !== null}
        onClose={() => setLabeled(null)}
      />
      <Dialog
        title={editing === 'new' ? 'Add Location' : 'Edit Location'}
        opened={editing !== null}
        onClose={close}
        size={520}
      >
        {editing === 'new' && <NewLocationForm onClose={close} />}
        {editing !== null && editing !== 'new' && (
          <EditLocationForm key={editing.id} location={editing} onClose={close} />
        )}
      </Dialog>
    </>
  )
}
