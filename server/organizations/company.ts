import type { Currency } from '../../contract/currencies.ts'
import { type PaperSize, usualPaperSize } from '../../contract/printed-documents.ts'
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
  currency: Currency
  payment_terms_days: number | null
  paper_size: PaperSize
  logo: Logo | null
}

type Row = Omit<Company, 'paper_size' | 'logo'> & { paper_size: PaperSize | 'auto' }

/** The organization's company settings; without them, its name and empty texts. */
export async function companyOf(tx: Tx, actor: Pick<Actor, 'org_id'>): Promise<Company> {
  const [row, logo] = await Promise.all([settingsOf(tx, actor), logoOf(tx, actor)])
  const paper_size = row.paper_size === 'auto' ? usualPaperSize(row.time_zone) : row.paper_size
  return { ...row, paper_size, logo: logo ?? null }
}

function settingsOf(tx: Tx, actor: Pick<Actor, 'org_id'>): Promise<Row> {
  return tx.one(sql<Row>`
    select coalesce(nullif(s.company_name, ''), o.name) as name, coalesce(s.company_email, '') as email,
      coalesce(s.company_phone, '') as phone, coalesce(s.company_address, '') as address,
      coalesce(s.company_tax_id, '') as tax_id, coalesce(s.company_website, '') as website, o.time_zone, o.currency,
      s.payment_terms_days, coalesce(s.paper_size, 'auto') as paper_size
    from organizations o
    left join organization_settings s on s.org_id = o.org_id
    where o.org_id = ${actor.org_id}`)
}

/** The head of a document. */
export function letterhead({ name, address, phone, email, website, tax_id, time_zone, paper_size, logo }: Company) {
  return { name, lines: [address, phone, email, website, tax_id], time_zone, paper_size, ...(logo ? { logo } : {}) }
}
