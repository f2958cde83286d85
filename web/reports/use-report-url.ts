import { type Report, reports } from '../../contract/reports.ts'
import { useUrlState } from '../kit/url-state.ts'

const defaults = { report: 'inventory', sort: '', type: '', product: '', from: '', to: '' }
type Url = Record<keyof typeof defaults, string>

/** The state of a report's screen besides the moment: it is in the address. */
export type ReportUrl = Readonly<{ url: Url; setUrl: (patch: Partial<Url>) => void }>

/** The chosen report, its sort and filters. Another report starts with its own sort and no filters. */
export function useReportUrl(): ReportUrl & Readonly<{ report: Report; choose: (report: Report) => void }> {
  const [url, setUrl] = useUrlState(defaults)
  const report = reports.find((one) => one === url.report) ?? 'inventory'
  return { url, setUrl, report, choose: (next) => setUrl({ ...defaults, report: next }) }
}

/** The sort in an address, if the report has it. */
export function validSort<Sort extends string>(sorts: readonly Sort[], sort: string): Sort | undefined {
  return sorts.find((one) => one === sort)
}

/** A day in an address; undefined for none or a partly typed one. */
export function validDay(day: string): string | undefined {
  return /^\d{4}-\d\d-\d\d$/.test(day) && day >= '1970' ? day : undefined
}
