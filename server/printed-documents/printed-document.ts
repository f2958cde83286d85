import type { PaperSize } from '../../contract/printed-documents.ts'
import type { Cell, Column } from './table.ts'

export type Tone = 'green' | 'amber' | 'red' | 'gray'

/** A name and an address, below a heading: "Bill to". Empty lines are left out. */
export type Party = Readonly<{ label: string; lines: readonly string[] }>

/** The company that issues the document. */
export type Letterhead = Readonly<{
  name: string
  /** Address, phone and so on, below the name. */
  lines: readonly string[]
  time_zone: string
  paper_size: PaperSize
  /** A PNG that replaces the name at the top; its size in pixels. */
  logo?: Readonly<{ png: Buffer; width: number; height: number }>
}>

/** A document to print. Texts are shown completely, however long; lines continue on as many pages as they need. */
export type PrintedDocument = Readonly<{
  /** "Invoice". */
  title: string
  /** The document's own number: its name in the footer and for the file's properties. */
  number: string
  /** Its status, where readers must notice it: "Paid". */
  badge?: Readonly<{ text: string; tone: Tone }>
  /** Numbers and days, below the title. */
  facts: readonly (readonly [label: string, value: string])[]
  from: Letterhead
  /** The others beside the sender; a document without any is for the company itself, and has no sender either. */
  parties: readonly Party[]
  /** The one sentence that a reader looks for: "$15.00 due 5 Mar 2026". */
  headline?: string
  columns: readonly Column[]
  rows: readonly (readonly Cell[])[]
  /** Below the table, at its right end; those that are `strong` in bold. */
  sums: readonly Readonly<{ label: string; value: string; strong?: boolean }>[]
  /** Texts below all that, each with its heading. */
  notes: readonly (readonly [label: string, text: string | null])[]
}>

/** The columns of items with their prices, as in orders and invoices. */
export const pricedColumns: readonly Column[] = [
  { header: 'SKU' },
  { header: 'Product', grows: true },
  { header: 'Quantity', align: 'right' },
  { header: 'Unit price', align: 'right' },
  { header: 'Amount', align: 'right' },
]
