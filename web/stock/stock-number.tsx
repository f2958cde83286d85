import { useDisclosure } from '@mantine/hooks'
import { useState } from 'react'
import { formatQuantity } from '../../contract/quantity.ts'
import type { ExplainedNumber } from '../../contract/explained-stock.ts'
import classes from './stock-number.module.css'
import { ExplainPanel } from './explain-panel.tsx'
import type { Explained } from './explained.ts'
import { numberLabels } from './labels.ts'

type StockNumberProps = Omit<Explained, 'account'> &
  Readonly<{
    value: number
    product: string
    /** On hand by default. */
    account?: ExplainedNumber
  }>

/** A stock number with a dotted underline: it opens the movements behind it, now or as of its moment. */
export function StockNumber({ value, account = 'on_hand', ...explained }: StockNumberProps) {
  const [opened, panel] = useDisclosure(false)
  // A list shows many numbers and opens few: the panel is created when a number is hovered or focused, and so is ready
  // before it opens.
  const [used, setUsed] = useState(false)
  const { location_label, product } = explained
  return (
    <>
      <button
        type="button"
        className={classes['number']}
        data-negative={value < 0 || undefined}
        data-open={opened || undefined}
        onPointerEnter={() => setUsed(true)}
        onFocus={() => setUsed(true)}
        onClick={() => {
          setUsed(true)
          panel.open()
        }}
        aria-haspopup="dialog"
        aria-label={`${formatQuantity(value)} ${numberLabels[account]} of ${product}${location_label ? ` at ${location_label}` : ''}: explain`}
      >
        {formatQuantity(value)}
      </button>
      {used && <ExplainPanel {...explained} account={account} opened={opened} onClose={panel.close} />}
    </>
  )
}
