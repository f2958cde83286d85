import { ActionIcon, Button } from '@mantine/core'
import { IconMessage } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Location } from '../../contract/locations.ts'
import { formatQuantity } from '../../contract/quantity.ts'
import { DeleteButton } from '../kit/delete-button.tsx'
import { RecordCard } from '../kit/record-card.tsx'
import { ContactLines } from '../ui/contact-lines.tsx'
import { Link } from '../ui/link.tsx'
import { Quantity } from '../ui/tabular.tsx'
import { LocationBadges } from './location-badges.tsx'
import classes from './locations.module.css'
import { refusalToDelete } from './use-delete-location.ts'

type LocationCardProps = Readonly<{
  location: Location
  onComments: () => void
  /** Missing for members who can only read. */
  change?: Readonly<{ onEdit: () => void; onDelete: () => void; onSetDefault: () => void }>
}>

/** A location: its contact data, its stock, and its actions. */
export function LocationCard({ location, onComments, change }: LocationCardProps) {
  const { name, description, contact_person, email, phone, address, is_default, is_active } = location
  return (
    <RecordCard
      title={name}
      {...(description ? { text: <span className={classes['description']}>{description}</span> } : {})}
      badge={<LocationBadges location={location} />}
      facts={facts(location)}
      factColumns={3}
      actions={
        <div className={classes['foot']}>
          {change && !is_default && is_active && (
            <Button
              variant="subtle"
              size="compact-md"
              px={0}
              className={classes['setDefault']}
              onClick={change.onSetDefault}
              aria-label={`Set as Default: ${name}`}
            >
              Set as Default
            </Button>
          )}
          <ActionIcon
            variant="subtle"
            size={30}
            className={classes['last']}
            aria-label={`Comments and history of ${name}`}
            onClick={onComments}
          >
            <IconMessage size={16} stroke={1.6} />
          </ActionIcon>
          {change && (
            <>
              <Button variant="default" size="compact-md" onClick={change.onEdit} aria-label={`Edit ${name}`}>
                Edit
              </Button>
              <DeleteButton of={name} refusal={refusalToDelete(location)} onClick={change.onDelete} />
            </>
          )}
        </div>
      }
    >
      <ContactLines contactPerson={contact_person} email={email} phone={phone} address={address} />
    </RecordCard>
  )
}

/** The stock: on hand, which leads to its products, and four more; the same on every card, so that they line up. */
function facts({ id, name, stock }: Location): [label: string, value: ReactNode][] {
  if (!stock) return []
  const { on_hand, products, held, in_transit, incoming } = stock
  const figure = (label: string, value: number): [string, ReactNode] => [
    label,
    <Quantity key={label} value={value} zeroAsDash />,
  ]
  return [
    [
      'On hand',
      <Link key="on hand" to={`/products?location=${id}`} aria-label={`${formatQuantity(on_hand)} on hand at ${name}`}>
        <Quantity value={on_hand} />
      </Link>,
    ],
    figure('Products', products),
    figure('On hold', held),
    figure('In transit', in_transit),
    figure('Incoming', incoming),
  ]
}
