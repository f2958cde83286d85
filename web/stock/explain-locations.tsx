import { UnstyledButton } from '@mantine/core'
import { formatQuantity } from '../../contract/quantity.ts'
import type { ExplainedNumber } from '../../contract/explained-stock.ts'
import { EmptyState } from '../kit/empty-state.tsx'
import { Quantity } from '../ui/tabular.tsx'
import type { ChosenNumber, ExplainedLocation, ExplainedStock } from './explained.ts'
import classes from './explain-locations.module.css'
import { numberLabels } from './labels.ts'
import number from './stock-number.module.css'

type ExplainLocationsProps = Readonly<{
  stock: ExplainedStock
  numbers: readonly ExplainedNumber[]
  onChoose: (chosen: ChosenNumber) => void
}>

/** All numbers of a product by location and, if there are lots, by lot. Each opens its movements. */
export function ExplainLocations({ stock, numbers, onChoose }: ExplainLocationsProps) {
  const locations = stock.locations.filter((location) => numbers.some((one) => location[one] !== 0))
  if (locations.length === 0)
    return <EmptyState compact title="No stock" text="No location has stock of this product." />
  return (
    <div className={classes['scroll']}>
      <table className={classes['table']}>
        <thead>
          <tr>
            <th scope="col">Location</th>
            {numbers.map((one) => (
              <th key={one} scope="col">
                {numberLabels[one]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {locations.flatMap((location) => [
            <Row
              key={location.location_id}
              name={location.location_name}
              balances={location}
              numbers={numbers}
              onChoose={(account) =>
                onChoose({
                  account,
                  location_id: location.location_id,
                  lot_id: undefined,
                  location_label: location.location_name,
                })
              }
            />,
            ...lotsOf(location).map((lot) => {
              const name = lot.lot_number === '' ? 'without a lot' : `lot ${lot.lot_number}`
              return (
                <Row
                  key={`${location.location_id} ${lot.lot_id}`}
                  lot
                  name={name}
                  balances={lot}
                  numbers={numbers}
                  onChoose={(account) =>
                    onChoose({
                      account,
                      location_id: location.location_id,
                      lot_id: lot.lot_id,
                      location_label: `${location.location_name}, ${name}`,
                    })
                  }
                />
              )
            }),
          ])}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">Total</th>
            {numbers.map((one) => (
              <td key={one}>
                <Quantity value={stock[one]} zeroAsDash />
              </td>
            ))}
          </tr>
        </tfoot>
      </table>
    </div>
  )
}

/** The lots at a location with stock; none if all of it is without a lot. */
function lotsOf({ lots }: ExplainedLocation) {
  const held = lots.filter((lot) => lot.on_hand !== 0 || lot.held !== 0 || lot.in_transit !== 0 || lot.incoming !== 0)
  return held.some((lot) => lot.lot_number !== '') ? held : []
}

type RowProps = Readonly<{
  name: string
  lot?: boolean
  balances: Record<ExplainedNumber, number>
  numbers: readonly ExplainedNumber[]
  onChoose: (number: ExplainedNumber) => void
}>

function Row({ name, lot = false, balances, numbers, onChoose }: RowProps) {
  return (
    <tr data-lot={lot || undefined}>
      <th scope="row">{name}</th>
      {numbers.map((one) => (
        <td key={one}>
          {balances[one] === 0 ? (
            <Quantity value={0} zeroAsDash />
          ) : (
            <UnstyledButton
              className={number['number']}
              onClick={() => onChoose(one)}
              aria-label={`${formatQuantity(balances[one])} ${numberLabels[one]} at ${name}: show its movements`}
            >
              {formatQuantity(balances[one])}
            </UnstyledButton>
          )}
        </td>
      ))}
    </tr>
  )
}
