import type { Tx } from '../platform/db.ts'
import type { Actor } from '../platform/endpoint.ts'
import { sql } from '../platform/sql.ts'

/** Whose documents these are, and in which days it counts. */
export type Company = {
  name: string
  email: string
  phone: string
  address: string
  tax_id: string
  website: string
  time_zone: string
}

export function companyOf(tx: Tx, actor: Pick<Actor, 'org_id'>): Promise<Company> {
  return tx.one(sql<Company>`
    select coalesce(nullif(s.company_name, ''), o.name) as name, coalesce(s.company_email, '') as email,
      coalesce(s.company_phone, '') as phone, coalesce(s.company_address, '') as address,
      coalesce(s.company_tax_id, '') as tax_id, coalesce(s.company_website, '') as website, o.time_zone
    from organizations o
    left join organization_settings s on s.org_id = o.org_id
    where o.org_id = ${actor.org_id}`)
}

/** The head of a document. */
export function letterhead({ name, address, phone, email, website, tax_id, time_zone }: Company) {
  return { name, lines: [address, phone, email, website, tax_id], time_zone }
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
