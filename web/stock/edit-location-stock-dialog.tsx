import { Alert, Button } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { nounFor } from '../../contract/counted-nouns.ts'
import { quantity } from '../../contract/fields.ts'
import { formatChange, formatQuantity, roundTo } from '../../contract/quantity.ts'
import { type LocationStock, maximumBelowMinimum, readProductStock, setLocationStock } from '../../contract/stock.ts'
import { useRead } from '../kit/api.ts'
import { checkInput } from '../kit/check-input.ts'
import { CommandForm } from '../kit/command-form.tsx'
import { Dialog } from '../kit/dialog.tsx'
import { ErrorState } from '../kit/error-state.tsx'
import { FieldGrid } from '../kit/field-grid.tsx'
import { NumberField } from '../kit/number-field.tsx'
import { RowSkeletons } from '../kit/skeletons.tsx'
import { toastDone } from '../kit/toast.tsx'
import { useFields } from '../kit/use-fields.ts'
import { useSubmit } from '../kit/use-submit.ts'
import classes from './edit-location-stock-dialog.module.css'
import { undoPosting } from './undo.ts'
import { useLiveErrors } from './use-live-errors.ts'

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

type EditFormProps = Readonly<{
  product_id: string
  location_id: string
  location: LocationStock | undefined
  /** A newer state of the location is on its way. */
  isReading: boolean
  reload: () => void
  onClose: () => void
}>

// oxlint-disable-next-line max-lines-per-function -- one form, from its values to its fields
function EditForm({ product_id, location_id, location, isReading, reload, onClose }: EditFormProps) {
  // On hand as this editor saw it: the server refuses if it has changed, so a count never overwrites later movements.
  const [seen, setSeen] = useState(() => onHandByLot(location, product_id))
  const present = onHandByLot(location, product_id)
  // Only changed levels are sent, so a count never overwrites what a colleague has set meanwhile.
  const [seenLevels, setSeenLevels] = useState(() => levelsOf(location))
  const changed = (quantities: Record<string, number | string>) =>
    Object.entries(quantities).filter(([lot, to]) => Object.hasOwn(seen, lot) && to !== seen[lot])
  const fields = useFields(setLocationStock, {
    initial: {
      quantities: Object.fromEntries(Object.keys(seen).map((lot) => [lot, seen[lot] ?? 0])) as Record<
        string,
        number | string
      >,
      ...seenLevels,
    },
    toInput: ({ quantities, min_stock_level, max_stock_level }) => ({
      product_id,
      location_id,
      quantities: changed(quantities).map(([lot_id, to]) => ({
        lot_id: lot_id === product_id ? null : lot_id,
        from: seen[lot_id] ?? 0,
        to,
      })),
      ...(min_stock_level === seenLevels.min_stock_level ? {} : { min_stock_level }),
      ...(max_stock_level === seenLevels.max_stock_level
        ? {}
        : { max_stock_level: max_stock_level === '' ? null : max_stock_level }),
    }),
    check: ({ quantities, min_stock_level: min, max_stock_level: max }) => ({
      ...Object.fromEntries(
        Object.entries(quantities).flatMap(([lot, to]) => {
          const error = quantityError(to)
          return error === null ? [] : [[`quantities.${lot}`, error]]
        }),
      ),
      ...(typeof min === 'number' && typeof max === 'number' && max > 0 && max < min
        ? { max_stock_level: maximumBelowMinimum }
        : {}),
    }),
  })
  const state = useSubmit(fields, {
    fallback: 'Failed to update location',
    onDone: ({ posting_id, location }) => {
      onClose()
      toastDone(
        `${location.location_name}: ${formatQuantity(location.on_hand)} on hand`,
        posting_id ? { undo: () => undoPosting(posting_id) } : {},
      )
    },
  })
  const wrong = useLiveErrors(state, [], null)
  useEffect(() => {
    if (state.failure) reload()
    // What was refused may have changed meanwhile.
    // oxlint-disable-next-line react/exhaustive-deps -- reloads once per failure
  }, [state.failure])

  const takePresent = (isTyped: (lot: string) => boolean = () => false) => {
    for (const [lot, quantity] of Object.entries(present))
      if (!isTyped(lot)) state.form.setFieldValue(`quantities.${lot}` as never, quantity as never)
    fields.setBase({ ...fields.newestBase(), quantities: present })
    setSeen(present)
  }
  // Someone who has just moved stock opens the form before the new figure is there: that isn't a change during a count.
  const [isOpening, setOpening] = useState(isReading)
  useEffect(() => {
    if (!isOpening || isReading) return
    setOpening(false)
    takePresent((lot) => Object.hasOwn(seen, lot) && state.values.quantities[lot] !== seen[lot])
    const levels = levelsOf(location)
    for (const name of ['min_stock_level', 'max_stock_level'] as const)
      if (state.values[name] === seenLevels[name]) state.form.setFieldValue(name, levels[name] as never)
    fields.setBase({ ...fields.newestBase(), ...levels })
    setSeenLevels(levels)
    // oxlint-disable-next-line react/exhaustive-deps -- once, when the first read has ended
  }, [isReading])

  const movedLots = isOpening ? [] : Object.keys({ ...seen, ...present }).filter((lot) => present[lot] !== seen[lot])
  const newQuantities = movedLots.length === 1 ? 'new quantity' : 'new quantities'
  const lots = location?.lots.filter((lot) => Object.hasOwn(seen, lot.lot_id)) ?? []
  return (
    <CommandForm
      state={state}
      submitLabel={submitLabel(changed(state.values.quantities), seen)}
      onCancel={onClose}
      disabled={wrong}
    >
      {location && <p className={classes['location']}>{location.location_name}</p>}
      {movedLots.length > 0 && (
        <Alert
          role="alert"
          color="yellow"
          icon={<IconAlertCircle size={18} stroke={1.7} />}
          title="Stock moved while you were counting"
        >
          {movedLots.map((lot) => (
            <p key={lot}>
              {onHandOf(location, lot)} is now {formatQuantity(present[lot] ?? 0)}, no longer{' '}
              {formatQuantity(seen[lot] ?? 0)}.
            </p>
          ))}
          <p>Count again, or start from the {newQuantities}.</p>
          <Button size="compact-md" variant="default" mt={12} onClick={() => takePresent()}>
            Use the {newQuantities}
          </Button>
        </Alert>
      )}
      {Object.keys(seen).map((lot, index) => (
        <NumberField
          key={lot}
          label={lotLabel(lots.find((one) => one.lot_id === lot)?.lot_number, Object.keys(seen).length)}
          required
          steppers
          {...(index === 0 ? { 'data-autofocus': true } : {})}
          {...state.field(`quantities.${lot}`)}
        />
      ))}
      <FieldGrid>
        <NumberField label="Minimum Level" {...state.field('min_stock_level')} />
        <NumberField label="Maximum Level" description="0 means none" {...state.field('max_stock_level')} />
      </FieldGrid>
    </CommandForm>
  )
}

/** The change by the count: `Save · −3 units`. */
function submitLabel(changed: readonly (readonly [string, number | string])[], seen: Record<string, number>): string {
  const difference = changed.reduce(
    (total, [lot, to]) => (typeof to === 'number' ? roundTo(total + roundTo(to - (seen[lot] ?? 0), 4), 4) : total),
    0,
  )
  return difference === 0 ? 'Save' : `Save · ${formatChange(difference)} ${nounFor(difference, 'unit')}`
}

function quantityError(typed: number | string): string | null {
  return checkInput(quantity(), typed).fields?.[''] ?? null
}

/** The location's levels as the form shows them: an empty maximum means none. */
function levelsOf(location: LocationStock | undefined): Record<'min_stock_level' | 'max_stock_level', number | string> {
  return { min_stock_level: location?.min_stock_level ?? 0, max_stock_level: location?.max_stock_level ?? '' }
}

/** On hand by lot; units without a lot are under the product's own id. An empty location has one such line. */
function onHandByLot(location: LocationStock | undefined, product_id: string): Record<string, number> {
  const held = (location?.lots ?? []).filter((lot) => lot.on_hand > 0)
  return held.length > 0 ? Object.fromEntries(held.map((lot) => [lot.lot_id, lot.on_hand])) : { [product_id]: 0 }
}

function lotLabel(lot_number: string | undefined, lots: number): string {
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
