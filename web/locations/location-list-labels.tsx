import { counted } from '../../contract/counted-nouns.ts'
import type { InputOf } from '../../contract/endpoint.ts'
import { listLocations } from '../../contract/locations.ts'
import { useInfiniteRead } from '../kit/use-infinite-read.ts'
import { useUrlState } from '../kit/url-state.ts'
import { PrintLabelsButton } from '../labels/print-labels-button.tsx'
import { LocationLabelsDialog } from './location-labels-dialog.tsx'

/** The list's input for its address. */
export function locationsInput(url: Readonly<Record<string, string>>): InputOf<typeof listLocations> {
  return {
    search: url['q'] ?? '',
    active: (url['active'] || undefined) as 'true' | 'false' | undefined,
    with_stock: 'true',
  }
}

/** Labels of all active locations that the list shows now. Inactive ones need none. `?labels=1` opens the dialog. */
export function LocationListLabels() {
  const [url, setUrl] = useUrlState({ q: '', active: '', labels: '' })
  // The same read as the list's own: it is requested once.
  const { items, hasNextPage } = useInfiniteRead(listLocations, locationsInput(url))
  const active = items?.filter(({ is_active }) => is_active).length
  if (active === 0) return null
  const locations = active === undefined || hasNextPage ? null : active
  return (
    <>
      <PrintLabelsButton named visibleFrom="sm" onClick={() => setUrl({ labels: '1' })} />
      <LocationLabelsDialog
        of={{ search: url.q }}
        subject={locations === null ? undefined : counted(locations, 'active location')}
        locations={locations}
        opened={url.labels !== ''}
        onClose={() => setUrl({ labels: '' })}
      />
    </>
  )
}
