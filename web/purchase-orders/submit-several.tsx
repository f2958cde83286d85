import { Button } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import { byCount, counted } from '../../contract/counted-nouns.ts'
import { sumAmounts } from '../../contract/money.ts'
import {
  checkPurchaseOrderSubmissions,
  reopenPurchaseOrders,
  submitPurchaseOrders,
} from '../../contract/purchase-order-submissions.ts'
import type { PurchaseOrderSummary } from '../../contract/purchase-orders.ts'
import { call } from '../kit/call.ts'
import { cannot } from '../kit/cannot.tsx'
import { confirm } from '../kit/confirm.tsx'
import { type Kept, KeptList, PlanText } from '../kit/kept-list.tsx'
import { toastDone, toastFailed } from '../kit/toast.tsx'
import { act } from '../kit/use-command.ts'
import { useMay } from '../kit/use-may.ts'
import { formatMoney } from '../ui/money.ts'
import { type SubmissionPlan, submissionPlan } from './submission-plan.ts'

type Orders = readonly PurchaseOrderSummary[]

/** Submits the drafts among the selected orders; `onDone` follows when they are. */
export function SubmitSeveral({ orders, onDone }: { orders: Orders; onDone: () => void }) {
  const mayOrder = useMay(submitPurchaseOrders) === true
  const drafts = orders.filter((order) => order.status === 'draft' && !order.concerns_other_locations)
  if (!mayOrder || drafts.length === 0) return null
  return (
    <Button
      size="compact-md"
      leftSection={<IconSend size={15} stroke={1.8} />}
      onClick={() => void submit(drafts, orders.length - drafts.length).then((isDone) => isDone && onDone())}
    >
      Submit
    </Button>
  )
}

/** Checks each draft, says which can be submitted, and submits those. Returns whether it did. */
async function submit(drafts: Orders, others: number): Promise<boolean> {
  try {
    const { orders: checked } = await call(checkPurchaseOrderSubmissions, { order_ids: drafts.map(({ id }) => id) })
    const plan = submissionPlan(drafts, checked)
    if (!(await ask(plan, others))) return false
    const { orders } = await act(submitPurchaseOrders, {
      orders: plan.submitted.map(({ id, version }) => ({ id, version })),
    })
    const done = { one: '{count} order is ordered', other: '{count} orders are ordered' }
    const undone = { one: '{count} order moved back to draft', other: '{count} orders moved back to draft' }
    toastDone(byCount(orders.length, done), {
      undo: () => act(reopenPurchaseOrders, { orders }),
      undone: byCount(orders.length, undone),
    })
    return true
  } catch (error) {
    toastFailed(error, 'Failed to submit the orders')
    return false
  }
}

async function ask({ submitted, kept }: SubmissionPlan, others: number): Promise<boolean> {
  if (submitted.length === 0) {
    cannot({ title: `Can’t submit ${counted(kept.length, 'order')}`, text: <KeptList kept={kept} />, ways: [] })
    return false
  }
  const label = `Submit ${counted(submitted.length, 'order')}`
  const total = sumAmounts(submitted.map(({ total_amount }) => total_amount))
  return confirm({
    title: `${label}?`,
    text: <Plan total={total} kept={kept} others={others} />,
    confirmLabel: label,
  })
}

function Plan({ total, kept, others }: { total: number; kept: readonly Kept[]; others: number }) {
  return (
    <PlanText>
      <p>{`Total ${formatMoney(total)}. The items become incoming; suppliers aren’t emailed.`}</p>
      {others > 0 && (
        <p>
          {byCount(others, {
            one: '{count} other selected order isn’t a draft and stays as it is.',
            other: '{count} other selected orders aren’t drafts and stay as they are.',
          })}
        </p>
      )}
      {kept.length > 0 && (
        <>
          <p>
            {byCount(kept.length, {
              one: '{count} draft can’t be submitted now and stays:',
              other: '{count} drafts can’t be submitted now and stay:',
            })}
          </p>
          <KeptList kept={kept} />
        </>
      )}
    </PlanText>
  )
}
