import { columnName } from './sheets.ts'

/** For a field that several columns can give: their names, in the order in which the first filled one counts. */
export type Several = Readonly<Record<string, readonly string[]>>

/** What is special about the product list that a program exports. Columns are named as `columnName` normalizes them. */
export type ProductExport = Readonly<{
  /** Columns that identify it. */
  headings: readonly string[]
  /** Columns that are these fields only here, or of which several are the same field. */
  fields?: Several
  /** Variants in rows of their own. */
  variants?: Variants
  /** Rows that aren't products: those with these values in this column, the first that exists. */
  left?: Readonly<{ headings: readonly string[]; values: RegExp }>
  /** The columns after this one are locations, unless they are known. */
  locationsAfter?: string
  /** The headings of the stock and of the minimum at a location, whose name is in parentheses. */
  located?: Readonly<{ stock: RegExp; minimum: RegExp }>
  /** Its descriptions are HTML. */
  html?: true
  /** Its descriptions have `\n` for each line break, and `\\n` for that text itself. */
  escapedBreaks?: true
  /** Its categories are paths, also several of them: `Clothing > Shirts, Sale`. */
  categoryPaths?: true
}>

export type Variants = Readonly<{
  name: string
  options: readonly string[]
  withoutOptions?: string
  /** Rows with the same value here are variants of one product. */
  group?: string
  /** The variant's own picture: the other pictures are those of the product, one in each row. */
  picture?: string
  /** A variant without a SKU gets one from its group and options. */
  makesSku?: true
  /** Variants name their product, which has a row of its own and is no variant. */
  parent?: Readonly<{ type: string; parent: string; id: string }>
}>

const shopifyVariants = {
  name: 'title',
  options: ['option1_value', 'option2_value', 'option3_value'],
  withoutOptions: 'Default Title',
  makesSku: true,
} as const
const shopify = { html: true, categoryPaths: true } as const
const shopifyCategories = ['type', 'product_category']

/** The exports whose columns or rows need more than the usual names of columns. */
const exports: readonly ProductExport[] = [
  // Shopify's inventory: a row for each location, or a column for each.
  {
    ...shopify,
    headings: ['handle', 'title', 'option1_value', 'hs_code', 'coo'],
    variants: { ...shopifyVariants, group: 'handle' },
    fields: {
      stock_quantity: ['on_hand_(new)', 'on_hand_(current)', 'on_hand', 'available_(not_editable)', 'available'],
    },
    locationsAfter: 'coo',
  },
  // Shopify's products, with older and with newer names.
  {
    ...shopify,
    headings: ['handle', 'title', 'option1_value'],
    variants: { ...shopifyVariants, group: 'handle', picture: 'variant_image' },
    fields: { category_name: shopifyCategories, description: ['body_(html)', 'body_html', 'description'] },
  },
  {
    ...shopify,
    headings: ['url_handle', 'title', 'option1_value'],
    variants: { ...shopifyVariants, group: 'url_handle', picture: 'variant_image_url' },
    fields: { category_name: shopifyCategories },
  },
  // Square's item library.
  {
    headings: ['item_name', 'variation_name'],
    variants: { name: 'item_name', options: ['variation_name'], withoutOptions: 'Regular' },
    fields: { sku: ['sku', 'token'], category_name: ['reporting_category', 'category', 'categories'] },
    categoryPaths: true,
  },
  // WooCommerce's products.
  {
    headings: ['type', 'name', 'regular_price', 'parent'],
    variants: {
      name: 'name',
      options: ['attribute_1_value(s)', 'attribute_2_value(s)', 'attribute_3_value(s)'],
      parent: { type: 'type', parent: 'parent', id: 'id' },
    },
    fields: {
      sku: ['sku', 'id'],
      barcode: ['gtin,_upc,_ean,_or_isbn'],
      category_name: ['categories'],
      description: ['description', 'short_description'],
      image: ['images'],
    },
    left: { headings: ['type'], values: /\bgrouped\b/i },
    html: true,
    escapedBreaks: true,
    categoryPaths: true,
  },
  // Lightspeed Retail, X-Series (formerly Vend) and R-Series.
  {
    headings: ['handle', 'supply_price', 'retail_price'],
    variants: {
      name: 'name',
      options: ['variant_option_one_value', 'variant_option_two_value', 'variant_option_three_value'],
      group: 'handle',
    },
    fields: { cost_price: ['supply_price'], category_name: ['product_category', 'product_type', 'type'] },
    located: { stock: /^inventory_(.+)$/i, minimum: /^reorder_point_(.+)$/i },
    html: true,
    categoryPaths: true,
  },
  { headings: ['system_id', 'custom_sku'], fields: { sku: ['custom_sku', 'system_id'] } },
  // Zoho Inventory and Zoho Books.
  {
    headings: ['item_name', 'rate'],
    fields: {
      sku: ['sku', 'item_id'],
      cost_price: ['purchase_rate', 'purchase_price'],
      stock_quantity: ['stock_on_hand', 'opening_stock'],
      min_stock_level: ['reorder_level', 'reorder_point'],
    },
    left: { headings: ['product_type'], values: /^service$/i },
  },
  // QuickBooks Online and QuickBooks Desktop, where an item's name identifies it.
  {
    headings: ['product/service_name'],
    fields: {
      name: ['product/service_name'],
      sku: ['sku', 'product/service_name'],
      price: ['sales_price/rate', 'sales_price_/_rate', 'price'],
      description: ['sales_description', 'description'],
    },
    left: { headings: ['item_type', 'type'], values: /^(?:service|category|bundle)$/i },
  },
  {
    headings: ['item', 'type', 'asset_account'],
    fields: { name: ['item'], sku: ['item'], min_stock_level: ['reorder_pt_(min)'] },
    left: { headings: ['type'], values: /^(?!(?:non-)?inventory)/i },
  },
  // Cin7 Core, formerly DEAR.
  {
    headings: ['productcode', 'costingmethod'],
    fields: {
      price: ['pricetier1'],
      cost_price: ['averagecost', 'supplierfixedprice'],
      min_stock_level: ['minimumbeforereorder'],
      location: ['defaultlocation'],
      supplier_name: ['lastsuppliedby'],
    },
    left: { headings: ['type'], values: /^(?:service|fixed asset)$/i },
  },
  // Sortly, whose folders are where things are.
  {
    headings: ['entry_name'],
    fields: {
      sku: ['sid', 'sortly_id_(sid)', 'sortly_id'],
      description: ['notes'],
      barcode: ['barcode/qr1_data', 'barcode/qr2_data'],
      location: ['location', 'primary_folder', 'folder'],
      image: ['photo1', 'photo_1', 'photos'],
    },
    left: { headings: ['entry_type'], values: /^folder$/i },
  },
]

/** The names of columns in an export, and the fields that they are. */
export function exportHeadings({ fields = {} }: ProductExport): Map<string, string> {
  const headings = new Map<string, string>()
  for (const [field, names] of Object.entries(fields))
    for (const name of names) if (!headings.has(name)) headings.set(name, field)
  return headings
}

/** The export that a table of products is, by its columns: the one that needs the most of them. */
export function exportOf(head: readonly string[]): ProductExport | undefined {
  const named = new Set(head.map(columnName))
  const fitting = exports.filter(({ headings }) => headings.every((heading) => named.has(heading)))
  return fitting.toSorted((one, other) => other.headings.length - one.headings.length)[0]
}
