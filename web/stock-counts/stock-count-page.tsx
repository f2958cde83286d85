import { Switch } from '@mantine/core'
import { isDay } from '../../contract/days.ts'
import { listLocations, readLocation } from '../../contract/locations.ts'
import { countStock, readCountProgress } from '../../contract/stock-counts.ts'
import { useRead } from '../kit/api.ts'
import { DateField } from '../kit/date-field.tsx'
import { ErrorCard } from '../kit/error-state.tsx'
import { FieldGrid } from '../kit/field-grid.tsx'
import { isId } from '../kit/list-address.ts'
import { ReadOnlyNote } from '../kit/read-only-note.tsx'
import { RowSkeletons } from '../kit/skeletons.tsx'
import { useMay } from '../kit/use-may.ts'
import { useToday } from '../kit/use-today.ts'
import { useUrlState } from '../kit/url-state.ts'
import { typeSeparator } from '../scanning/type-separator.ts'
import { LocationPicker } from '../stock/location-picker.tsx'
import { ProductPicker } from '../stock/product-picker.tsx'
import { Card } from '../ui/card.tsx'
import { CountHeader } from './count-header.tsx'
import { CountProgress, type Progress } from './count-progress.tsx'
import { FoundProduct } from './found-product.tsx'
import { RecentCounts } from './recent-counts.tsx'
import classes from './stock-counts.module.css'
import { ToCountList } from './to-count-list.tsx'
import { useBlindCount } from './use-blind-count.ts'
import { useFoundProducts } from './use-found-products.ts'
import { useKeptCounts } from './use-kept-counts.ts'

/**
 * Counts a location product by product: each count is saved at once, so several people can count, on phones, over days.
 * The address has the location and the day since which counts are valid; the default location and today unless chosen.
 * Once something is counted, the address keeps that day, so the count continues past midnight and when it is opened
 * again.
 */
export function StockCountPage() {
  const [url, setUrl] = useUrlState({ location: '', since: '' })
  const mayCount = useMay(countStock)
  const today = useToday()
  const since = isDay(url.since) && url.since <= today ? url.since : today
  const first = useRead(listLocations, { active: 'true', limit: 1 })
  const location_id = isId(url.location) ? url.location : (first.data?.items[0]?.id ?? '')
  // It may not be among the first ones that the picker offers.
  const chosen = useRead(readLocation, { id: location_id }, { enabled: isId(url.location) })
  const progress = useRead(readCountProgress, { location_id, since }, { enabled: location_id !== '' })
  const failed = first.error ?? progress.error
  const locationName = (isId(url.location) ? chosen.data : first.data?.items[0])?.name
  const [isBlind, setBlind] = useBlindCount()
  return (
    <>
      <CountHeader
        location_id={location_id}
        locationName={locationName}
        since={since}
        left={progress.data?.left ?? null}
      />
      <div className={classes['page']}>
        {mayCount === false && <ReadOnlyNote>Your role doesn’t allow counting.</ReadOnlyNote>}
        <Card>
          <div className={classes['choices']}>
            <FieldGrid columns={2}>
              <LocationPicker
                scannable
                value={location_id}
                locationName={locationName}
                onChange={(location) => setUrl({ location })}
              />
              <DateField
                label="Counting since"
                value={since}
                max={today}
                onChange={(day) => isDay(day) && setUrl({ since: day })}
              />
            </FieldGrid>
            <CountProgress progress={progress.data} />
            {mayCount === true && <BlindSwitch isBlind={isBlind} onChange={setBlind} />}
          </div>
        </Card>
        {failed ? (
          <ErrorCard error={failed} onRetry={() => void (first.error ? first.refetch() : progress.refetch())} />
        ) : location_id === '' ? (
          <Card flush>
            <RowSkeletons rows={6} />
          </Card>
        ) : (
          <Counting
            key={`${location_id} ${since}`}
            location_id={location_id}
            locationName={locationName ?? 'another location'}
            isBlind={isBlind}
            since={since}
            mayCount={mayCount}
            progress={progress.data}
            onCounted={() => url.since === '' && setUrl({ since })}
          />
        )}
      </div>
    </>
  )
}

function BlindSwitch({ isBlind, onChange }: Readonly<{ isBlind: boolean; onChange: (isBlind: boolean) => void }>) {
  return (
    <Switch
      label="Hide expected quantities"
      description="The difference is shown once a count is saved."
      checked={isBlind}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  )
}

type CountingProps = Readonly<{
  location_id: string
  locationName: string
  isBlind: boolean
  since: string
  mayCount: boolean | undefined
  progress: Progress | undefined
  onCounted: () => void
}>

/** The search for a product, what is left to count, and what was counted. */
function Counting({ location_id, locationName, isBlind, since, mayCount, progress, onCounted }: CountingProps) {
  const kept = useKeptCounts(location_id)
  const { found, chosen, choose, scan, remove } = useFoundProducts(useToday(), kept)
  const isCounted = (product_id: string) => {
    kept.drop(product_id)
    onCounted()
  }
  const foundIsCounted = (product_id: string) => {
    isCounted(product_id)
    remove(product_id)
    document.querySelector<HTMLElement>('[data-find-product]')?.focus()
  }
  return (
    <>
      {mayCount === true && (
        <ProductPicker
          label="Find or scan a product"
          placeholder="Name, SKU or barcode"
          data-find-product
          {...(isBlind ? { stock: null } : {})}
          data-takes-typing
          value={chosen}
          onKeyDown={typeSeparator}
          onChange={(id, _product, typed) => choose(id, typed)}
          onScan={scan}
          locationText={({ id, name }) =>
            id === location_id
              ? `This is the label of ${name}, which you’re counting. Scan a product.`
              : `This is the label of ${name}. You’re counting ${locationName}.`
          }
        />
      )}
      {found.size > 0 && (
        <Card flush>
          <ul className={classes['found']}>
            {[...found].map(([product_id, one]) => (
              <li key={product_id}>
                <FoundProduct
                  location_id={location_id}
                  product_id={product_id}
                  found={one}
                  isBlind={isBlind}
                  kept={kept.lineOf(product_id, 'found')}
                  onCounted={foundIsCounted}
                />
              </li>
            ))}
          </ul>
        </Card>
      )}
      {mayCount === true && (
        <ToCountList
          location_id={location_id}
          isBlind={isBlind}
          since={since}
          progress={progress}
          kept={kept}
          onCounted={isCounted}
        />
      )}
      <RecentCounts location_id={location_id} since={since} isBlind={isBlind} />
    </>
  )
}
