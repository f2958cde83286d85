import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { mailPurchaseOrder } from '../../contract/purchase-mails.ts'
import type { PurchaseOrder } from '../../contract/purchase-orders.ts'
import { readSupplier } from '../../contract/suppliers.ts'
import { useRead } from '../kit/api.ts'
import { CommandForm } from '../kit/command-form.tsx'
import { Dialog } from '../kit/dialog.tsx'
import { idTaken } from '../kit/id-taken.ts'
import { newId } from '../kit/new-id.ts'
import { toastDone } from '../kit/toast.tsx'
import { useFields } from '../kit/use-fields.ts'
import { useSubmit } from '../kit/use-submit.ts'

type MailDialogProps = Readonly<{ order: PurchaseOrder; opened: boolean; onClose: () => void }>

/** Emails an order to its supplier, as PDF. */
export function MailDialog({ order, opened, onClose }: MailDialogProps) {
  const supplier = useRead(readSupplier, { id: order.supplier_id }, { enabled: opened })
  // The form starts with the supplier's address; if it can't be read, it's typed.
  const isReady = supplier.data !== undefined || supplier.error !== null
  return (
    <Dialog title={`Email ${order.order_number}`} opened={opened && isReady} onClose={onClose}>
      <MailForm order={order} email={supplier.data?.email ?? null} onClose={onClose} />
    </Dialog>
  )
}

type MailFormProps = Readonly<{ order: PurchaseOrder; email: string | null; onClose: () => void }>

function MailForm({ order, email, onClose }: MailFormProps) {
  // One email, however often it is retried.
  const [id] = useState(() => newId())
  const fields = useFields(mailPurchaseOrder, {
    initial: { id, recipient: email ?? '' },
    toInput: (values) => ({ purchase_order_id: order.id, ...values }),
  })
  const state = useSubmit(fields, {
    fallback: 'The email couldn’t be sent',
    onIdTaken: idTaken('An email was already sent, with what you entered before. Send adds a second one.'),
    onDone: (_order, { recipient }) => {
      toastDone(`${order.order_number} sent to ${recipient}`)
      onClose()
    },
  })
  return (
    <CommandForm state={state} submitLabel="Send" pendingLabel="Sending..." onCancel={onClose}>
      <TextInput
        label="To"
        type="email"
        required
        autoComplete="off"
        description={
          email === null
            ? `${order.supplier_name} has no email address.`
            : `${order.supplier_name} receives the order as PDF.`
        }
        data-autofocus
        {...state.field('recipient')}
      />
    </CommandForm>
  )
}
