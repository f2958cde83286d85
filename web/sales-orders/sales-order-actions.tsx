import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import {
  IconArrowBackUp,
  IconCashBanknote,
  IconCircleCheck,
  IconMail,
  IconPlus,
  IconShare2,
  IconTruck,
  IconTruckDelivery,
  IconX,
} from '@tabler/icons-react'
import { readMe } from '../../contract/me.ts'
import type { SalesOrder } from '../../contract/sales-orders.ts'
import { salesDocuments, salesDocumentTitles } from '../../contract/sales-documents.ts'
import { salesOrderStatuses } from '../../contract/sales-order-statuses.ts'
import { type DocumentAction, DocumentActions } from '../orders/document-actions.tsx'
import { StatusMenu } from '../orders/status-menu.tsx'
import { useRead } from '../kit/api.ts'
import { useMay } from '../kit/use-may.ts'
import { ShareDialog } from '../sharing/share-dialog.tsx'
import { CreateShipmentDialog } from '../shipments/create-shipment-dialog.tsx'
import { moveShipment } from '../shipments/shipment-actions.ts'
import { salesStatusLabels, salesStatusTones } from './labels.ts'
import { MailDialog } from './mail-dialog.tsx'
import { nextStep, type NextStep } from './next-step.ts'
import { PaymentDialog } from './payment-dialog.tsx'
import { printSale } from './print-sale.ts'
import { RefundDialog } from './refund-dialog.tsx'
import { ReturnDialog } from './return-dialog.tsx'
import { returnableOf } from './returnable-rows.ts'
import type { useSalesStatus } from './use-sales-status.ts'

type Status = ReturnType<typeof useSalesStatus>

type StatusMenuProps = Readonly<{ order: SalesOrder; status: Status; mayChange: boolean }>

/** The status of an order; its menu has all other ones, as far as stock allows. */
export function SalesStatusMenu({ order, status, mayChange }: StatusMenuProps) {
  const choices = salesOrderStatuses.map((one) => ({
    label: salesStatusLabels[one],
    chosen: one === order.status,
    danger: one === 'cancelled' && order.status !== one,
    onClick: () => void status.change(order, one),
  }))
  return (
    <StatusMenu
      label={salesStatusLabels[order.status]}
      tone={salesStatusTones[order.status]}
      choices={mayChange ? choices : []}
      pending={status.pending}
    />
  )
}

type SalesActionsProps = Readonly<{ order: SalesOrder; status: Status; onEdit: (() => void) | null }>

/** Printing, editing, and rarer actions. */
export function SalesActions({ order, status, onEdit }: SalesActionsProps) {
  const [returning, giveBack] = useDisclosure(false)
  const [mailing, mail] = useDisclosure(false)
  const [sharing, share] = useDisclosure(false)
  const [paying, pay] = useDisclosure(false)
  const canMail = useRead(readMe, {}).data?.can_mail === true
  const mayOrder = useMay('orders.write') === true
  const mayShip = useMay('shipping.write') === true
  const mayShare = useMay('sharing.write') === true && !order.concerns_other_locations
  const { lines, order_number: number, customer_email: email } = order
  const mayReturn = mayOrder && !order.shipped_elsewhere && lines.some((line) => returnableOf(line) > 0)
  const offered: (DocumentAction | false)[] = [
    onEdit !== null && paysInMenu(order) && { label: 'Add Payment', icon: IconPlus, onClick: pay.open },
    mayReturn && { label: 'Return goods', icon: IconArrowBackUp, onClick: giveBack.open },
    mayOrder && canMail && { label: 'Email', icon: IconMail, onClick: mail.open },
    mayShare && { label: 'Share', icon: IconShare2, onClick: share.open },
    onEdit !== null &&
      order.status !== 'cancelled' && {
        label: 'Cancel order',
        icon: IconX,
        danger: true,
        onClick: () => void status.change(order, 'cancelled'),
      },
  ]
  return (
    <>
      <DocumentActions
        order_number={number}
        papers={salesDocuments.map((document) => ({
          label: salesDocumentTitles[document],
          onClick: () => void printSale(order, document),
        }))}
        onEdit={onEdit}
        more={offered.filter((action) => action !== false)}
        besideLongStep={mayShip && nextStep(order)?.kind === 'move'}
      />
      <PaymentDialog order={order} opened={paying} onClose={pay.close} />
      <ReturnDialog order={order} opened={returning} onClose={giveBack.close} />
      <MailDialog order={order} opened={mailing} onClose={mail.close} />
      <ShareDialog document={{ kind: 'sales', id: order.id, number, email }} opened={sharing} onClose={share.close} />
    </>
  )
}

/** Money can be refunded and none is due: adding a payment is unlikely and in the menu, so that the rest fits. */
const paysInMenu = ({ status, amount_due, refundable_amount }: SalesOrder) =>
  status !== 'cancelled' && amount_due === 0 && refundable_amount > 0

/**
 * Adding a payment, unless the order was cancelled and nothing is due; recording a refund, if money can be refunded;
 * and the next step with its quantity. A dialog stays open, with what was typed, when a colleague's change removes its
 * button.
 */
export function SalesNextStep({ order, mayWrite }: { order: SalesOrder; mayWrite: boolean }) {
  const [paying, pay] = useDisclosure(false)
  const [refunding, refund] = useDisclosure(false)
  const [shipping, ship] = useDisclosure(false)
  const mayShip = useMay('shipping.write') === true
  const step = mayShip ? nextStep(order) : null
  const mayPay = mayWrite && !paysInMenu(order) && (order.status !== 'cancelled' || order.amount_due > 0)
  const mayRefund = mayWrite && order.refundable_amount > 0
  const paysNext = step === null && order.amount_due > 0
  return (
    <>
      {mayPay && (
        <Button
          variant={paysNext ? 'filled' : 'default'}
          leftSection={<IconPlus size={16} stroke={1.8} />}
          onClick={pay.open}
        >
          Add Payment
        </Button>
      )}
      {mayRefund && (
        <Button variant="default" leftSection={<IconCashBanknote size={16} stroke={1.8} />} onClick={refund.open}>
          Record Refund
        </Button>
      )}
      {step && <Step step={step} onShip={ship.open} />}
      <PaymentDialog order={order} opened={paying} onClose={pay.close} />
      <RefundDialog order={order} opened={refunding} onClose={refund.close} />
      <CreateShipmentDialog order_id={order.id} opened={shipping} onClose={ship.close} />
    </>
  )
}

function Step({ step, onShip }: { step: NextStep; onShip: () => void }) {
  if (step.kind === 'ship')
    return (
      <Button leftSection={<IconTruck size={16} stroke={1.7} />} onClick={onShip}>
        {step.label}
      </Button>
    )
  const StepIcon = step.to === 'delivered' ? IconCircleCheck : IconTruckDelivery
  return (
    <Button leftSection={<StepIcon size={16} stroke={1.7} />} onClick={() => void moveShipment(step.shipment, step.to)}>
      {step.label}
    </Button>
  )
}
