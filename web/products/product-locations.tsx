import { counted } from '../../contract/counted-nouns.ts'
import type { ProductListItem } from '../../contract/products.ts'
import { StockNumber } from '../stock/stock-number.tsx'
import classes from './products.module.css'

type Located = Pick<ProductListItem, 'id' | 'name' | 'locations' | 'more_locations' | 'location'>

/** `+1 more location`, `+3 more locations`. */
function moreText(count: number): string {
  return `+${counted(count, 'more location')}`
}

/** A product's locations on a card: the two with the most stock and their quantities, or the intended one. */
export function LocationsOnCard({ id: product_id, name: product, locations, more_locations, location }: Located) {
  if (locations.length === 0) return <p className={classes['noLocation']}>{location ?? 'No location set'}</p>
  const [only] = locations
  // All stock is at one location: the quantity is shown below, as the total.
  if (only && locations.length === 1 && more_locations === 0)
    return <p className={classes['noLocation']}>{only.name}</p>
  return (
    <ul className={classes['locations']} aria-label="Locations">
      {locations.map(({ id, name, on_hand }) => (
        <li key={id}>
          <span className={classes['locationName']}>{name}</span>
          <StockNumber value={on_hand} product={product} product_id={product_id} location_id={id} location={name} />
        </li>
      ))}
      {more_locations > 0 && <li className={classes['more']}>{moreText(more_locations)}</li>}
    </ul>
  )
}

/** The same in a single line, for tables. */
export function locationsText({ locations, more_locations, location }: Located): string {
  if (locations.length === 0) return location ?? 'No location set'
  const names = locations.map(({ name }) => name).join(', ')
  return more_locations > 0 ? `${names} ${moreText(more_locations)}` : names
}
