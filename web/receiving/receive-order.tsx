import { Button } from '@mantine/core'
import { IconChecks } from '@tabler/icons-react'
import { type KeyboardEvent, startTransition, useCallback, useState } from 'react'
import { countedGoods } from '../../contract/counted-goods.ts'
import { counted } from '../../contract/counted-nouns.ts'
import type { PurchaseOrder, PurchaseOrderLine } from '../../contract/purchase-orders.ts'
import { purchaseOrderActions } from '../../contract/purchase-order-actions.ts'
import { haveSum, roundTo } from '../../contract/quantity.ts'
import { createReceipt, reverseReceipt } from '../../contract/receiving.ts'
import { CommandForm } from '../kit/command-form.tsx'
import { PastDayField } from '../kit/past-day-field.tsx'
import { toastDone } from '../kit/toast.tsx'
import { act } from '../kit/use-command.ts'
import { useDraft } from '../kit/use-draft.ts'
import { useFields } from '../kit/use-fields.ts'
import { useGradually } from '../kit/use-gradually.ts'
import { useSubmit } from '../kit/use-submit.ts'
import { useToday } from '../kit/use-today.ts'
import { Card } from '../ui/card.tsx'
import { ReceiveLine } from './receive-line.tsx'
import {
  blocked,
  exceedingFields,
  newReceiptValues,
  partPath,
  partsOf,
  receiptInput,
  receiptSummary,
  sentLines,
  wholeReceipt,
} from './receipt-values.ts'
import classes from './receiving.module.css'
import { ScanField } from './scan-field.tsx'
import { ReceiptProgress } from './receipt-progress.tsx'
import { useRecordedAlready } from './use-recorded-already.ts'
import { useReceiptChanges } from './use-receipt-changes.ts'

const lineHeightPx = { open: 240, done: 64 }

type ReceiveOrderProps = Readonly<{
  order: PurchaseOrder
  defaultLocation: { id: string; name: string } | null
  onCancel: () => void
  /** Called with the order after the receipt. */
  onDone: (order: PurchaseOrder) => void
}>

/** The lines of one order to receive: all in one receipt, or none. */
// oxlint-disable-next-line max-lines-per-function -- one form, from its values to its lines
export function ReceiveOrder({ order, defaultLocation, onCancel, onDone }: ReceiveOrderProps) {
  const [initial] = useState(newReceiptValues)
  const fields = useFields(createReceipt, {
    initial,
    toInput: (values) => receiptInput(order, values),
    fieldNames: (path, values) => partPath(order, path, values),
    check: (values) => exceedingFields(order, values),
    draft: useDraft(`receipt ${order.id}`),
  })
  const state = useSubmit(fields, {
    summary: (errors) => receiptSummary(order, fields.form.getValues(), errors),
    fallback: 'Failed to process receiving',
    onDone: ({ receipt, order: after }) => {
      const goods = countedGoods(receipt.units, receipt.lines)
      toastDone(`${goods} of ${order.order_number} received`, {
        undo: () => act(reverseReceipt, { id: receipt.id }),
        undone: 'Receipt undone',
      })
      onDone(after)
    },
  })
  const { form, values } = state
  useRecordedAlready(order, state)
  const location_id = defaultLocation?.id ?? ''
  const change = useReceiptChanges({ order, location_id, today: useToday(), state })
  const { nothing, noLocation } = blocked(values)
  // A photo still being uploaded would be left out of the receipt.
  const [uploads, setUploads] = useState(0)
  const onUpload = useCallback((begun: 1 | -1) => setUploads((running) => running + begun), [])
  const refusal = purchaseOrderActions.receiveExtra({ ...order, received: false })
  const sum = roundTo(
    sentLines(order, values).reduce((total, { quantity }) => total + (typeof quantity === 'number' ? quantity : 0), 0),
    4,
  )
  const isDone = (line: PurchaseOrderLine) =>
    line.remaining === 0 && !values.parts.some((part) => part.item === line.id)
  const done = order.lines.filter(isDone)
  const drawn = useGradually([...order.lines.filter((line) => !isDone(line)), ...done], (line) =>
    isDone(line) ? lineHeightPx.done : lineHeightPx.open,
  )
  const all = wholeReceipt(order, values, location_id)
  // All lines change: a key or a click in the meantime is handled first.
  const receiveAll = () => startTransition(change.receiveAll)
  // Without input, the button records everything that remains.
  const submit = async () => {
    if (nothing) receiveAll()
    await state.submit()
  }

  if (refusal && values.parts.length === 0) return <p className={classes['quiet']}>{refusal}</p>
  return (
    <CommandForm
      state={{ ...state, submit }}
      submitLabel={uploads > 0 ? 'Uploading photos...' : submitLabel(sum, nothing ? all.units : 0, order.lines)}
      pendingLabel="Processing..."
      onCancel={onCancel}
      disabled={(nothing ? all.units === 0 || all.noLocation : noLocation) || uploads > 0}
      sticky
    >
      <ReceiptProgress order={order} typed={sum} />
      <ScanField onScan={change.scan} />
      <Card
        title="Receive Items"
        note={done.length > 0 ? `${done.length} done` : undefined}
        aside={
          all.units > 0 && (
            <Button
              variant="default"
              size="compact-md"
              leftSection={<IconChecks size={15} stroke={1.7} />}
              onClick={receiveAll}
            >
              Fill in all
            </Button>
          )
        }
        flush
      >
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys come from the fields */}
        <ul className={classes['lines']} onKeyDown={focusNextOnEnter}>
          {drawn.map((line) => {
            const parts = partsOf(line, values.parts, location_id)
            return (
              <ReceiveLine
                key={line.id}
                line={line}
                parts={parts}
                locationName={line.location_name ?? defaultLocation?.name ?? null}
                errors={parts.map((part) => errorsOf(form.errors, values.parts.indexOf(part)))}
                done={done.includes(line)}
                over={values.over.includes(line.id)}
                isSent={state.pending && !values.over.includes(line.id)}
                scanned={change.scanned?.item === line.id ? change.scanned : null}
                onChange={change.part}
                onOver={change.over}
                onExtra={change.extra}
                onSplit={change.split}
                onUpload={onUpload}
              />
            )
          })}
        </ul>
      </Card>
      <PastDayField
        label="Received on"
        className={classes['receivedOn']}
        {...state.field('happened_at')}
        onKeyDown={stayOnEnter}
      />
      {noLocation && (
        <p role="alert" className={classes['warning']}>
          Location Required: choose where to store the items before you process them.
        </p>
      )}
    </CommandForm>
  )
}

/** What the button records: `Process Receiving · 12 units` if they have a sum, or all that remains without input. */
function submitLabel(typed: number, all: number, lines: Parameters<typeof haveSum>[0]): string {
  const [label, quantity] =
    typed > 0 || all === 0 ? (['Process Receiving', typed] as const) : (['Receive all', all] as const)
  return quantity > 0 && haveSum(lines) ? `${label} · ${counted(quantity, 'unit')}` : label
}

/**
 * Enter in a part's field moves on, to its expiry or to the next quantity, finally to the button: a scanner sends it
 * after every code, and a scanned lot must not record the input so far.
 */
function focusNextOnEnter(event: KeyboardEvent<HTMLElement>): void {
  const field = event.target
  if (event.key !== 'Enter' || event.defaultPrevented || !(field instanceof HTMLInputElement)) return
  if (event.ctrlKey || event.metaKey || field.type === 'checkbox') return
  event.preventDefault()
  const wanted = field.dataset['field'] === 'lot' ? '[data-field="expires"]' : '[data-field="quantity"]'
  const submit = field.form?.querySelector<HTMLElement>('button[type="submit"]:not(:disabled)')
  const after = [...event.currentTarget.querySelectorAll<HTMLElement>(wanted)].find(
    (one) => field.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING,
  )
  ;(after ?? submit)?.focus()
}

/** Enter ends a date. It must not record everything that remains. */
function stayOnEnter(event: KeyboardEvent<HTMLInputElement>): void {
  if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) event.preventDefault()
}

/** The errors of one part by field: `parts.1.quantity` is `quantity`. */
function errorsOf(errors: Readonly<Record<string, unknown>>, index: number): Record<string, string> {
  const prefix = `parts.${index}.`
  return Object.fromEntries(
    Object.entries(errors).flatMap(([path, text]) =>
      index >= 0 && path.startsWith(prefix) ? [[path.slice(prefix.length), String(text)]] : [],
    ),
  )
}
