import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import {
  IconArrowBackUp,
  IconCash,
  IconCashBanknote,
  IconMail,
  IconPackageImport,
  IconSend,
  IconShare2,
  IconX,
} from '@tabler/icons-react'
import { counted } from '../../contract/counted-nouns.ts'
import { readMe } from '../../contract/me.ts'
import type { PurchaseOrder } from '../../contract/purchase-orders.ts'
import { type DocumentAction, DocumentActions } from '../orders/document-actions.tsx'
import { StatusMenu } from '../orders/status-menu.tsx'
import { useRead } from '../kit/api.ts'
import { useGo } from '../kit/use-go.ts'
import { useMay } from '../kit/use-may.ts'
import { ShareDialog } from '../sharing/share-dialog.tsx'
import { Link } from '../ui/link.tsx'
import { orderStatusLabels, orderStatusTones } from './labels.ts'
import { MailDialog } from './mail-dialog.tsx'
import { printOrder } from './print-order.ts'
import { outstanding } from './purchase-document.ts'
import { mayAct, type OrderActions } from './use-order-actions.tsx'

type ActionsProps = Readonly<{
  order: PurchaseOrder
  /** Null if the reader can't change the order. */
  actions: OrderActions | null
}>

/** The status of an order; its menu has its possible next ones. */
export function PurchaseStatusMenu({ order, actions }: ActionsProps) {
  const steps = [
    { action: 'submit', label: 'Submit Order', run: actions?.submit },
    { action: 'reopen', label: 'Back to draft', run: actions?.reopen },
    { action: 'cancel', label: 'Cancel order', run: actions?.cancel },
  ] as const
  const choices = steps.flatMap(({ action, label, run }) =>
    run && mayAct(order, action) ? [{ label, danger: action === 'cancel', onClick: () => void run(order) }] : [],
  )
  return (
    <StatusMenu
      label={orderStatusLabels[order.status]}
      tone={orderStatusTones[order.status]}
      choices={choices}
      pending={actions?.pending ?? false}
    />
  )
}

/** Printing, editing, and rarer actions. */
export function PurchaseActions({ order, actions, onEdit }: ActionsProps & { onEdit: (() => void) | null }) {
  const [mailing, mail] = useDisclosure(false)
  const [sharing, share] = useDisclosure(false)
  const canMail = useRead(readMe, {}).data?.can_mail === true
  const { id, order_number: number } = order
  const mayShare = useMay('sharing.write') === true && !order.concerns_other_locations
  const mayReceive = useMay('receiving.write') === true
  const go = useGo()
  const offered: (DocumentAction | false)[] = [
    actions !== null && canMail && mayAct(order, 'mail') && { label: 'Email', icon: IconMail, onClick: mail.open },
    mayShare && { label: 'Share', icon: IconShare2, onClick: share.open },
    mayReceive &&
      order.status === 'received' && {
        label: 'Receive extra units',
        icon: IconPackageImport,
        onClick: () => go(`/receiving?order=${id}`),
      },
    actions !== null &&
      mayAct(order, 'reopen') && {
        label: 'Back to draft',
        icon: IconArrowBackUp,
        onClick: () => void actions.reopen(order),
      },
    actions !== null &&
      mayAct(order, 'cancel') && {
        label: 'Cancel order',
        icon: IconX,
        danger: true,
        onClick: () => void actions.cancel(order),
      },
  ]
  return (
    <>
      <DocumentActions
        order_number={number}
        papers={[{ label: 'Print', onClick: () => void printOrder(id) }]}
        onEdit={onEdit}
        more={offered.filter((action) => action !== false)}
        besideLongStep={mayReceive && order.open_lines > 0 && actions !== null && paysOrRefunds(order)}
      />
      <MailDialog order={order} opened={mailing} onClose={mail.close} />
      <ShareDialog document={{ kind: 'purchase', id, number, email: null }} opened={sharing} onClose={share.close} />
    </>
  )
}

/** Whether a button for money is beside the next step. */
const paysOrRefunds = (order: PurchaseOrder) => mayAct(order, 'pay') || mayAct(order, 'refund')

/**
 * The next step, as the filled button: placing a draft, by paying it unless it is bought on account, then receiving,
 * then the balance. Beside it, recording a refund that is due.
 */
export function PurchaseNextStep({ order, actions }: ActionsProps) {
  const mayReceive = useMay('receiving.write') === true && order.open_lines > 0
  const off = actions?.pending ?? false
  const mayPay = actions !== null && mayAct(order, 'pay')
  const maySubmit = actions !== null && mayAct(order, 'submit')
  const mayRefund = actions !== null && mayAct(order, 'refund')
  if (!mayReceive && !mayPay && !mayRefund && !maySubmit) return null
  const left = outstanding(order)
  return (
    <>
      {mayPay && (
        <Button
          variant={mayReceive || maySubmit ? 'default' : 'filled'}
          leftSection={<IconCash size={16} stroke={1.7} />}
          disabled={off}
          onClick={() => void actions?.pay(order)}
        >
          Complete Payment
        </Button>
      )}
      {mayRefund && (
        <Button
          variant="default"
          leftSection={<IconCashBanknote size={16} stroke={1.7} />}
          disabled={off}
          onClick={() => void actions?.refund(order)}
        >
          Record Refund
        </Button>
      )}
      {maySubmit && (
        <Button
          leftSection={<IconSend size={16} stroke={1.7} />}
          disabled={off}
          onClick={() => void actions?.submit(order)}
        >
          Submit Order
        </Button>
      )}
      {mayReceive && (
        <Button
          component={Link}
          to={`/receiving?order=${order.id}`}
          leftSection={<IconPackageImport size={16} stroke={1.7} />}
        >
          {left === null ? 'Receive Items' : `Receive ${counted(left, 'unit')}`}
        </Button>
      )}
    </>
  )
}
