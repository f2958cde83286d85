import { findOffer } from './json-ld.ts'
import { readStatements, type PageStatements } from './page-statements.ts'
import { currencyOf, priceOf } from './price-text.ts'

/** A price on a page, with its currency (null: none) and format. */
export type FoundPrice = { price: number; currency: string | null; found_in: 'json_ld' | 'meta' | 'microdata' }

/** The current price comes before a former one. */
const priceMetas = [
  ['product:sale_price:amount', 'product:sale_price:currency'],
  ['product:price:amount', 'product:price:currency'],
  ['og:price:amount', 'og:price:currency'],
] as const

/**
 * The price of the product that a page is about: from its JSON-LD, else its OpenGraph or product metas, else its
 * microdata.
 */
export function findPrice(html: string, url: string): FoundPrice | null {
  const statements = readStatements(html)
  return inJsonLd(statements, url) ?? inMetas(statements) ?? inMicrodata(statements)
}

function inJsonLd({ jsonLd }: PageStatements, url: string): FoundPrice | null {
  const offer = findOffer(jsonLd, url)
  return offer && { ...offer, found_in: 'json_ld' }
}

function inMetas({ metas }: PageStatements): FoundPrice | null {
  for (const [amount, currency] of priceMetas) {
    const price = priceOf(metas.get(amount), 'exactly')
    if (price !== null) return { price, currency: currencyOf(metas.get(currency)), found_in: 'meta' }
  }
  return null
}

function inMicrodata({ items }: PageStatements): FoundPrice | null {
  const named = items.find(({ name }) => name === 'pricecurrency')
  for (const wanted of ['price', 'lowprice']) {
    for (const { name, value, asText } of items) {
      if (name !== wanted) continue
      const price = priceOf(value, asText ? 'as_read' : 'exactly')
      if (price !== null)
        return { price, currency: currencyOf(named?.value) ?? currencyOf(value), found_in: 'microdata' }
    }
  }
  return null
}
