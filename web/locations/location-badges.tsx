import type { Location } from '../../contract/locations.ts'
import { StatusBadge } from '../ui/status-badge.tsx'
import classes from './locations.module.css'

type BadgeProps = Readonly<{ location: Location }>

export function LocationBadges({ location }: BadgeProps) {
  return (
    <span className={classes['badges']}>
      {location.is_default && <DefaultBadge />}
      <StateBadge location={location} />
    </span>
  )
}

export function DefaultBadge() {
  return (
    <StatusBadge tone="brand" dot={false}>
      Default
    </StatusBadge>
  )
}

export function StateBadge({ location: { is_active } }: BadgeProps) {
  return is_active ? (
    <StatusBadge tone="green" quiet>
      Active
    </StatusBadge>
  ) : (
    <StatusBadge tone="gray">Inactive</StatusBadge>
  )
}
