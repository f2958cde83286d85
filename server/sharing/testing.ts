import { createPurchaseOrderShare, createSalesOrderShare } from '../../contract/sharing.ts'
import type { Client, TestApp } from '../testing/app.ts'

/** The address of a new link, below the server's: `/customer/…`. */
export async function sharedPath(me: Client, opener: 'customer' | 'supplier', id: string): Promise<string> {
  const more = { expires_in_days: 30 }
  const { link } = await (opener === 'customer'
    ? me.call(createSalesOrderShare, { sales_order_id: id, ...more })
    : me.call(createPurchaseOrderShare, { purchase_order_id: id, ...more }))
  return new URL(link ?? '').pathname
}

export type Opened = { status: number; body: string; headers: Headers }

/** The public response of an address. */
export async function opened({ url }: Pick<TestApp, 'url'>, path: string, init: RequestInit = {}): Promise<Opened> {
  const answer = await fetch(url + path, { redirect: 'manual', ...init })
  return { status: answer.status, body: await answer.text(), headers: answer.headers }
}

/** Sends a form as a browser does from our own page, whose forms have no origin. */
export function sentForm(
  app: Pick<TestApp, 'url'>,
  path: string,
  fields: Record<string, string> | URLSearchParams,
  headers: Record<string, string> = {},
): Promise<Opened> {
  return opened(app, path, {
    method: 'POST',
    headers: { origin: 'null', 'sec-fetch-site': 'same-origin', ...headers },
    body: new URLSearchParams(fields),
  })
}

/** The fields of a page's form, by name, with the values that a browser would send. */
export function formFields(page: string): Record<string, string> {
  const fields: Record<string, string> = {}
  for (const [input] of page.matchAll(/<input\b[^>]*>/g)) {
    const name = /\bname="([^"]*)"/.exec(input)?.[1]
    if (name) fields[name] = /\bvalue="([^"]*)"/.exec(input)?.[1] ?? ''
  }
  return fields
}
