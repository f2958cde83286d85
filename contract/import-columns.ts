import { z } from 'zod'
import { importFieldLabels, importSheets, type ImportSheet } from './import-fields.ts'
import { storableText } from './fields.ts'
import { limits } from './limits.ts'

/** A column that an import reads: what people call it, and whether a file must have it. */
type Column = Readonly<{ label: string; required?: true }>

const { name, description, quantity_decimals, barcode, ...others } = importFieldLabels
const label = (text: string): Column => ({ label: text })
const required = (text: string): Column => ({ label: text, required: true })
const [email, phone, address, contact_person] = [
  label(others.email),
  label(others.phone),
  label(others.address),
  label(others.contact_person),
]

/** The columns of each sheet, in the order of the template. */
export const importColumns: Readonly<Record<ImportSheet, Readonly<Record<string, Column>>>> = {
  Products: {
    name: required(name),
    sku: required('SKU'),
    barcode: label(barcode),
    description: label(description),
    category_name: label(others.category_name),
    price: label(others.price),
    cost_price: label(others.cost_price),
    stock_quantity: label(others.stock_quantity),
    min_stock_level: label(others.min_stock_level),
    image: label(others.image),
    location: label(others.location),
    supplier_name: label(others.supplier_name),
    quantity_decimals: label(quantity_decimals),
  },
  Categories: { name: required(name), description: label(description), color: label(others.color) },
  Transactions: {
    product_id: required('SKU'),
    type: required('Type'),
    quantity: required('Quantity'),
    notes: label(others.notes),
    status: label(others.status),
    currency: label('Currency'),
  },
  Suppliers: {
    name: required(name),
    email,
    phone,
    address,
    contact_person,
    tax_id: label(others.tax_id),
    payment_terms: label(others.payment_terms),
    notes: label(others.notes),
    status: label(others.status),
  },
  Locations: { name: required(name), description: label(description), address, contact_person, phone, email },
}

/** A column of a file: its heading, a value from one of its first rows, and the column it is imported as, if any. */
export const fileColumn = z.object({
  heading: z.string(),
  example: z.string().nullable(),
  column: z.string().nullable(),
})

export type FileColumn = z.output<typeof fileColumn>

/** The columns of a sheet of a file, in the order of the file. */
export const sheetOfFile = z.object({ sheet: z.enum(importSheets), columns: z.array(fileColumn) })

export type SheetOfFile = z.output<typeof sheetOfFile>

export type ColumnChoice = Readonly<{ sheet: ImportSheet; column: string; heading: string }>

/** A choice as a parameter: `Products.sku=Item no`. */
export function choiceText({ sheet, column, heading }: ColumnChoice): string {
  return `${sheet}.${column}=${heading}`
}

const wrongChoice = 'Write each column as Sheet.column=heading, for example Products.sku=Item no'

const choice = storableText(limits.importHeadingCharacters + 60, { wrong: wrongChoice }).transform((text, context) => {
  const [, sheet, column = '', heading = ''] = /^(\w+)\.(\w+)=(.+)$/s.exec(text) ?? []
  const found = importSheets.find((one) => one === sheet)
  if (found && Object.hasOwn(importColumns[found], column)) return { sheet: found, column, heading }
  context.addIssue({ code: 'custom', message: found ? `${found} has no column ${column}` : wrongChoice })
  return z.NEVER
})

/** Which headings of a file are which columns. Each column once. */
export const columnChoices = z
  .preprocess((value) => (typeof value === 'string' ? [value] : value), z.array(choice).max(60))
  .refine(
    (choices) => new Set(choices.map(({ sheet, column }) => `${sheet}.${column}`)).size === choices.length,
    'Choose each column once',
  )
