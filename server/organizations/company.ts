import { type PaperSize, usualPaperSize } from '../../contract/papers.ts'
import type { Tx } from '../platform/db.ts'
import type { Actor } from '../platform/endpoint.ts'
import { sql } from '../platform/sql.ts'
import { type Logo, logoOf } from './logo.ts'

/** The company on documents, and the time zone of its days. */
export type Company = {
  name: string
  email: string
  phone: string
  address: string
  tax_id: string
  website: string
  time_zone: string
  payment_terms_days: number | null
  paper_size: PaperSize
  logo: Logo | null
}

type Row = Omit<Company, 'paper_size' | 'logo'> & { paper_size: PaperSize | 'auto' }

export async function companyOf(tx: Tx, actor: Pick<Actor, 'org_id'>): Promise<Company> {
  const [row, logo] = await Promise.all([settingsOf(tx, actor), logoOf(tx, actor)])
  const paper_size = row.paper_size === 'auto' ? usualPaperSize(row.time_zone) : row.paper_size
  return { ...row, paper_size, logo: logo ?? null }
}

function settingsOf(tx: Tx, actor: Pick<Actor, 'org_id'>): Promise<Row> {
  return tx.one(sql<Row>`
    select coalesce(nullif(s.company_name, ''), o.name) as name, coalesce(s.company_email, '') as email,
      coalesce(s.company_phone, '') as phone, coalesce(s.company_address, '') as address,
      coalesce(s.company_tax_id, '') as tax_id, coalesce(s.company_website, '') as website, o.time_zone,
      s.payment_terms_days, coalesce(s.paper_size, 'auto') as paper_size
    from organizations o
    left join organization_settings s on s.org_id = o.org_id
    where o.org_id = ${actor.org_id}`)
}

/** The head of a document. */
export function letterhead({ name, address, phone, email, website, tax_id, time_zone, paper_size, logo }: Company) {
  return { name, lines: [address, phone, email, website, tax_id], time_zone, paper_size, ...(logo ? { logo } : {}) }
}

/** A moment as a day of the organization: `24 Dec 2026`. */
export function dayOf(moment: string | Date, { time_zone }: Pick<Company, 'time_zone'>): string {
  return new Intl.DateTimeFormat('en-GB', {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: time_zone,
  }).format(new Date(moment))
}

/** A day that has no time zone, as it is kept (`2026-12-24`): 24 December is that day everywhere. */
export function dayText(day: string): string {
  return dayOf(`${day}T00:00:00Z`, { time_zone: 'UTC' })
}

/** The day this many days after a moment, in the organization's days: `23 Jan 2027`. */
export function dayAfter(moment: string, days: number, { time_zone }: Pick<Company, 'time_zone'>): string {
  const [year = 0, month = 1, day = 1] = new Intl.DateTimeFormat('en-CA', { timeZone: time_zone })
    .format(new Date(moment))
    .split('-')
    .map(Number)
  return dayOf(new Date(Date.UTC(year, month - 1, day + days)), { time_zone: 'UTC' })
}
