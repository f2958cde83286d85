import type { SalesOrder } from '../../../contract/sales-orders.ts'
import type { CustomerQuestion } from '../../../contract/customer-questions.ts'
import type { Company } from '../../organizations/company.ts'

export type ShippedLine = Readonly<{
  shipment_id: string
  /** Null if the order's line was removed after the shipment failed. */
  sales_order_item_id: string | null
  product_name: string
  quantity: number
}>

export type CustomerView = Readonly<{
  /** `/customer/…`: the prefix of the page's addresses. */
  base: string
  order: SalesOrder
  shippedLines: readonly ShippedLine[]
  company: Company
  /** The due date, if there is one. */
  due: string | null
  questions: readonly CustomerQuestion[]
  expires_at: string
  /** A new id for the form: the same question sent twice is one. */
  formId: string
  /** Input that was sent and refused, to be corrected. */
  draft?: { question: string; problem: string }
  /** The question was sent just now. */
  isSent?: boolean
}>
