import { Button } from '@mantine/core'
import { IconChecks } from '@tabler/icons-react'
import { type KeyboardEvent, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { PurchaseOrder, PurchaseOrderLine } from '../../contract/purchase-orders.ts'
import { purchaseOrderActions } from '../../contract/purchase-order-actions.ts'
import { formatQuantity, roundTo } from '../../contract/quantity.ts'
import { createReceipt, reverseReceipt } from '../../contract/receiving.ts'
import { CommandForm } from '../kit/command-form.tsx'
import { toastDone } from '../kit/toast.tsx'
import { act } from '../kit/use-command.ts'
import { useDraft } from '../kit/use-draft.ts'
import { useFields } from '../kit/use-fields.ts'
import { type CommandFormState, useSubmit } from '../kit/use-submit.ts'
import { units } from '../stock/labels.ts'
import { Card } from '../ui/card.tsx'
import { Link } from '../ui/link.tsx'
import { dayText } from '../ui/time-text.ts'
import { type PartChange, ReceiveLine } from './receive-line.tsx'
import {
  blankPart,
  blocked,
  exceedingFields,
  exceeds,
  newReceiptValues,
  type Part,
  partPath,
  partsOf,
  receiptInput,
  scannedLine,
  sentLines,
  typedOf,
} from './receipt-values.ts'
import classes from './receiving.module.css'
import { ScanField } from './scan-field.tsx'

type ReceiveOrderProps = Readonly<{
  order: PurchaseOrder
  defaultLocation: { id: string; name: string } | null
  onCancel: () => void
  /** Told the order as it is after the receipt. */
  onDone: (order: PurchaseOrder) => void
}>

/** The lines of one order, to be received: all in one receipt, or none. */
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
    summary: (errors) =>
      Object.values(errors).some((text) => /^Only .* remaining$/.test(String(text))) ? exceeds : undefined,
    fallback: 'Failed to process receiving',
    onDone: ({ receipt, order: after }) => {
      const goods = units(receipt.units, formatQuantity(receipt.units))
      toastDone(`${goods} of ${order.order_number} received`, {
        undo: () => act(reverseReceipt, { id: receipt.id }),
        undone: 'Receipt undone',
      })
      onDone(after)
    },
  })
  const { form, values } = state
  useBookedAlready(order, state)
  const location_id = defaultLocation?.id ?? ''
  const change = useChanges({ order, location_id, state })
  const { nothing, noLocation } = blocked(values)
  // A photo that is still on its way would be left out of the receipt.
  const [uploads, setUploads] = useState(0)
  const onUpload = useCallback((begun: 1 | -1) => setUploads((running) => running + begun), [])
  const refusal = purchaseOrderActions.receive({ ...order, received: false })
  const sum = roundTo(
    sentLines(order, values).reduce((total, { quantity }) => total + (typeof quantity === 'number' ? quantity : 0), 0),
    4,
  )
  const isDone = (line: PurchaseOrderLine) =>
    line.remaining === 0 && !values.parts.some((part) => part.item === line.id)
  const done = order.lines.filter(isDone)

  if (refusal && values.parts.length === 0) return <p className={classes['quiet']}>{refusal}</p>
  return (
    <CommandForm
      state={state}
      submitLabel={
        uploads > 0
          ? 'Uploading photos...'
          : sum > 0
            ? `Process Receiving · ${units(sum, formatQuantity(sum))}`
            : 'Process Receiving'
      }
      pendingLabel="Processing..."
      onCancel={onCancel}
      disabled={nothing || noLocation || uploads > 0}
      sticky
    >
      <Progress order={order} typed={sum} />
      <ScanField onScan={change.scan} />
      <Card
        title="Receive Items"
        note={done.length > 0 ? `${done.length} done` : undefined}
        aside={
          <Button
            variant="default"
            size="compact-md"
            leftSection={<IconChecks size={15} stroke={1.7} />}
            onClick={change.receiveAll}
          >
            Receive all
          </Button>
        }
        flush
      >
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys come from the fields inside */}
        <ul className={classes['lines']} onKeyDown={enterLeadsOn}>
          {[...order.lines.filter((line) => !isDone(line)), ...done].map((line) => {
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
                onChange={change.part}
                onOver={change.over}
                onSplit={change.split}
                onUpload={onUpload}
              />
            )
          })}
        </ul>
      </Card>
      {noLocation && (
        <p role="alert" className={classes['warning']}>
          Location Required: choose where the goods go before you process them.
        </p>
      )}
    </CommandForm>
  )
}

/**
 * Enter in a field of a parcel leads on, to its expiry or to the next quantity, in the end to the button: a scanner
 * sends it after every code, and a lot that is scanned into its field must not book what is typed so far.
 */
function enterLeadsOn(event: KeyboardEvent<HTMLElement>): void {
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

type FormState = CommandFormState<ReturnType<typeof newReceiptValues>>

/**
 * A receipt whose answer never came (the browser died, the line went down), or which another tab sent, is booked all
 * the same: then the order lists it under the id that the form kept. What is in the fields as it was found or sent is
 * done, and they are emptied; what was typed since is a receipt of its own, and stays.
 */
function useBookedAlready(order: PurchaseOrder, state: FormState): void {
  const { values, pending, restart, form } = state
  const [asked, setAsked] = useState(values)
  if (pending && asked !== values) setAsked(values)
  const booked = pending ? undefined : order.receipts.find((receipt) => receipt.id === values.id)
  const go = useRef<(receipt_no: number) => void>(() => {})
  useLayoutEffect(() => {
    go.current = (receipt_no) => {
      const more = values !== asked
      toastDone(
        `Receipt ${receipt_no} of ${order.order_number} was booked${more ? '. What you typed since then is not' : ''}`,
      )
      if (more) form.setFieldValue('id', crypto.randomUUID())
      else restart(newReceiptValues())
    }
  })
  useEffect(() => {
    if (booked) go.current(booked.receipt_no)
  }, [booked])
}

/**
 * What people do to the parcels. The functions stay the same for ever, so that only the line that is touched is drawn
 * anew.
 */
function useChanges(now: { order: PurchaseOrder; location_id: string; state: FormState }) {
  const current = useRef(now)
  useLayoutEffect(() => {
    current.current = now
  })

  const set = useCallback((parts: (before: readonly Part[]) => readonly Part[]) => {
    const { form } = current.current.state
    form.setFieldValue('parts', (before) => [...parts(before)])
    form.clearErrors()
  }, [])
  const part = useCallback<PartChange>(
    (_line, touched, change) =>
      set((before) => {
        const known = before.some((one) => one.key === touched.key)
        // A parcel keeps its key when it is touched first: with another one its fields would be new ones, and the one
        // being typed into gone.
        const parts = known ? before : [...before, touched]
        return parts.map((one) => (one.key === touched.key ? { ...one, ...change(one) } : one))
      }),
    [set],
  )
  const split = useCallback(
    (line: PurchaseOrderLine) =>
      set((before) => {
        const { location_id } = current.current
        const there = before.some((one) => one.item === line.id)
        return [
          ...before,
          ...(there ? [] : [blankPart(line, location_id)]),
          blankPart(line, location_id, crypto.randomUUID()),
        ]
      }),
    [set],
  )
  const over = useCallback((line: PurchaseOrderLine, meant: boolean) => {
    const { form } = current.current.state
    form.setFieldValue('over', (before) => [...before.filter((id) => id !== line.id), ...(meant ? [line.id] : [])])
    form.clearErrors()
  }, [])
  const add = useCallback(
    (line: PurchaseOrderLine, quantity: (typed: number, part: Part) => number | string) => {
      const { location_id, state } = current.current
      const parts = state.form.getValues().parts
      const [first] = partsOf(line, parts, location_id)
      if (first) part(line, first, (one) => ({ quantity: quantity(typedOf(parts, line.id), one) }))
    },
    [part],
  )
  const scan = useCallback(
    (code: string) => {
      const { order, state } = current.current
      const parts = state.form.getValues().parts
      const line = scannedLine(order, parts, code)
      if (!line) return { text: `${code} is not in this order`, ok: false }
      add(line, (_typed, one) => roundTo((typeof one.quantity === 'number' ? one.quantity : 0) + 1, 4))
      const typed = roundTo(typedOf(parts, line.id) + 1, 4)
      return {
        text: `${line.product_name}: ${formatQuantity(typed)} of ${formatQuantity(line.remaining)}`,
        ok: typed <= line.remaining,
      }
    },
    [add],
  )
  const receiveAll = useCallback(() => {
    const { order } = current.current
    for (const line of order.lines)
      if (line.remaining > 0) add(line, (typed, one) => (typed === 0 ? line.remaining : one.quantity))
  }, [add])
  return { part, split, over, scan, receiveAll }
}

/** The errors of one parcel by field: `parts.1.quantity` is `quantity`. */
function errorsOf(errors: Readonly<Record<string, unknown>>, index: number): Record<string, string> {
  const prefix = `parts.${index}.`
  return Object.fromEntries(
    Object.entries(errors).flatMap(([path, text]) =>
      index >= 0 && path.startsWith(prefix) ? [[path.slice(prefix.length), String(text)]] : [],
    ),
  )
}

/** How much of the order is here, how much comes with this receipt, and what was noted when it was placed. */
function Progress({ order, typed }: { order: PurchaseOrder; typed: number }) {
  const total = order.lines.reduce((sum, line) => sum + line.quantity, 0)
  const here = order.lines.reduce((sum, line) => sum + line.received_quantity, 0)
  const share = (part: number) => `${Math.min(100, (100 * part) / total)}%`
  return (
    <div className={classes['brief']}>
      <div className={classes['progress']}>
        <div className={classes['bar']} aria-hidden>
          <span className={classes['coming']} style={{ width: share(here + typed) }} />
          <span className={classes['here']} style={{ width: share(here) }} />
        </div>
        <span>
          {formatQuantity(roundTo(here, 4))} of {units(total, formatQuantity(roundTo(total, 4)))} received
        </span>
      </div>
      <p className={classes['quiet']}>
        <Link to={`/purchase-orders/${order.id}`}>Open order</Link>
        {order.expected_date && ` · expected ${dayText(order.expected_date)}`}
        {order.notes && ` · ${order.notes}`}
      </p>
    </div>
  )
}
