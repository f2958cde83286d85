/** One label: what is printed on it, and how often. */
export type Label = Readonly<{
  name: string
  /** Of a shelf: as large as fits, to be read from a distance. */
  isLarge?: boolean
  /** Null for what has none. */
  sku: string | null
  /** The text of its code: the product's barcode, or its SKU; the location's own code. */
  code: string
  /** "Lot A-12 · Expires 3 Mar 2027"; null for goods without a lot. */
  lot: string | null
  /** "$12.50"; null if prices aren't printed. */
  price: string | null
  copies: number
}>
