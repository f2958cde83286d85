import { Alert, Button } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { formatQuantity } from '../../contract/quantity.ts'
import { type LocationStock, readProductStock } from '../../contract/stock.ts'
import { useRead } from '../kit/api.ts'
import { CommandForm } from '../kit/command-form.tsx'
import { Dialog } from '../kit/dialog.tsx'
import { ErrorState } from '../kit/error-state.tsx'
import { FieldGrid } from '../kit/field-grid.tsx'
import { NumberField } from '../kit/number-field.tsx'
import { RowSkeletons } from '../kit/skeletons.tsx'
import classes from './edit-location-stock-dialog.module.css'
import { changedLots, countedDifference } from './location-stock-values.ts'
import { saveLabel } from './save-label.ts'
import { useLiveErrors } from './use-live-errors.ts'
import { type LocationStockFormOptions, useLocationStockForm } from './use-location-stock-form.ts'

type EditLocationStockDialogProps = Readonly<{
  product_id: string
  /** Its name, below the title. */
  product: string
  location_id: string
  opened: boolean
  onClose: () => void
}>

/** Sets the stock of a product at one location (lot by lot if it has lots), and its minimum and maximum there. */
export function EditLocationStockDialog({ product, opened, onClose, ...rest }: EditLocationStockDialogProps) {
  return (
    <Dialog title="Edit Location Stock" subject={product} opened={opened} onClose={onClose}>
      <Loaded {...rest} onClose={onClose} />
    </Dialog>
  )
}

function Loaded({ product_id, location_id, onClose }: Omit<EditLocationStockDialogProps, 'opened' | 'product'>) {
  const query = useRead(readProductStock, { product_id })
  // An open form stays open with its typed values, even if refetching fails.
  if (!query.data)
    return query.isError ? (
      <ErrorState compact error={query.error} onRetry={() => void query.refetch()} />
    ) : (
      <RowSkeletons rows={3} />
    )
  const location = query.data.locations.find((one) => one.location_id === location_id)
  return (
    <EditForm
      key={location_id}
      product_id={product_id}
      location_id={location_id}
      location={location}
      isReading={query.isFetching}
      reload={() => void query.refetch()}
      onClose={onClose}
    />
  )
}

function EditForm(options: LocationStockFormOptions) {
  const { location, onClose } = options
  const { state, seen, now, moved, takeNewQuantities } = useLocationStockForm(options)
  const wrong = useLiveErrors(state, [], null)
  const changed = changedLots(state.values, seen)
  const lots = Object.keys(seen.quantities)
  const changeOf = (lot_id: string, to: number): LotChange => ({
    lot_id,
    name: onHandOf(location, lot_id),
    from: seen.quantities[lot_id] ?? 0,
    to,
  })
  return (
    <CommandForm
      state={state}
      submitLabel={saveLabel(countedDifference(changed, seen))}
      onCancel={onClose}
      disabled={wrong}
    >
      {location && <p className={classes['location']}>{location.location_name}</p>}
      {moved.length > 0 && (
        <StockMoved
          moved={moved.map((lot_id) => changeOf(lot_id, now.quantities[lot_id] ?? 0))}
          onUse={takeNewQuantities}
        />
      )}
      <FieldGrid columns={lots.length === 1 ? 3 : 2}>
        {lots.map((lot_id, index) => (
          <NumberField
            key={lot_id}
            label={countLabel(location, lot_id, lots.length)}
            required
            steppers
            {...(index === 0 ? { 'data-autofocus': true } : {})}
            {...state.field(`quantities.${lot_id}`)}
          />
        ))}
        <NumberField label="Minimum Level" {...state.field('min_stock_level')} />
        <NumberField label="Maximum Level" placeholder="No maximum" {...state.field('max_stock_level')} />
      </FieldGrid>
      <CountedLots
        counted={changed.flatMap(([lot_id, to]) => (typeof to === 'number' ? [changeOf(lot_id, to)] : []))}
      />
    </CommandForm>
  )
}

/** Another quantity of a lot; `name` is the subject of a sentence about it. */
type LotChange = Readonly<{ lot_id: string; name: string; from: number; to: number }>

/** Stock that moved during the count, and the offer to continue from it. */
function StockMoved({ moved, onUse }: Readonly<{ moved: readonly LotChange[]; onUse: () => void }>) {
  const quantities = moved.length === 1 ? 'quantity' : 'quantities'
  return (
    <Alert
      role="alert"
      color="yellow"
      icon={<IconAlertCircle size={18} stroke={1.7} />}
      title="Stock moved while you were counting"
    >
      {moved.map(({ lot_id, name, from, to }) => (
        <p key={lot_id}>
          {name} is now {formatQuantity(to)} (was {formatQuantity(from)}).
        </p>
      ))}
      <p>Count again, or use the new {quantities}.</p>
      <Button size="compact-md" variant="default" mt={12} onClick={onUse}>
        Use new {quantities}
      </Button>
    </Alert>
  )
}

/** What the count changes: "On hand here: 40 → 45". */
function CountedLots({ counted }: { counted: readonly LotChange[] }) {
  if (counted.length === 0) return null
  return (
    <div role="status" className={classes['outcome']}>
      {counted.map(({ lot_id, name, from, to }) => (
        <p key={lot_id}>
          {name}: {formatQuantity(from)} → <strong>{formatQuantity(to)}</strong>
        </p>
      ))}
    </div>
  )
}

function countLabel(location: LocationStock | undefined, lot_id: string, lots: number): string {
  const lot_number = location?.lots.find((lot) => lot.lot_id === lot_id)?.lot_number
  if (lots === 1 && !lot_number) return 'Current Quantity'
  return lot_number ? `Current Quantity, lot ${lot_number}` : 'Current Quantity, no lot'
}

/** The subject of a sentence about a lot's units at the location; without lots, about all of them. */
function onHandOf(location: LocationStock | undefined, lot_id: string): string {
  const numbered = location?.lots.filter(({ lot_number }) => lot_number !== '') ?? []
  if (numbered.length === 0) return 'On hand here'
  const lot = numbered.find((one) => one.lot_id === lot_id)
  return lot ? `On hand in lot ${lot.lot_number}` : 'On hand without a lot'
}
