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
  /** What a column without a field of its own is used for, for example `Stock at Main Street`. */
  used: z.string().optional(),
})

export type FileColumn = z.output<typeof fileColumn>

/** The columns of a sheet of a file, in the order of the file. */
export const sheetOfFile = z.object({
  sheet: z.enum(importSheets),
  /** The file is one table: a CSV file or a workbook with one sheet, which can be a list of other records. */
  is_file: z.boolean(),
  columns: z.array(fileColumn),
})

export type SheetOfFile = z.output<typeof sheetOfFile>

export type ColumnChoice = Readonly<{ sheet: ImportSheet; column: string; heading: string }>

/** A choice as a parameter: `Products.sku=Item no`. */
export function choiceText({ sheet, column, heading }: ColumnChoice): string {
  return `${sheet}.${column}=${heading}`
}

const wrongChoice = 'Write each column as Sheet.column=heading, for example Products.sku=Item no'

const choice = storableText(limits.importHeadingCharacters + 60, { wrong: wrongChoice }).transform(
  (text, context): ColumnChoice => {
    const [, name, column = '', heading = ''] = /^(\w+)\.(\w+)=(.+)$/s.exec(text) ?? []
    const sheet = importSheets.find((one) => one === name)
    if (!sheet) context.addIssue({ code: 'custom', message: wrongChoice })
    else if (!Object.hasOwn(importColumns[sheet], column))
      context.addIssue({ code: 'custom', message: `${sheet} has no column ${column}` })
    return { sheet: sheet ?? 'Products', column, heading }
  },
)

/** Which headings of a file are which columns. Each column once. A single choice needn't be a list. */
export const columnChoices = z
  .string()
  .or(z.array(z.string()))
  .transform((value) => (typeof value === 'string' ? [value] : value))
  .pipe(
    z
      .array(choice)
      .max(60, 'Choose at most 60 columns')
      .refine(
        (choices) => new Set(choices.map(({ sheet, column }) => `${sheet}.${column}`)).size === choices.length,
        'Choose each column once',
      ),
  )
