import type { ProductListItem } from '../../contract/products.ts'
import { StockNumber } from '../stock/stock-number.tsx'
import classes from './products.module.css'

type Placed = Pick<ProductListItem, 'id' | 'name' | 'locations' | 'more_locations' | 'location'>

/** `+1 more location`, `+3 more locations`. */
function moreText(count: number): string {
  return `+${count} more ${count === 1 ? 'location' : 'locations'}`
}

/** Where a product lies, on a card: the two fullest places with what they hold, or the place it is meant for. */
export function PlacesOnCard({ id: product_id, name: product, locations, more_locations, location }: Placed) {
  if (locations.length === 0) return <p className={classes['noPlace']}>{location ?? 'No location set'}</p>
  return (
    <ul className={classes['places']} aria-label="Locations">
      {locations.map(({ id, name, on_hand }) => (
        <li key={id}>
          <span className={classes['placeName']}>{name}</span>
          <StockNumber value={on_hand} product={product} product_id={product_id} location_id={id} place={name} />
        </li>
      ))}
      {more_locations > 0 && <li className={classes['more']}>{moreText(more_locations)}</li>}
    </ul>
  )
}

/** The same in one line of a table. */
export function placesText({ locations, more_locations, location }: Placed): string {
  if (locations.length === 0) return location ?? 'No location set'
  const names = locations.map(({ name }) => name).join(', ')
  return more_locations > 0 ? `${names} ${moreText(more_locations)}` : names
}
