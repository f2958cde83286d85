import type { Location } from '../../contract/locations.ts'
import type { Column } from '../kit/columns.ts'
import { Quantity } from '../ui/tabular.tsx'
import { DefaultBadge, StateBadge } from './location-badges.tsx'
import classes from './locations.module.css'

export const locationColumns: readonly Column<Location>[] = [
  {
    id: 'name',
    header: 'Location',
    cell: ({ name, is_default }) => (
      <span className={classes['name']}>
        {name}
        {is_default && <DefaultBadge />}
      </span>
    ),
    minWidth: 260,
  },
  { id: 'contact_person', header: 'Contact person', cell: ({ contact_person }) => contact_person ?? '–', priority: 3 },
  { id: 'phone', header: 'Phone', cell: ({ phone }) => phone ?? '–', priority: 4 },
  { id: 'email', header: 'Email', cell: ({ email }) => email ?? '–', priority: 5, optional: true },
  { id: 'address', header: 'Address', cell: ({ address }) => address ?? '–', priority: 2, minWidth: 220 },
  {
    id: 'products',
    header: 'Products',
    cell: ({ stock }) => <Quantity value={stock?.products ?? 0} />,
    width: 100,
    align: 'right',
    priority: 1,
  },
  {
    id: 'on_hand',
    header: 'On hand',
    cell: ({ stock }) => <Quantity value={stock?.on_hand ?? 0} />,
    width: 110,
    align: 'right',
  },
  { id: 'status', header: 'Status', cell: (location) => <StateBadge location={location} />, width: 120 },
]
