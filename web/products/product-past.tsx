import type { ExplainedNumber } from '../../contract/explained-stock.ts'
import type { Product } from '../../contract/products.ts'
import { formatCost, formatMoney } from '../ui/money.ts'
import { type ProductStockAsOf, readProductStockAsOf } from '../../contract/stock-as-of.ts'
import { useRead } from '../kit/api.ts'
import type { Past } from '../kit/as-of-text.ts'
import { EmptyState } from '../kit/empty-state.tsx'
import { ErrorState } from '../kit/error-state.tsx'
import { RowSkeletons } from '../kit/skeletons.tsx'
import { StockNumber } from '../stock/stock-number.tsx'
import { Card } from '../ui/card.tsx'
import { Quantity } from '../ui/tabular.tsx'
import { Figure, Figures, locationCountText } from './product-figures.tsx'
import classes from './stock-by-location.module.css'

/** A product at a past moment: its figures, value, and locations. Nothing here posts. */
export function ProductPast({ product, past }: Readonly<{ product: Product; past: Past }>) {
  const query = useRead(readProductStockAsOf, { product_id: product.id, ...past }, { keepPrevious: true })
  const stock = query.data
  if (!stock)
    return (
      <Card>
        {query.isError ? (
          <ErrorState compact error={query.error} onRetry={() => void query.refetch()} />
        ) : (
          <RowSkeletons rows={5} />
        )}
      </Card>
    )
  return (
    <>
      <PastFigures product={product} past={past} stock={stock} />
      <PastLocations product={product} past={past} stock={stock} />
    </>
  )
}

type PastProps = Readonly<{ product: Product; past: Past; stock: ProductStockAsOf }>

function PastFigures({ product, past, stock }: PastProps) {
  const number = (account: ExplainedNumber) => (
    <StockNumber value={stock[account]} account={account} product={product.name} product_id={product.id} past={past} />
  )
  return (
    <Figures label="Stock in numbers, as it was">
      <Figure
        label="On hand"
        note={locationCountText(stock.locations.filter((location) => location.on_hand !== 0).length)}
      >
        {number('on_hand')}
      </Figure>
      <Figure label="Available" note="not reserved">
        {number('available')}
      </Figure>
      <Figure label="Reserved" note="for orders">
        {number('reserved')}
      </Figure>
      <Figure label="Incoming" note="from suppliers">
        {number('incoming')}
      </Figure>
      {stock.held !== 0 && (
        <Figure label="On hold" note="set aside">
          {number('held')}
        </Figure>
      )}
      {stock.in_transit !== 0 && (
        <Figure label="In transit" note="on its way">
          {number('in_transit')}
        </Figure>
      )}
      <Figure wide label="Retail value" note={`${formatMoney(stock.price)} each`}>
        {formatMoney(stock.value_at_price)}
      </Figure>
      <Figure
        wide
        label="Value at cost"
        note={stock.cost_is_known ? `${formatCost(stock.cost_price)} each` : 'cost unknown'}
      >
        {stock.cost_is_known ? formatMoney(stock.value_at_cost) : '–'}
      </Figure>
    </Figures>
  )
}

const columns = [
  { id: 'on_hand', label: 'On hand', always: true },
  { id: 'available', label: 'Available', always: true },
  { id: 'reserved', label: 'Reserved', always: false },
  { id: 'held', label: 'On hold', always: false },
  { id: 'in_transit', label: 'In transit', always: false },
  { id: 'incoming', label: 'Incoming', always: false },
] as const

function PastLocations({ product, past, stock: { locations } }: PastProps) {
  const shown = columns.filter(({ id, always }) => always || locations.some((location) => location[id] !== 0))
  return (
    <Card flush title="Stock by Location">
      {locations.length === 0 ? (
        <EmptyState compact title="Nothing in stock" text="No location had stock at that time." />
      ) : (
        <table className={classes['table']}>
          <thead>
            <tr>
              <th scope="col">Location</th>
              {shown.map(({ id, label }) => (
                <th key={id} scope="col">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {locations.map((location) => (
              <tr key={location.location_id}>
                <th scope="row">
                  <span className={classes['location']}>{location.location_name}</span>
                </th>
                {shown.map(({ id, label }) => (
                  <td key={id} data-label={label}>
                    {location[id] === 0 ? (
                      <Quantity value={0} zeroAsDash />
                    ) : (
                      <StockNumber
                        value={location[id]}
                        account={id}
                        product={product.name}
                        product_id={product.id}
                        location_id={location.location_id}
                        location_label={location.location_name}
                        past={past}
                      />
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Card>
  )
}
