import { ActionIcon, Tooltip, UnstyledButton } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { useState } from 'react'
import type { LocationStock } from '../../contract/stock.ts'
import { StockNumber } from '../stock/stock-number.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import { Quantity } from '../ui/tabular.tsx'
import { dayText } from '../ui/day-text.ts'
import { type Lot, lotsOf, moreLots } from './lots.ts'
import classes from './stock-by-location.module.css'

type Count = Exclude<keyof Lot & keyof LocationStock, 'lots'>

/** This many lots of a location are shown initially. */
const shownLots = 5

type LocationLotsProps = Readonly<{
  location: LocationStock
  product: Readonly<{ id: string; name: string }>
  columns: readonly Readonly<{ id: Count; label: string }>[]
  /** Edits a lot; null if the reader may not, or the figures are of the past. */
  onEdit: ((lot: Lot) => void) | null
}>

/** The lots at a location below it, the first to expire on top; units without a lot aren't listed. */
export function LocationLots({ location, product, columns, onEdit }: LocationLotsProps) {
  const [all, setAll] = useState(false)
  const lots = lotsOf(location)
  const shown = all ? lots : lots.slice(0, shownLots)
  return (
    <>
      {shown.map((lot) => {
        const explained = {
          product: product.name,
          product_id: product.id,
          location_id: location.location_id,
          lot_id: lot.lot_id,
          location_label: `${location.location_name}, lot ${lot.lot_number}`,
        }
        return (
          <tr key={lot.lot_id} className={classes['lot']}>
            <th scope="row">
              <span className={classes['location']}>
                <span className={classes['locationName']} title={lot.lot_number}>
                  Lot {lot.lot_number}
                </span>
                {lot.expires_on && <Expiry day={lot.expires_on} isOver={lot.is_expired} />}
              </span>
            </th>
            {[
              { id: 'on_hand' as const, label: 'On hand' },
              { id: 'available' as const, label: 'Available' },
              ...columns,
            ].map(({ id, label }) => (
              <td key={id} data-label={label} data-nothing={lot[id] === 0 || undefined}>
                {lot[id] > 0 ? (
                  <StockNumber {...explained} account={id} value={lot[id]} />
                ) : (
                  <Quantity value={0} zeroAsDash />
                )}
              </td>
            ))}
            {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- lots have no minimum */}
            <td colSpan={2} className={classes['filler']} />
            <td className={classes['edit']}>
              {onEdit && (
                <Tooltip label="Edit expiry date">
                  <ActionIcon size={28} onClick={() => onEdit(lot)} aria-label={`Edit lot ${lot.lot_number}`}>
                    <IconPencil size={16} stroke={1.6} />
                  </ActionIcon>
                </Tooltip>
              )}
            </td>
          </tr>
        )
      })}
      {lots.length > shownLots && (
        <tr className={classes['lot']}>
          <td colSpan={6 + columns.length} className={classes['more']}>
            {/* One button for both, so that it keeps the focus. */}
            <UnstyledButton aria-expanded={all} onClick={() => setAll(!all)}>
              {all ? 'Show fewer lots' : moreLots(lots.length - shownLots)}
            </UnstyledButton>
          </td>
        </tr>
      )}
    </>
  )
}

function Expiry({ day, isOver }: { day: string; isOver: boolean }) {
  if (isOver) return <StatusBadge tone="red">Expired {dayText(day)}</StatusBadge>
  return <span className={classes['expiry']}>expires {dayText(day)}</span>
}
