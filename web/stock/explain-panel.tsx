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
import {
  balancesAt,
  type ChosenNumber,
  type Explained,
  type ExplainedStock,
  expiredAt,
  useExplainedStock,
} from './explained.ts'
import { numberLabels } from './labels.ts'
import { MovementList } from './movement-list.tsx'
import { NumberStrip } from './number-strip.tsx'

type ExplainPanelProps = Explained & Readonly<{ product: string; opened: boolean; onClose: () => void }>

/** `Why is it 22?`; while the number is loading, what the panel contains. */
function titleOf(value: number | undefined, isPast: boolean): string {
  if (value === undefined) return 'Stock movements'
  const count = formatQuantity(value)
  return isPast ? `Why was it ${count}?` : `Why is it ${count}?`
}

/**
 * Explains a stock number: every movement behind it with a running balance, all numbers of the product by location and
 * lot, and the changes between two moments. It opens with one number and leads to any other of the product.
 */
export function ExplainPanel({ opened, onClose, product, product_id, past, ...begin }: ExplainPanelProps) {
  const [chosen, setChosen] = useState<ChosenNumber>(begin)
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
          {titleOf(value, Boolean(past))}
        </span>
      }
    >
      <p className={classes['scope']}>
        {product} ·{' '}
        {chosen.location_label
          ? `${numberLabels[chosen.account]} at ${chosen.location_label}`
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
  explained: Explained
  onChoose: (chosen: ChosenNumber) => void
  onLeave: () => void
}>

function Explanation({ stock, explained, onChoose, onLeave }: ExplanationProps) {
  const [tab, setTab] = useState<string | null>('movements')
  const { account, location_id, lot_id, location_label } = explained
  const hasUnits = (number: ExplainedNumber) => stock[number] !== 0 || stock.locations.some((one) => one[number] !== 0)
  const panel = classes['panel'] ?? ''
  return (
    <>
      <div className={classes['numbers']}>
        <NumberStrip
          numbers={explainedNumbers.filter(
            (number) => ['on_hand', 'available', account].includes(number) || hasUnits(number),
          )}
          balances={balancesAt(stock, location_id, lot_id)}
          value={account}
          onChange={(next) => onChoose({ account: next, location_id, lot_id, location_label })}
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
            numbers={explainedNumbers.filter((number) => number === 'on_hand' || hasUnits(number))}
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
