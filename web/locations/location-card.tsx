import { ActionIcon, Button, Tooltip } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import type { Location } from '../../contract/locations.ts'
import { RecordCard } from '../kit/record-card.tsx'
import { ContactLines } from '../ui/contact-lines.tsx'
import { Quantity } from '../ui/tabular.tsx'
import { LocationBadges } from './location-badges.tsx'
import classes from './locations.module.css'
import { refusalToDelete } from './use-location-commands.ts'

type LocationCardProps = Readonly<{
  location: Location
  onEdit: () => void
  onDelete: () => void
  onSetDefault: () => void
}>

/** A location: what it is, how it is reached, what stands there now, and what can be done with it. */
export function LocationCard({ location, onEdit, onDelete, onSetDefault }: LocationCardProps) {
  const { name, description, contact_person, email, phone, address, is_default, is_active } = location
  const refusal = refusalToDelete(location)
  return (
    <RecordCard
      title={name}
      {...(description ? { text: <span className={classes['description']}>{description}</span> } : {})}
      badge={<LocationBadges location={location} />}
      facts={facts(location)}
      actions={
        <div className={classes['foot']}>
          {!is_default && is_active && (
            <Button
              variant="subtle"
              size="compact-md"
              px={0}
              className={classes['setDefault']}
              onClick={onSetDefault}
              aria-label={`Set as Default: ${name}`}
            >
              Set as Default
            </Button>
          )}
          <Button
            variant="default"
            size="compact-md"
            className={classes['last']}
            onClick={onEdit}
            aria-label={`Edit ${name}`}
          >
            Edit
          </Button>
          <Tooltip label={refusal} disabled={!refusal} events={{ hover: true, focus: true, touch: true }}>
            <ActionIcon
              size={30}
              aria-label={`Delete ${name}`}
              aria-disabled={refusal ? true : undefined}
              data-disabled={refusal ? true : undefined}
              onClick={refusal ? undefined : onDelete}
            >
              <IconTrash size={16} stroke={1.6} />
            </ActionIcon>
          </Tooltip>
        </div>
      }
    >
      <ContactLines contactPerson={contact_person} email={email} phone={phone} address={address} />
    </RecordCard>
  )
}

/** What stands there: always how much is on hand and of how many products; the rest where there is some. */
function facts({ stock }: Location) {
  if (!stock) return []
  const rest = [
    ['Held', stock.held],
    ['In transit', stock.in_transit],
    ['Incoming', stock.incoming],
  ] as const
  return (
    [['On hand', stock.on_hand], ['Products', stock.products], ...rest.filter(([, value]) => value > 0)] as const
  ).map(([label, value]) => [label, <Quantity key={label} value={value} />] as const)
}
