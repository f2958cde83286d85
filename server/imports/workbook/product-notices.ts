import { byCount } from '../../../contract/counted-nouns.ts'
import { shortened } from '../../platform/excerpt.ts'
import type { ProductExport } from '../sheets/exports.ts'
import type { Cell } from '../sheets/sheets.ts'
import type { HeadingRow } from './headings.ts'

/** What the preview says about the values of an exported list that aren't imported as they are. */
export type ProductNotices = Readonly<{
  html: () => void
  variablePrice: () => void
  sharedStock: () => void
  /** Another column than a field's own has a value for it. */
  alternative: (field: string) => void
  /** The SKU of a product that has none, from another column or made from its group and options. */
  otherSku: (values: Readonly<Record<string, Cell>>, isFromColumn: boolean) => void
  notices: (locations: readonly string[]) => string[]
}>

const all = new Intl.ListFormat('en')
const locationsNamed = 10

/** Collects these notices while the rows are read. */
export function productNotices(headed: HeadingRow, known: ProductExport | undefined): ProductNotices {
  const count = { html: 0, variable: 0, shared: 0, skus: 0 }
  const others = new Set<string>()
  let example: { values: Readonly<Record<string, Cell>>; isFromColumn: boolean } = { values: {}, isFromColumn: false }
  const headingOf = (column: number | undefined) => headed.columns.get(column ?? -1)?.heading ?? ''
  const skuNotice = () => {
    const values = { example: shortened(String(example.values['sku']), 60) }
    const [column] = headed.alternatives.get('sku') ?? []
    if (example.isFromColumn)
      return byCount(
        count.skus,
        {
          one: '{count} product has no SKU in this file. Its “{column}” is used instead: {example}.',
          other: '{count} products have no SKU in this file. Their “{column}” is used instead, for example {example}.',
        },
        { ...values, column: headingOf(column) },
      )
    return byCount(
      count.skus,
      {
        one: '{count} product has no SKU in this file. It gets one from its {group} and options: {example}.',
        other:
          '{count} products have no SKU in this file. They get one from their {group} and options, for example {example}.',
      },
      { ...values, group: known?.variants?.group?.replaceAll('_', ' ') ?? '' },
    )
  }
  const barcodeNotice = () => {
    const [own] = [...headed.fields].find(([, name]) => name === 'barcode') ?? []
    const further = (headed.alternatives.get('barcode') ?? []).map((column) => `“${headingOf(column)}”`)
    return `Barcodes are read from “${headingOf(own)}”, or from ${all.format(further)} if that is blank.`
  }
  const stockNotice = (locations: readonly string[]) => {
    const more = locations.length - locationsNamed
    const named = more > 0 ? [...locations.slice(0, locationsNamed), `${more} more`] : locations
    return `Stock is imported for each location: ${all.format(named)}.`
  }
  return {
    html: () => void count.html++,
    variablePrice: () => void count.variable++,
    sharedStock: () => void count.shared++,
    alternative: (field) => void others.add(field),
    otherSku(values, isFromColumn) {
      if (count.skus++ === 0) example = { values, isFromColumn }
    },
    notices: (locations) => [
      ...(locations.length > 0 ? [stockNotice(locations)] : []),
      ...(count.skus > 0 ? [skuNotice()] : []),
      ...(others.has('barcode') ? [barcodeNotice()] : []),
      ...(count.html > 0 ? ['Descriptions are imported as plain text, without their formatting.'] : []),
      ...(count.variable > 0
        ? [
            byCount(count.variable, {
              one: '{count} product has a variable price in this file, so no price is imported for it.',
              other: '{count} products have a variable price in this file, so no price is imported for them.',
            }),
          ]
        : []),
      ...(count.shared > 0
        ? [
            byCount(count.shared, {
              one: '{count} variation shares the stock of its product in WooCommerce. Enter its stock after the import.',
              other:
                '{count} variations share the stock of their product in WooCommerce. Enter their stock after the import.',
            }),
          ]
        : []),
    ],
  }
}
