import { UnstyledButton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { formatQuantity } from '../../contract/quantity.ts'
import classes from './stock-number.module.css'
import { type Explained, ExplainPanel } from './explain-panel.tsx'
import { numberLabels } from './labels.ts'

type StockNumberProps = Explained & Readonly<{ value: number; product: string }>

/** A stock number with a dotted underline: it opens into the movements that make it. */
export function StockNumber({ value, product, ...explained }: StockNumberProps) {
  const [opened, panel] = useDisclosure(false)
  const { account = 'on_hand', place } = explained
  return (
    <>
      <UnstyledButton
        className={classes['number']}
        onClick={panel.open}
        aria-haspopup="dialog"
        aria-label={`${formatQuantity(value)} ${numberLabels[account]} of ${product}${place ? ` at ${place}` : ''}: explain`}
      >
        {formatQuantity(value)}
      </UnstyledButton>
      <ExplainPanel {...explained} opened={opened} onClose={panel.close} />
    </>
  )
}
