import { Button } from '@mantine/core'
import { IconCheck, IconX } from '@tabler/icons-react'
import { formatMoney, shownCurrency } from '../ui/money.ts'
import type { PriceUpdate } from '../../contract/price-updates.ts'
import { Moment } from '../ui/moment.tsx'
import classes from './purchase-url-field.module.css'

type SuggestionProps = Readonly<{
  update: PriceUpdate
  fresh: boolean
  closing: boolean
  onApply: () => void
  onReject: () => void
}>

/** A price found on the product’s page, to apply or reject. */
export function PriceSuggestion({ update, fresh, closing, onApply, onReject }: SuggestionProps) {
  const { new_price, currency, fetched_at } = update
  return (
    <div className={classes['suggestion']} data-fresh={fresh || undefined}>
      <div>
        <p className={classes['price']}>Price updated to {formatMoney(new_price)}</p>
        <p className={classes['when']}>
          Fetched <Moment at={fetched_at} as="absolute" />
        </p>
        {currency !== null && currency !== shownCurrency() && (
          <p className={classes['currency']}>The page shows {currency}. The amount wasn’t converted.</p>
        )}
      </div>
      <div className={classes['choices']}>
        <Button size="compact-md" leftSection={<IconCheck size={15} />} disabled={closing} onClick={onApply}>
          Apply
        </Button>
        <Button
          size="compact-md"
          variant="default"
          leftSection={<IconX size={15} />}
          disabled={closing}
          onClick={onReject}
        >
          Reject
        </Button>
      </div>
    </div>
  )
}
