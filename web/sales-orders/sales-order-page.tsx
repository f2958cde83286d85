import { Alert, Button, Menu } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import {
  IconAlertCircle,
  IconArrowBackUp,
  IconChevronDown,
  IconMail,
  IconPrinter,
  IconTruck,
} from '@tabler/icons-react'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { readMe } from '../../contract/members.ts'
import { printSalesOrder, readSalesOrder, type SalesOrder, updateSalesOrder } from '../../contract/sales-orders.ts'
import { type SalesDocument, salesDocuments, salesDocumentTitles } from '../../contract/sales-documents.ts'
import type { SalesOrderStatus } from '../../contract/sales-order-statuses.ts'
import { Comments } from '../comments/comments.tsx'
import { partOfOrder } from '../orders/part-of-order.ts'
import shared from '../orders/orders.module.css'
import { download, useRead } from '../kit/api.ts'
import { confirm } from '../kit/confirm.tsx'
import { RecordPage } from '../kit/record-page.tsx'
import { toastDone, toastFailed } from '../kit/toast.tsx'
import { useConflict } from '../kit/use-conflict.ts'
import { useDraft } from '../kit/use-draft.ts'
import { useFields } from '../kit/use-fields.ts'
import { useSubmit } from '../kit/use-submit.ts'
import { useGo } from '../kit/use-go.ts'
import { useMay } from '../kit/use-may.ts'
import { ShareButton } from '../sharing/share-button.tsx'
import { Link } from '../ui/link.tsx'
import { Moment } from '../ui/moment.tsx'
import { salesStatusLabels } from './labels.ts'
import { MailDialog } from './mail-dialog.tsx'
import { OrderAside } from './order-aside.tsx'
import { returnableOf, ReturnDialog } from './return-dialog.tsx'
import { SalesPayment, SalesStatus } from './sales-badges.tsx'
import { SalesOrderForm } from './sales-order-form.tsx'
import classes from './sales-orders.module.css'
import { changesGoods, mergeSales, salesError, salesInput, salesMovedOn, salesValuesOf } from './sales-values.ts'
import { useSalesStatus } from './use-sales-status.ts'

const back = { label: 'Sales Orders', to: '/sales-orders' }

/** One sales order: its form, what happened to it, and what comes next. */
export function SalesOrderPage() {
  const { id = '' } = useParams({ strict: false })
  const query = useRead(readSalesOrder, { id })
  return (
    <RecordPage
      breadcrumb={[back]}
      query={query}
      head={(order) => ({
        title: `${order.concerns_other_locations ? '' : 'Edit '}Sales Order ${order.order_number}`,
        subtitle: <Under order={order} />,
        badges: (
          <>
            <SalesStatus status={order.status} />
            <SalesPayment order={order} />
          </>
        ),
        actions: <HeadActions order={order} />,
      })}
      record={{ kind: 'sales_order', id }}
      notFound={{ title: 'Sales Order Not Found', back: { ...back, label: 'Back to Sales Orders' } }}
      failed="Failed to load sales order"
    >
      {(order) => <EditOrder key={order.id} order={order} />}
    </RecordPage>
  )
}

function Under({ order }: { order: SalesOrder }) {
  return (
    <>
      <Link to={`/sales-orders?customer=${order.customer_id}`}>{order.customer_name}</Link> ·{' '}
      <Moment at={order.order_date} as="dated" /> by {order.user_reference}
    </>
  )
}

async function print(order: SalesOrder, document: SalesDocument): Promise<void> {
  try {
    await download(printSalesOrder, { id: order.id, document })
  } catch (error) {
    toastFailed(error, 'The document could not be made')
  }
}

function HeadActions({ order }: { order: SalesOrder }) {
  const [returning, giveBack] = useDisclosure(false)
  const [mailing, mail] = useDisclosure(false)
  const canMail = useRead(readMe, {}).data?.can_mail === true
  const mayShip = useMay('shipping.write') === true
  const mayOrder = useMay('orders.write') === true
  const isPart = order.concerns_other_locations
  const mayReturn = mayOrder && !isPart && order.lines.some((line) => returnableOf(line) > 0)
  return (
    <div className={classes['headActions']} data-fill>
      {mayReturn && (
        <Button variant="default" leftSection={<IconArrowBackUp size={16} stroke={1.7} />} onClick={giveBack.open}>
          Return
        </Button>
      )}
      <Menu position="bottom-end">
        <Menu.Target>
          <Button
            variant="default"
            leftSection={<IconPrinter size={16} stroke={1.7} />}
            rightSection={<IconChevronDown size={14} stroke={2} />}
          >
            Print
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {salesDocuments.map((document) => (
            <Menu.Item key={document} onClick={() => void print(order, document)}>
              {salesDocumentTitles[document]}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      {mayOrder && canMail && (
        <Button variant="default" leftSection={<IconMail size={16} stroke={1.7} />} onClick={mail.open}>
          E-mail
        </Button>
      )}
      {!isPart && (
        <ShareButton
          document={{ kind: 'sales', id: order.id, number: order.order_number, email: order.customer_email }}
        />
      )}
      {mayShip && order.open_lines > 0 && (
        <Button component={Link} to={`/shipping?order=${order.id}`} leftSection={<IconTruck size={16} stroke={1.7} />}>
          Ship
        </Button>
      )}
      <ReturnDialog order={order} opened={returning} onClose={giveBack.close} />
      <MailDialog order={order} opened={mailing} onClose={mail.close} />
    </div>
  )
}

function EditOrder({ order }: { order: SalesOrder }) {
  const go = useGo()
  const [savingFirst, setSavingFirst] = useState(false)
  const status = useSalesStatus()
  const mayShip = useMay('shipping.write') === true
  const fields = useFields(updateSalesOrder, {
    initial: salesValuesOf(order),
    toInput: salesInput,
    readOnly: order.concerns_other_locations
      ? `${partOfOrder}${mayShip && order.open_lines > 0 ? ' You can ship what is at yours.' : ''}`
      : null,
    draft: useDraft(`sales-order ${order.id}`),
  })
  const conflict = useConflict(fields, {
    serverRecord: salesValuesOf(order),
    fromRecord: (record) => salesValuesOf(record as SalesOrder),
    lines: { together: mergeSales, canFastForward: salesMovedOn },
  })
  const state = useSubmit(fields, {
    conflict,
    summary: salesError,
    fallback: 'Failed to save sales order',
    onDone: ({ order_number }) => {
      toastDone(`${order_number} was saved`)
      go('/sales-orders')
    },
  })
  /** What ships is what the screen shows: changes to the goods are saved before the status is. */
  const changeStatus = async (next: SalesOrderStatus) => {
    if (!changesGoods(salesValuesOf(order), state.values)) return status.change(order, next)
    const sure = await confirm({
      title: 'Save your changes first?',
      text: `The items of ${order.order_number} have unsaved changes. Save them before changing the status to ${salesStatusLabels[next]}.`,
      confirmLabel: 'Save and continue',
      cancelLabel: 'Keep editing',
    })
    if (!sure) return
    const saved = await saveFirst()
    if (saved && !(await status.change(saved, next)))
      toastDone(`${order.order_number} was saved. Its status is still ${salesStatusLabels[saved.status]}.`)
  }
  const saveFirst = async () => {
    setSavingFirst(true)
    try {
      return await state.save()
    } finally {
      setSavingFirst(false)
    }
  }
  return (
    <div className={shared['page']}>
      <div className={shared['form']}>
        {status.failure && (
          <Alert role="alert" color="red" mb="md" icon={<IconAlertCircle size={18} stroke={1.7} />}>
            {status.failure}
          </Alert>
        )}
        <SalesOrderForm
          state={state}
          order={order}
          submitLabel="Update Order"
          onCancel={() => go('/sales-orders')}
          locked={savingFirst || status.pending}
          {...(state.allowed ? { onStatus: (next) => void changeStatus(next) } : {})}
        />
        <Comments record_type="sales_order" record_id={order.id} />
      </div>
      <OrderAside order={order} />
    </div>
  )
}
