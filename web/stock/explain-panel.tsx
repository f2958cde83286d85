import { Tabs } from '@mantine/core'
import { IconHelpCircle } from '@tabler/icons-react'
import { useState } from 'react'
import { byCount } from '../../contract/counted-nouns.ts'
import { formatQuantity } from '../../contract/quantity.ts'
import { type ExplainedNumber, explainedNumbers } from '../../contract/explained-stock.ts'
import { pastText } from '../kit/as-of-text.ts'
import { ErrorState } from '../kit/error-state.tsx'
import { Panel } from '../kit/panel.tsx'
import { RowSkeletons } from '../kit/skeletons.tsx'
import { useAsOf } from '../kit/use-as-of.ts'
import { ExplainChanges } from './explain-changes.tsx'
import classes from './explain-panel.module.css'
import { ExplainLocations } from './explain-locations.tsx'
import { balancesAt, type Explained, type ExplainedStock, expiredAt, useExplainedStock } from './explained.ts'
import { numberLabels } from './labels.ts'
import { MovementList } from './movement-list.tsx'
import { NumberStrip } from './number-strip.tsx'

type ExplainPanelProps = Explained & Readonly<{ product: string; opened: boolean; onClose: () => void }>

/** Which number of the product is being explained, as it is chosen in the panel. */
type Chosen = { account: ExplainedNumber } & Pick<Explained, 'location_id' | 'lot_id' | 'location'>

/**
 * Explains a stock number: every movement behind it with a running balance, all numbers of the product by location and
 * lot, and the changes between two moments. It opens with one number and leads to any other of the product.
 */
export function ExplainPanel({ opened, onClose, product, product_id, past, ...first }: ExplainPanelProps) {
  const begin: Chosen = { ...first, account: first.account ?? 'on_hand' }
  const [chosen, setChosen] = useState(begin)
  const { time_zone } = useAsOf()
  const query = useExplainedStock({ product_id, past }, opened)
  const explained = { product_id, past, ...chosen }
  const close = () => {
    setChosen(begin)
    onClose()
  }
  const value = query.data && balancesAt(query.data, chosen.location_id, chosen.lot_id)[chosen.account]
  return (
    <Panel
      opened={opened}
      onClose={close}
      size={560}
      fill
      title={
        <span className={classes['title']}>
          <IconHelpCircle size={18} stroke={1.7} aria-hidden />
          Why {past ? 'was' : 'is'} it {value === undefined ? 'so' : formatQuantity(value)}?
        </span>
      }
    >
      <p className={classes['scope']}>
        {product} ·{' '}
        {chosen.location
          ? `${numberLabels[chosen.account]} at ${chosen.location}`
          : `total ${numberLabels[chosen.account]}`}
        {past && <strong> · as of {pastText(past.as_of, time_zone)}</strong>}
        {chosen.location_id && (
          <button
            type="button"
            className={classes['everywhere']}
            onClick={() => setChosen({ account: chosen.account })}
          >
            Show all locations
          </button>
        )}
      </p>
      {query.data ? (
        <Explanation stock={query.data} explained={explained} onChoose={setChosen} onLeave={close} />
      ) : query.isError ? (
        <ErrorState compact error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <RowSkeletons rows={8} />
      )}
    </Panel>
  )
}

type ExplanationProps = Readonly<{
  stock: ExplainedStock
  explained: Explained & Chosen
  onChoose: (chosen: Chosen) => void
  onLeave: () => void
}>

function Explanation({ stock, explained, onChoose, onLeave }: ExplanationProps) {
  const [tab, setTab] = useState<string | null>('movements')
  const { account, location_id, lot_id, location } = explained
  const isThere = (number: ExplainedNumber) => stock[number] !== 0 || stock.locations.some((one) => one[number] !== 0)
  const panel = classes['panel'] ?? ''
  return (
    <>
      <div className={classes['numbers']}>
        <NumberStrip
          numbers={explainedNumbers.filter(
            (number) => ['on_hand', 'available', account].includes(number) || isThere(number),
          )}
          balances={balancesAt(stock, location_id, lot_id)}
          value={account}
          onChange={(next) => onChoose({ account: next, location_id, lot_id, location })}
        />
        {account === 'available' && <Expired stock={stock} location_id={location_id} lot_id={lot_id} />}
      </div>
      <Tabs value={tab} onChange={setTab} className={classes['tabs'] ?? ''} keepMounted={false}>
        <Tabs.List className={classes['tabList'] ?? ''}>
          <Tabs.Tab value="movements">Movements</Tabs.Tab>
          <Tabs.Tab value="locations">Locations</Tabs.Tab>
          <Tabs.Tab value="changes">Changes</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="movements" className={panel}>
          <MovementList explained={explained} onLeave={onLeave} />
        </Tabs.Panel>
        <Tabs.Panel value="locations" className={panel}>
          <ExplainLocations
            stock={stock}
            numbers={explainedNumbers.filter((number) => number === 'on_hand' || isThere(number))}
            onChoose={(next) => {
              onChoose(next)
              setTab('movements')
            }}
          />
        </Tabs.Panel>
        <Tabs.Panel value="changes" className={panel}>
          <ExplainChanges explained={explained} onLeave={onLeave} />
        </Tabs.Panel>
      </Tabs>
    </>
  )
}

type ExpiredProps = Readonly<{ stock: ExplainedStock; location_id: string | undefined; lot_id: string | undefined }>

/** Expired stock is available for everything but customers. */
function Expired({ stock, location_id, lot_id }: ExpiredProps) {
  const expired = expiredAt(stock, location_id, lot_id)
  if (expired === 0) return null
  return (
    <p className={classes['expired']}>
      {byCount(expired, {
        one: '{count} of them has expired and can’t be sold.',
        other: '{count} of them have expired and can’t be sold.',
      })}
    </p>
  )
}
