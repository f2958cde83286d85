import { ActionIcon, Tooltip } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { useDisclosure } from '@mantine/hooks'
import { Fragment, memo, useCallback, useMemo, useState } from 'react'
import { counted } from '../../contract/counted-nouns.ts'
import type { Product } from '../../contract/products.ts'
import { type LocationStock, type ProductStock, updateLot } from '../../contract/stock.ts'
import { AsOfPicker } from '../kit/as-of-picker.tsx'
import { EmptyState } from '../kit/empty-state.tsx'
import { ErrorState } from '../kit/error-state.tsx'
import { RowSkeletons } from '../kit/skeletons.tsx'
import type { AsOf } from '../kit/use-as-of.ts'
import { useMay } from '../kit/use-may.ts'
import { EditLocationStockDialog } from '../stock/edit-location-stock-dialog.tsx'
import { LotDialog } from '../stock/lot-dialog.tsx'
import { StockNumber } from '../stock/stock-number.tsx'
import { Card } from '../ui/card.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import { Quantity } from '../ui/tabular.tsx'
import { LocationLots } from './location-lots.tsx'
import type { Lot } from './lots.ts'
import classes from './stock-by-location.module.css'

type StockByLocationProps = Readonly<{
  product: Product
  query: Readonly<{ data: ProductStock | undefined; error: unknown; refetch: () => unknown }>
  mayEdit: boolean
  asOf: AsOf
}>

/** Columns that are hidden if they contain only dashes. */
const sometimes = [
  { id: 'reserved', label: 'Reserved' },
  { id: 'held', label: 'On hold' },
  { id: 'in_transit', label: 'In transit' },
  { id: 'incoming', label: 'Incoming' },
] as const
type Sometimes = (typeof sometimes)[number]

/** The stock at each location, with its own levels; each can be set manually. */
export function StockByLocation({ product, query, mayEdit, asOf }: StockByLocationProps) {
  const [edited, setEdited] = useState('')
  const [editing, dialog] = useDisclosure(false)
  const { open } = dialog
  // A lot may be at locations that a limited member doesn't see.
  const mayEditLots = useMay(updateLot)
  const [lot, setLot] = useState<Lot | null>(null)
  const [editingLot, lotDialog] = useDisclosure(false)
  const { open: openLot } = lotDialog
  const editLot = useCallback(
    (chosen: Lot) => {
      setLot(chosen)
      openLot()
    },
    [openLot],
  )
  const edit = useCallback(
    (location_id: string) => {
      setEdited(location_id)
      open()
    },
    [open],
  )
  const picker = useMemo(() => <AsOfPicker asOf={asOf} />, [asOf])
  const { data: stock, error } = query
  return (
    <Card flush title="Stock by Location" aside={picker} {...(stock ? { note: <Summary stock={stock} /> } : {})}>
      {!stock &&
        (error ? <ErrorState compact error={error} onRetry={() => void query.refetch()} /> : <RowSkeletons rows={2} />)}
      {stock && stock.locations.length === 0 && (
        <EmptyState compact title="Nothing in stock" text="Add the first units with Update Stock." />
      )}
      {stock && stock.locations.length > 0 && (
        <StockTable
          locations={stock.locations}
          product={product}
          onEdit={mayEdit ? edit : null}
          onEditLot={mayEdit && mayEditLots ? editLot : null}
        />
      )}
      <EditLocationStockDialog
        product_id={product.id}
        product={product.name}
        location_id={edited}
        opened={editing}
        onClose={dialog.close}
      />
      <LotDialog product={product} lot={lot} opened={editingLot} onClose={lotDialog.close} />
    </Card>
  )
}

/** `57 units · 2 locations · 1 low`, also where none is low. */
function Summary({ stock }: { stock: ProductStock }) {
  const count = stock.locations.length
  const low = stock.locations.filter((location) => location.is_low).length
  const parts = [counted(stock.on_hand, 'unit'), counted(count, 'location'), `${low} low`]
  return <>{parts.join(' · ')}</>
}

type StockTableProps = Readonly<{
  locations: readonly LocationStock[]
  product: Product
  onEdit: ((location_id: string) => void) | null
  onEditLot: ((lot: Lot) => void) | null
}>

/** Not re-rendered when its dialog opens: that press would wait for it. */
const StockTable = memo(function StockTable({ locations, product, onEdit, onEditLot }: StockTableProps) {
  const columns = sometimes.filter(({ id }) => locations.some((location) => location[id] > 0))
  return (
    <table className={classes['table']}>
      <thead>
        <tr>
          <th scope="col">Location</th>
          <th scope="col">On hand</th>
          <th scope="col">Available</th>
          {columns.map(({ id, label }) => (
            <th key={id} scope="col">
              {label}
            </th>
          ))}
          <th scope="col">Min</th>
          <th scope="col">Max</th>
          <th scope="col">
            <span className={classes['hidden']}>Actions</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {locations.map((location) => (
          <Fragment key={location.location_id}>
            <LocationRow
              location={location}
              columns={columns}
              product={product}
              onEdit={onEdit ? () => onEdit(location.location_id) : null}
            />
            <LocationLots location={location} product={product} columns={columns} onEdit={onEditLot} />
          </Fragment>
        ))}
      </tbody>
    </table>
  )
})

type LocationRowProps = Readonly<{
  location: LocationStock
  columns: readonly Sometimes[]
  product: Product
  onEdit: (() => void) | null
}>

function LocationRow({ location, columns, product, onEdit }: LocationRowProps) {
  const { location_id, location_name, on_hand, available } = location
  const explained = { product: product.name, product_id: product.id, location_id, location_label: location_name }
  return (
    <tr>
      <th scope="row">
        <span className={classes['location']}>
          <span className={classes['locationName']} title={location_name}>
            {location_name}
          </span>
          {location.is_low && <StatusBadge tone="amber">Low</StatusBadge>}
          {!location.is_active && <StatusBadge tone="gray">Inactive</StatusBadge>}
        </span>
      </th>
      <td data-label="On hand">
        <strong>
          <StockNumber {...explained} value={on_hand} />
        </strong>
      </td>
      <td data-label="Available">
        <StockNumber {...explained} account="available" value={available} />
      </td>
      {columns.map(({ id, label }) => (
        <td key={id} data-label={label} data-nothing={location[id] === 0 || undefined}>
          {location[id] > 0 ? (
            <StockNumber {...explained} account={id} value={location[id]} />
          ) : (
            <Quantity value={0} zeroAsDash />
          )}
        </td>
      ))}
      <td data-label="Min" data-nothing={location.min_stock_level === 0 || undefined}>
        <Quantity value={location.min_stock_level} zeroAsDash />
      </td>
      <td data-label="Max" data-nothing={location.max_stock_level === null || undefined}>
        <Quantity value={location.max_stock_level} />
      </td>
      <td className={classes['edit']}>
        {onEdit && (
          <Tooltip label="Edit Location Stock">
            <ActionIcon size={28} onClick={onEdit} aria-label={`Edit stock at ${location_name}`}>
              <IconPencil size={16} stroke={1.6} />
            </ActionIcon>
          </Tooltip>
        )}
      </td>
    </tr>
  )
}
