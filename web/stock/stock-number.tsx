import { useDisclosure } from '@mantine/hooks'
import { useState } from 'react'
import { formatQuantity } from '../../contract/quantity.ts'
import classes from './stock-number.module.css'
import { ExplainPanel } from './explain-panel.tsx'
import type { Explained } from './explained.ts'
import { numberLabels } from './labels.ts'

type StockNumberProps = Explained & Readonly<{ value: number; product: string }>

/** A stock number with a dotted underline: it opens the movements behind it, now or as of its moment. */
export function StockNumber({ value, ...explained }: StockNumberProps) {
  const [opened, panel] = useDisclosure(false)
  // A list shows many numbers and opens few: the panel is created when a number is hovered or focused, and so is ready
  // before it opens.
  const [used, setUsed] = useState(false)
  const { account = 'on_hand', location, product } = explained
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
        aria-label={`${formatQuantity(value)} ${numberLabels[account]} of ${product}${location ? ` at ${location}` : ''}: explain`}
      >
        {formatQuantity(value)}
      </button>
      {used && <ExplainPanel {...explained} opened={opened} onClose={panel.close} />}
    </>
  )
}
