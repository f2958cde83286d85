import type { Page } from '@playwright/test'
import { listPurchaseOrders } from '../../contract/purchase-orders.ts'
import { listReceipts } from '../../contract/receiving.ts'
import { listSalesOrders } from '../../contract/sales-orders.ts'
import type { Person } from '../../e2e/support/person.ts'
import type { SharedLinks } from './teamwork.ts'

export type Screen = Readonly<{
  name: string
  who: 'full' | 'empty' | 'stranger'
  path: (who: Person | null, links: SharedLinks) => string | Promise<string>
  /** What a person does before the picture is taken. */
  prepare?: (page: Page) => Promise<void>
  /** Something covers the screen: only the visible part is shown. */
  opened?: true
  /** Made by the server, without the app around it. */
  plain?: true
}>

export const at = (path: string) => () => path

export const partlyReceived = async (who: Person | null) => {
  const found = await who?.call(listPurchaseOrders, { status: 'partial' })
  return found?.items[0]?.id
}

export const newestReceipt = async (who: Person | null) => {
  const found = await who?.call(listReceipts, {})
  return `/receiving/${found?.items[0]?.id}`
}

/** The order of which part is gone, part waits to leave and part waits for goods. */
export const longStory = async (who: Person | null) => {
  const found = await who?.call(listSalesOrders, { search: 'Hungry' })
  return found?.items[0]
}

/** A proxy's page instead of an answer. */
const fault = { status: 403, contentType: 'text/html', body: '<h1>Forbidden</h1>' }

/** Reopens a screen, with these responses of the server failing. */
export async function failing(page: Page, answers: RegExp): Promise<void> {
  await page.route(answers, (route) => route.fulfill(fault))
  await page.reload()
  await page.getByRole('button', { name: 'Try again' }).first().waitFor()
}
