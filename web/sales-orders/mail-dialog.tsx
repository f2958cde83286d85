import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { mailSalesOrder } from '../../contract/sales-mails.ts'
import type { SalesOrder } from '../../contract/sales-orders.ts'
import { type SalesDocument, salesDocuments, salesDocumentTitles } from '../../contract/sales-documents.ts'
import { isOpenSale } from '../../contract/sales-order-statuses.ts'
import { CommandForm } from '../kit/command-form.tsx'
import { Dialog } from '../kit/dialog.tsx'
import { idTaken } from '../kit/id-taken.ts'
import { newId } from '../kit/new-id.ts'
import { toastDone } from '../kit/toast.tsx'
import { useFields } from '../kit/use-fields.ts'
import { useSubmit } from '../kit/use-submit.ts'
import { Select } from '../ui/select.tsx'

type MailDialogProps = Readonly<{ order: SalesOrder; opened: boolean; onClose: () => void }>

/** A cancelled order isn't confirmed. */
const documentsOf = ({ status }: SalesOrder) =>
  salesDocuments
    .filter((value) => value !== 'confirmation' || status !== 'cancelled')
    .map((value) => ({ value, label: salesDocumentTitles[value] }))

/** Emails a document of an order to its customer, as PDF. */
export function MailDialog({ order, opened, onClose }: MailDialogProps) {
  return (
    <Dialog title={`Email ${order.order_number}`} opened={opened} onClose={onClose}>
      <MailForm order={order} onClose={onClose} />
    </Dialog>
  )
}

function MailForm({ order, onClose }: Omit<MailDialogProps, 'opened'>) {
  // One email, however often it is retried.
  const [id] = useState(() => newId())
  const fields = useFields(mailSalesOrder, {
    initial: {
      id,
      document: (isOpenSale(order.status) ? 'confirmation' : 'invoice') as SalesDocument,
      recipient: order.customer_email ?? '',
    },
    toInput: (values) => ({ sales_order_id: order.id, ...values }),
  })
  const state = useSubmit(fields, {
    fallback: 'The email couldn’t be sent',
    onIdTaken: idTaken('An email was already sent, with what you entered before. Send adds a second one.'),
    onDone: (_order, { document, recipient }) => {
      toastDone(`${salesDocumentTitles[document]} sent to ${recipient}`)
      onClose()
    },
  })
  return (
    <CommandForm state={state} submitLabel="Send" pendingLabel="Sending..." onCancel={onClose}>
      <Select label="Document" required allowDeselect={false} data={documentsOf(order)} {...state.field('document')} />
      <TextInput
        label="To"
        type="email"
        required
        autoComplete="off"
        description={order.customer_email ? undefined : `This order has no email address for ${order.customer_name}.`}
        data-autofocus
        {...state.field('recipient')}
      />
    </CommandForm>
  )
}
