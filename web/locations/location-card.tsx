import { Button } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import type { Location } from '../../contract/locations.ts'
import { formatQuantity } from '../../contract/quantity.ts'
import { RecordCard } from '../kit/record-card.tsx'
import { type RowAction, RowActions } from '../kit/row-actions.tsx'
import { ContactLines } from '../ui/contact-lines.tsx'
import { Link } from '../ui/link.tsx'
import { Quantity } from '../ui/tabular.tsx'
import { LocationBadges } from './location-badges.tsx'
import classes from './locations.module.css'

type LocationCardProps = Readonly<{
  location: Location
  /** In the card's menu: comments, deleting. */
  menu: readonly RowAction[]
  /** Missing for members who can only read. */
  change?: Readonly<{ onEdit: () => void; onSetDefault: () => void }>
}>

/** A location: its contact data, its stock, and its actions. */
export function LocationCard({ location, menu, change }: LocationCardProps) {
  const { name, description, contact_person, email, phone, address, is_default, is_active } = location
  const edit = useRef<HTMLButtonElement>(null)
  const isAsked = useRef(false)
  // The button that was pressed is gone then: its neighbor continues.
  useEffect(() => {
    if (!isAsked.current || !is_default) return
    isAsked.current = false
    edit.current?.focus()
  }, [is_default])
  return (
    <RecordCard
      title={name}
      {...(description ? { text: <span className={classes['description']}>{description}</span> } : {})}
      badge={<LocationBadges location={location} />}
      menu={<RowActions of={name} actions={menu} />}
      facts={facts(location)}
      factColumns={3}
      actions={
        change && (
          <div className={classes['foot']}>
            {!is_default && is_active && (
              <Button
                variant="subtle"
                size="compact-md"
                onClick={() => {
                  isAsked.current = true
                  change.onSetDefault()
                }}
                aria-label={`Set as Default: ${name}`}
              >
                Set as Default
              </Button>
            )}
            <Button
              ref={edit}
              variant="default"
              size="compact-md"
              className={classes['edit'] ?? ''}
              onClick={change.onEdit}
              aria-label={`Edit ${name}`}
            >
              Edit
            </Button>
          </div>
        )
      }
    >
      <ContactLines contactPerson={contact_person} email={email} phone={phone} address={address} />
    </RecordCard>
  )
}

/** Units at a location. Those of different measures, such as pieces and kilograms, have no sum. */
export function Units({ stock, value, zeroAsDash = false }: UnitsProps) {
  return stock?.units_have_sum === false && value !== 0 ? <>Mixed</> : <Quantity {...{ value, zeroAsDash }} />
}

type UnitsProps = Readonly<{ stock: Location['stock']; value: number | undefined; zeroAsDash?: boolean }>

function unitsText(stock: Location['stock'], units: number): string {
  return stock?.units_have_sum === false && units !== 0 ? 'Mixed units' : formatQuantity(units)
}

/** The units on hand at a location; the number leads to its products. */
export function OnHandLink({ location: { id, name, stock } }: { location: Location }) {
  const on_hand = stock?.on_hand ?? 0
  return (
    <Link to={`/products?location=${id}`} aria-label={`${unitsText(stock, on_hand)} on hand at ${name}`}>
      <Units stock={stock} value={on_hand} />
    </Link>
  )
}

/** The units that are on their way to or from a location; the number leads to the pending transfers. */
export function InTransitLink({ location: { id, name, stock } }: { location: Location }) {
  const in_transit = stock?.in_transit ?? 0
  if (in_transit === 0) return <Quantity value={0} zeroAsDash />
  return (
    <Link
      to={`/location-transfers?status=pending&location=${id}`}
      aria-label={`${unitsText(stock, in_transit)} in transit at ${name}`}
    >
      <Units stock={stock} value={in_transit} />
    </Link>
  )
}

/** The units ordered for a location; the number leads to the purchase orders. */
export function IncomingLink({ location: { name, stock } }: { location: Location }) {
  const incoming = stock?.incoming ?? 0
  if (incoming === 0) return <Quantity value={0} zeroAsDash />
  return (
    <Link to="/purchase-orders" aria-label={`${unitsText(stock, incoming)} incoming at ${name}`}>
      <Units stock={stock} value={incoming} />
    </Link>
  )
}

/** The stock: on hand and four more; the same on every card, so that they line up. */
function facts(location: Location): [label: string, value: ReactNode][] {
  if (!location.stock) return []
  const { products, held } = location.stock
  return [
    ['On hand', <OnHandLink key="on hand" location={location} />],
    ['Products', <Quantity key="products" value={products} zeroAsDash />],
    ['On hold', <Units key="on hold" stock={location.stock} value={held} zeroAsDash />],
    ['In transit', <InTransitLink key="in transit" location={location} />],
    ['Incoming', <IncomingLink key="incoming" location={location} />],
  ]
}
