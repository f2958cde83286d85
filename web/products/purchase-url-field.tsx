import { ActionIcon, Loader, TextInput } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { type ChangeEvent, useRef } from 'react'
import { formatMoney } from '../ui/money.ts'
import type { CommandFormState } from '../kit/use-submit.ts'
import { PriceSuggestion } from './price-suggestion.tsx'
import classes from './purchase-url-field.module.css'
import type { ProductValues } from './product-values.ts'
import { usePriceFetch } from './use-price-fetch.ts'
import { productLabels } from './product-labels.ts'

type PurchaseUrlFieldProps = Readonly<{
  state: CommandFormState<ProductValues>
  /** Missing for an unsaved product. */
  product_id?: string | undefined
}>

/** The product's purchase page, with the price found there: suggested, then applied or rejected. */
// oxlint-disable-next-line max-lines-per-function -- one control and what it found
export function PurchaseUrlField({ state, product_id }: PurchaseUrlFieldProps) {
  const { fetched, closing, typed, left, fetchNow, apply, reject } = usePriceFetch(state, product_id)
  const { onChange, onBlur, error, ...field } = state.field('purchase_url')
  const fetching = fetched.phase === 'fetching'
  const input = useRef<HTMLInputElement>(null)
  // The buttons disappear with their suggestion; the focus stays here.
  const close = async (choice: Promise<void>) => {
    await choice
    input.current?.focus()
  }
  return (
    <div className={classes['root']}>
      <TextInput
        ref={input}
        label={productLabels.purchase_url}
        type="url"
        inputMode="url"
        placeholder="https://"
        {...field}
        error={(error as string | undefined) ?? (fetched.phase === 'failed' ? fetched.message : undefined)}
        onChange={(event: ChangeEvent<HTMLInputElement>) => {
          onChange(event)
          typed()
        }}
        onBlur={(event) => {
          onBlur?.(event)
          left()
        }}
        rightSectionPointerEvents="all"
        rightSection={
          fetching ? (
            <Loader size={16} aria-hidden />
          ) : (
            field.value !== '' && (
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label="Fetch latest price"
                title="Fetch latest price"
                onClick={fetchNow}
              >
                <IconRefresh size={16} stroke={1.7} />
              </ActionIcon>
            )
          )
        }
      />
      <div role="status" className={classes['status']}>
        {fetching && <p className={classes['fetching']}>Fetching latest price...</p>}
        {fetched.phase === 'found' && (
          <PriceSuggestion
            update={fetched.update}
            fresh={fetched.fresh}
            closing={closing}
            onApply={() => void close(apply(fetched.update))}
            onReject={() => void close(reject(fetched.update))}
          />
        )}
        {fetched.phase === 'applied' && <p className={classes['applied']}>Price set to {formatMoney(fetched.price)}</p>}
        {(fetching || fetched.phase === 'found' || fetched.phase === 'failed') && (
          <ul className={classes['warnings']}>
            <li>Some sites block automated access</li>
            <li>The price may not be accessible</li>
            <li>The price can always be updated manually</li>
          </ul>
        )}
      </div>
    </div>
  )
}
