import { formatCost, formatMoney } from '../ui/money.ts'
import { listProductPrices } from '../../contract/price-updates.ts'
import { recordAddress } from '../../contract/record-addresses.ts'
import type { ItemOf } from '../kit/api.ts'
import { useRead } from '../kit/api.ts'
import { EmptyState } from '../kit/empty-state.tsx'
import { ErrorState } from '../kit/error-state.tsx'
import { RowSkeletons } from '../kit/skeletons.tsx'
import { Card } from '../ui/card.tsx'
import { Link } from '../ui/link.tsx'
import { Moment } from '../ui/moment.tsx'
import { PriceChart } from './price-chart.tsx'
import { costOf } from './price-steps.ts'
import classes from './price-history.module.css'

type Price = ItemOf<typeof listProductPrices>

const shown = 100
/** More rows than this scroll, and the card says so. */
const rowsInSight = 6

/** The product's costs and prices over time, with the author and origin of each change. */
export function PriceHistory({ product_id }: { product_id: string }) {
  const query = useRead(listProductPrices, { product_id, limit: shown })
  const prices = query.data?.items
  const scrolls = prices !== undefined && prices.length > rowsInSight
  return (
    <Card
      flush
      title="Price History"
      reading={!prices && !query.isError}
      {...(scrolls ? { note: 'scroll for more' } : {})}
    >
      {!prices && query.isError && <ErrorState compact error={query.error} onRetry={() => void query.refetch()} />}
      {!prices && !query.isError && <RowSkeletons rows={2} />}
      {prices?.length === 0 && (
        <EmptyState compact title="No prices yet" text="Changes to price and cost appear here." />
      )}
      {prices && prices.length > 1 && <PriceChart prices={prices} until={query.dataUpdatedAt} />}
      {prices && prices.length > 0 && (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolling by keyboard needs the focus
        <div className={classes['scroll']} data-scrolls={scrolls || undefined} {...(scrolls ? { tabIndex: 0 } : {})}>
          <table className={classes['table']} aria-label="Price history">
            <thead>
              <tr>
                <th scope="col">Since</th>
                <th scope="col" data-number>
                  Price
                </th>
                <th scope="col" data-number>
                  Cost
                </th>
              </tr>
            </thead>
            <tbody>
              {prices.map((price, index) => (
                <Row key={price.valid_from} price={price} before={prices[index + 1]} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Card>
  )
}

function Row({ price, before }: { price: Price; before: Price | undefined }) {
  return (
    <tr>
      <td>
        <Moment at={price.valid_from} as="absolute" />
        <p className={classes['how']}>
          <How price={price} /> by {price.is_own ? 'you' : price.user_reference}
        </p>
      </td>
      <Amount value={price.price} before={before?.price} format={formatMoney} />
      <Amount value={costOf(price)} before={before && costOf(before)} format={formatCost} />
    </tr>
  )
}

type Known = number | null
type AmountProps = Readonly<{ value: Known; before: Known | undefined; format: (value: number) => string }>

/** An amount, bold if it changed. Null is unknown. */
function Amount({ value, before, format }: AmountProps) {
  const changed = before !== undefined && before !== value
  const was = before === null || before === undefined ? 'unknown' : format(before)
  return (
    <td data-number data-changed={changed || undefined} {...(changed ? { title: `was ${was}` } : {})}>
      {value === null ? '–' : format(value)}
    </td>
  )
}

function How({ price: { source, url, receipt_id } }: { price: Price }) {
  if (source === 'imported') return 'Imported'
  if (source === 'received' && receipt_id !== null)
    return <Link to={recordAddress('receipt', receipt_id)}>Received</Link>
  if (source === 'typed') return 'Entered'
  if (source !== 'fetched' || url === null) return 'Changed'
  return (
    <a href={url} target="_blank" rel="noopener noreferrer" title={url}>
      Fetched from {new URL(url).host}
    </a>
  )
}
