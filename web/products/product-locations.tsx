import { counted } from '../../contract/counted-nouns.ts'
import type { ProductListItem } from '../../contract/products.ts'
import { formatQuantity } from '../../contract/quantity.ts'
import { IconMapPin } from '@tabler/icons-react'
import { StockNumber } from '../stock/stock-number.tsx'
import classes from './products.module.css'

type Located = Pick<ProductListItem, 'id' | 'name' | 'locations' | 'more_locations' | 'location'>

/** `+1 more location`, `+3 more locations`. */
function moreText(count: number): string {
  return `+${counted(count, 'more location')}`
}

/** A product's locations on a card: the two with the most stock and their quantities, or the intended one. */
export function LocationsOnCard({ id: product_id, name: product, locations, more_locations, location }: Located) {
  const [only] = locations
  // All stock is at one location: the quantity is shown below, as the total.
  if (!only || (locations.length === 1 && more_locations === 0))
    return (
      <p className={classes['oneLocation']}>
        <Pin />
        <span className={classes['locationName']}>{only?.name ?? location ?? 'No location set'}</span>
      </p>
    )
  return (
    <ul className={classes['locations']} aria-label="Locations">
      {locations.map(({ id, name, on_hand }, index) => (
        <li key={id}>
          <Pin />
          <span className={classes['locationName']} title={name}>
            {name}
          </span>
          <StockNumber
            value={on_hand}
            product={product}
            product_id={product_id}
            location_id={id}
            location_label={name}
          />
          {more_locations > 0 && index === locations.length - 1 && (
            <span className={classes['more']}>{moreText(more_locations)}</span>
          )}
        </li>
      ))}
    </ul>
  )
}

function Pin() {
  return <IconMapPin size={14} stroke={1.7} aria-hidden className={classes['pin']} />
}

/** The same in a single line. */
export function locationNamesText(product: Located): string {
  const { more_locations } = product
  return more_locations > 0 ? `${namesText(product)} ${moreText(more_locations)}` : namesText(product)
}

/** The same for a column of a table, where the words after the count would be cut off: `Main Warehouse, Shop +1`. */
export function LocationsInColumn({ product }: { product: Located }) {
  const { more_locations } = product
  return (
    <span className={classes['locationsInColumn']} title={locationNamesText(product)}>
      <span className={classes['locationName']}>{namesText(product)}</span>
      {more_locations > 0 && <span>+{formatQuantity(more_locations)}</span>}
    </span>
  )
}

function namesText({ locations, location }: Located): string {
  if (locations.length === 0) return location ?? 'No location set'
  return locations.map(({ name }) => name).join(', ')
}
