import { Button, TextInput } from '@mantine/core'
import { IconMail } from '@tabler/icons-react'
import { useState } from 'react'
import {
  createPurchaseOrderShare,
  createSalesOrderShare,
  listPurchaseOrderShares,
  listSalesOrderShares,
  revokeShare,
  type Share,
} from '../../contract/sharing.ts'
import { useRead } from '../kit/api.ts'
import { CommandForm } from '../kit/command-form.tsx'
import { confirm } from '../kit/confirm.tsx'
import { CopyField } from '../kit/copy-field.tsx'
import { Dialog, ShownOnce } from '../kit/dialog.tsx'
import { ErrorState } from '../kit/error-state.tsx'
import { RowSkeletons } from '../kit/skeletons.tsx'
import { toastDone, toastFailed } from '../kit/toast.tsx'
import { act } from '../kit/use-command.ts'
import { useFields } from '../kit/use-fields.ts'
import { useSubmit } from '../kit/use-submit.ts'
import { Moment } from '../ui/moment.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import { dateText } from '../ui/time-text.ts'
import { mailTo } from './mail-to.ts'
import classes from './sharing.module.css'
import { Select } from '../ui/select.tsx'

/** An order, and the address that its link can be mailed to. */
export type SharedDocument = Readonly<{ kind: 'sales' | 'purchase'; id: string; number: string; email: string | null }>

type ShareDialogProps = Readonly<{ document: SharedDocument; opened: boolean; onClose: () => void }>

const words = {
  sales: {
    endpoint: createSalesOrderShare,
    text: 'Anyone with the link can see this order: its items, shipments and documents with the order’s notes, and ask you questions. They don’t need an account.',
    subject: 'Your order',
  },
  purchase: {
    endpoint: createPurchaseOrderShare,
    text: 'Anyone with the link can see this order and its PDF with the notes, confirm the delivery date and propose quantities. They don’t need an account.',
    subject: 'Purchase order',
  },
} as const

const lifetimes = [
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: '1 year' },
]

/** Creates private links to an order, and lists and revokes existing ones. */
export function ShareDialog({ document, opened, onClose }: ShareDialogProps) {
  return (
    <Dialog title={`Share ${document.number}`} opened={opened} onClose={onClose} size={560}>
      <ShareContent document={document} onDone={onClose} />
    </Dialog>
  )
}

function ShareContent({ document, onDone }: { document: SharedDocument; onDone: () => void }) {
  const [made, setMade] = useState<string | null>(null)
  return (
    <div className={classes['dialog']}>
      <p className={classes['text']}>{words[document.kind].text}</p>
      {made === null ? (
        <NewLink document={document} onMade={setMade} />
      ) : (
        <MadeLink document={document} link={made} onAnother={() => setMade(null)} onDone={onDone} />
      )}
      {document.kind === 'sales' ? <SalesOrderLinks id={document.id} /> : <PurchaseOrderLinks id={document.id} />}
    </div>
  )
}

function NewLink({ document: { kind, id }, onMade }: { document: SharedDocument; onMade: (link: string) => void }) {
  const fields = useFields(words[kind].endpoint, {
    initial: { label: '', expires_in_days: '30' },
    toInput: ({ label, expires_in_days }) => ({
      label,
      ...(kind === 'sales' ? { sales_order_id: id } : { purchase_order_id: id }),
      expires_in_days: Number(expires_in_days),
    }),
  })
  const state = useSubmit(fields, {
    fallback: 'Failed to create the link',
    // A repeated request can't show a link that was already created: it can be revoked in the list.
    onDone: ({ link }) => link !== null && onMade(link),
  })
  return (
    <CommandForm state={state} submitLabel="Create link" pendingLabel="Creating...">
      <TextInput
        label="For"
        description="Optional. Helps you tell links apart. Only your company sees it."
        placeholder={kind === 'sales' ? 'Accounting at the customer' : 'Sales at the supplier'}
        autoComplete="off"
        data-autofocus
        {...state.field('label')}
      />
      <Select label="Link expires after" allowDeselect={false} data={lifetimes} {...state.field('expires_in_days')} />
    </CommandForm>
  )
}

type MadeLinkProps = Readonly<{ document: SharedDocument; link: string; onAnother: () => void; onDone: () => void }>

function MadeLink({ document: { kind, number, email }, link, onAnother, onDone }: MadeLinkProps) {
  const mail = mailTo(email, { subject: `${words[kind].subject} ${number}`, text: link })
  return (
    <div className={classes['made']}>
      <ShownOnce />
      <CopyField label="Private link" value={link} description="Copy it now. You won’t see it again." />
      <div className={classes['buttons']}>
        <Button variant="default" onClick={onAnother}>
          Create another link
        </Button>
        <Button component="a" variant="default" href={mail} leftSection={<IconMail size={16} stroke={1.7} />}>
          Email link
        </Button>
        <Button onClick={onDone}>Done</Button>
      </div>
    </div>
  )
}

function SalesOrderLinks({ id }: { id: string }) {
  return <Links query={useRead(listSalesOrderShares, { sales_order_id: id })} />
}

function PurchaseOrderLinks({ id }: { id: string }) {
  return <Links query={useRead(listPurchaseOrderShares, { purchase_order_id: id })} />
}

type LinksQuery = Readonly<{ data: { items: Share[] } | undefined; error: unknown; refetch: () => unknown }>

function Links({ query }: { query: LinksQuery }) {
  const links = query.data?.items
  if (!links)
    return query.error ? (
      <ErrorState compact error={query.error} onRetry={() => void query.refetch()} />
    ) : (
      <RowSkeletons rows={1} />
    )
  if (links.length === 0) return null
  return (
    <section>
      <h3 className={classes['heading']}>Links to this order</h3>
      <ul className={classes['links']}>
        {links.map((link) => (
          <LinkRow key={link.id} link={link} />
        ))}
      </ul>
    </section>
  )
}

function LinkRow({
  link: { id, label, created_at, expires_at, is_expired, user_reference, last_opened_at },
}: {
  link: Share
}) {
  const revoke = async () => {
    const agreed = await confirm({
      title: label === null ? 'Revoke this link?' : `Revoke the link for ${label}?`,
      text: 'It stops working immediately, for everyone who has it.',
      confirmLabel: 'Revoke link',
      danger: true,
    })
    if (!agreed) return
    try {
      await act(revokeShare, { id })
      toastDone('Link revoked')
    } catch (error) {
      toastFailed(error, 'Failed to revoke the link')
    }
  }
  return (
    <li>
      <div className={classes['link']}>
        {label !== null && <strong className={classes['label']}>{label}</strong>}
        <span>
          Created <Moment at={created_at} as="dated" /> by {user_reference}
        </span>
        <span className={classes['note']}>
          {is_expired ? <StatusBadge tone="gray">Expired</StatusBadge> : `Works until ${dateText(expires_at)}`} ·{' '}
          {last_opened_at === null ? (
            'never opened'
          ) : (
            <>
              opened <Moment at={last_opened_at} />
            </>
          )}
        </span>
      </div>
      <Button variant="default" size="compact-md" onClick={() => void revoke()}>
        Revoke
      </Button>
    </li>
  )
}
