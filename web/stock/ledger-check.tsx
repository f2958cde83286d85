import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import { formatQuantity } from '../../contract/quantity.ts'
import classes from './ledger-check.module.css'

type LedgerCheckProps = Readonly<{
  adds_up: boolean
  level: number
  movements: number
  checked_at: string
  past: boolean
}>

/** Whether a number's movements add up to it: the ledger's own proof, below them. */
export function LedgerCheck({ adds_up, level, movements, checked_at, past }: LedgerCheckProps) {
  return (
    <p className={classes['root']} data-wrong={!adds_up || undefined} role={adds_up ? undefined : 'alert'}>
      {adds_up ? (
        <IconCircleCheck size={18} stroke={1.7} aria-hidden />
      ) : (
        <IconAlertTriangle size={18} stroke={1.7} aria-hidden />
      )}
      <span title={checked_at}>
        {adds_up
          ? 'Adds up. Just checked against the ledger.'
          : `Doesn’t add up: movements total ${formatQuantity(movements)}, stock ${past ? 'was' : 'is'} ${formatQuantity(level)}. Contact your administrator.`}
      </span>
    </p>
  )
}
