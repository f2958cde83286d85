import { Button, Collapse, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconChevronDown } from '@tabler/icons-react'
import type { ProductStock } from '../../contract/stock.ts'
import { FieldGrid } from '../kit/field-grid.tsx'
import { LocationPicker } from '../stock/location-picker.tsx'
import { useTransactionForm } from './use-transaction-form.ts'
import classes from './transactions.module.css'

type MoreFieldsProps = Readonly<{
  state: ReturnType<typeof useTransactionForm>['state']
  stock: ProductStock | undefined
}>

/** Rarely needed fields, behind a button. */
export function MoreFields({ state, stock }: MoreFieldsProps) {
  const [moreShown, more] = useDisclosure(false)
  return (
    <>
      <Button
        variant="subtle"
        size="compact-sm"
        className={classes['more']}
        aria-expanded={moreShown}
        rightSection={<IconChevronDown size={14} stroke={1.8} />}
        onClick={more.toggle}
      >
        Location, lot and date
      </Button>
      <Collapse expanded={moreShown}>
        <FieldGrid>
          <LocationPicker
            placeholder="Chosen automatically"
            clearable
            stock={stock}
            emptying={state.values.type === 'out'}
            {...state.field('location_id')}
          />
          <TextInput label="Lot number" {...state.field('lot_number')} />
          <TextInput label="Happened at" type="datetime-local" {...state.field('happened_at')} />
        </FieldGrid>
      </Collapse>
    </>
  )
}
