import type { Location } from '../../contract/locations.ts'
import { StatusBadge } from '../ui/status-badge.tsx'
import classes from './locations.module.css'

export function LocationBadges({ location: { is_default, is_active } }: { location: Location }) {
  return (
    <span className={classes['badges']}>
      {is_default && (
        <StatusBadge tone="brand" dot={false}>
          Default
        </StatusBadge>
      )}
      {is_active ? <StatusBadge tone="green">Active</StatusBadge> : <StatusBadge tone="gray">Inactive</StatusBadge>}
    </span>
  )
}
