import { currencyOf, priceOf } from './price-text.ts'

export type Offer = { price: number; currency: string | null }

type Node = Readonly<Record<string, unknown>>

/** No page needs more objects and lists than this to describe one product. */
const nodesMax = 20_000

/**
 * The offer of the page's product: among the items with offers in its JSON-LD (schema.org), the one whose address is
 * the page's, else the first. Items are found in lists, in `@graph` and as parts of others. Takes time proportional to
 * the texts.
 */
export function findOffer(texts: readonly string[], pageUrl: string): Offer | null {
  let first: Offer | null = null
  for (const thing of everyNode(texts)) {
    if (!('offers' in thing) && !isOffer(thing)) continue
    const offer = offerOf('offers' in thing ? thing['offers'] : thing)
    if (!offer) continue
    if (isAddressOf(thing, pageUrl)) return offer
    first ??= offer
  }
  return first
}

/** Every object in the texts, in order, at any depth; without recursion, so that depth costs nothing. */
function* everyNode(texts: readonly string[]): Generator<Node> {
  let seen = 0
  for (const text of texts) {
    const waiting: unknown[] = [parsed(text)]
    while (waiting.length > 0 && seen++ < nodesMax) {
      const next = waiting.pop()
      if (typeof next !== 'object' || next === null) continue
      if (!Array.isArray(next)) yield next as Node
      // An offer's own parts are read with it; the rest in order.
      const parts = Array.isArray(next) ? next : partsOf(next as Node)
      for (let index = Math.min(parts.length, nodesMax) - 1; index >= 0; index--) waiting.push(parts[index])
    }
  }
}

function partsOf(node: Node): unknown[] {
  return Object.entries(node).flatMap(([name, part]) => (name === 'offers' ? [] : [part]))
}

/** A script that isn't JSON is ignored; some wrap it in a comment. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text.trim().replace(/^<!--/, '').replace(/-->$/, '')) as unknown
  } catch {
    return null
  }
}

function isOffer(node: Node): boolean {
  const type: unknown = node['@type']
  return [type].flat().some((one) => one === 'Offer' || one === 'AggregateOffer')
}

/** The first price among offers: an offer's price, an aggregate's lowest, else the price specification's. */
function offerOf(offers: unknown): Offer | null {
  for (const offer of [offers].flat().slice(0, 100)) {
    if (typeof offer !== 'object' || offer === null) continue
    const { price, lowPrice, priceCurrency, priceSpecification, offers: parts } = offer as Node
    const stated = statedPrice([price, lowPrice], priceCurrency) ?? specifiedPrice(priceSpecification, priceCurrency)
    if (stated) return stated
    // An aggregate may contain its offers; these contain no further ones.
    const inside = [parts].flat().slice(0, 100)
    for (const part of inside) {
      const { price: partPrice, priceCurrency: partCurrency } = (part ?? {}) as Node
      const found = statedPrice([partPrice], partCurrency ?? priceCurrency)
      if (found) return found
    }
  }
  return null
}

function statedPrice(values: readonly unknown[], currency: unknown): Offer | null {
  for (const value of values) {
    const price = priceOf(value, 'exactly')
    if (price !== null) return { price, currency: currencyOf(currency) ?? currencyOf(value) }
  }
  return null
}

function specifiedPrice(specification: unknown, currency: unknown): Offer | null {
  for (const one of [specification].flat().slice(0, 100)) {
    if (typeof one !== 'object' || one === null) continue
    const { price, priceCurrency } = one as Node
    const stated = statedPrice([price], priceCurrency ?? currency)
    if (stated) return stated
  }
  return null
}

function isAddressOf(thing: Node, pageUrl: string): boolean {
  return [thing['url'], thing['@id']].some((value) => {
    if (typeof value !== 'string' || !URL.canParse(value, pageUrl)) return false
    const [its, here] = [new URL(value, pageUrl), new URL(pageUrl)]
    return its.host === here.host && its.pathname === here.pathname && its.search === here.search
  })
}
