import type { Location } from '../../contract/locations.ts'
import type { Column } from '../kit/columns.ts'
import { Quantity } from '../ui/tabular.tsx'
import { IncomingLink, InTransitLink, OnHandLink, Units } from './location-card.tsx'
import { DefaultBadge, StateBadge } from './location-badges.tsx'
import classes from './locations.module.css'

/** Figures of its stock; 0 is a dash, as on the cards. */
const figure = { width: 100, align: 'right' } as const

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
    minWidth: 180,
  },
  {
    id: 'contact_person',
    header: 'Contact Person',
    cell: ({ contact_person }) => contact_person ?? '–',
    priority: 3,
    optional: true,
  },
  { id: 'phone', header: 'Phone', cell: ({ phone }) => phone ?? '–', priority: 4, optional: true },
  { id: 'email', header: 'Email', cell: ({ email }) => email ?? '–', priority: 5, optional: true },
  {
    id: 'address',
    header: 'Address',
    cell: ({ address }) => address ?? '–',
    priority: 2,
    minWidth: 220,
    optional: true,
  },
  {
    id: 'products',
    header: 'Products',
    cell: ({ stock }) => <Quantity value={stock?.products} zeroAsDash />,
    ...figure,
    priority: 1,
  },
  {
    id: 'on_hand',
    header: 'On hand',
    cell: (location) => <OnHandLink location={location} />,
    width: 110,
    align: 'right',
  },
  {
    id: 'held',
    header: 'On hold',
    cell: ({ stock }) => <Units stock={stock} value={stock?.held} zeroAsDash />,
    ...figure,
    priority: 2,
  },
  {
    id: 'in_transit',
    header: 'In transit',
    cell: (location) => <InTransitLink location={location} />,
    ...figure,
    priority: 2,
  },
  {
    id: 'incoming',
    header: 'Incoming',
    cell: (location) => <IncomingLink location={location} />,
    ...figure,
    priority: 2,
  },
  { id: 'status', header: 'Status', cell: (location) => <StateBadge location={location} />, width: 120 },
]
