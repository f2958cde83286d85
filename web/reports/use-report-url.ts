import { type Report, reports } from '../../contract/reports.ts'
import { useUrlState } from '../kit/url-state.ts'

const defaults = { report: 'inventory', sort: '', type: '', product: '', from: '', to: '' }
type Url = Record<keyof typeof defaults, string>

/** What a report's screen shows, besides the moment: it stands in the address. */
export type ReportUrl = Readonly<{ url: Url; setUrl: (patch: Partial<Url>) => void }>

/**
 * Which report is shown, and how it is sorted and narrowed. Another report starts with its own order and no filters.
 */
export function useReportUrl(): ReportUrl & Readonly<{ report: Report; choose: (report: Report) => void }> {
  const [url, setUrl] = useUrlState(defaults)
  const report = reports.find((one) => one === url.report) ?? 'inventory'
  return { url, setUrl, report, choose: (next) => setUrl({ ...defaults, report: next }) }
}

/** The sort of an address, when the report has it. */
export function knownSort<Sort extends string>(sorts: readonly Sort[], sort: string): Sort | undefined {
  return sorts.find((one) => one === sort)
}

/** A day of an address; undefined for none, and for one half typed. */
export function knownDay(day: string): string | undefined {
  return /^\d{4}-\d\d-\d\d$/.test(day) && day >= '1970' ? day : undefined
}
