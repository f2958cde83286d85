import { expect, test } from 'vitest'
import { processorTimeMs } from '../testing/processor-time.ts'
import { findPrice } from './find-price.ts'

const here = 'https://shop.example/p/chai?size=2'
const script = (value: unknown, attributes = 'type="application/ld+json"') =>
  `<script ${attributes}>${typeof value === 'string' ? value : JSON.stringify(value)}</script>`
const found = (html: string) => {
  const price = findPrice(html, here)
  return price && [price.price, price.currency, price.found_in]
}
const offer = { '@type': 'Offer', price: '18.50', priceCurrency: 'USD' }
const product = { '@context': 'https://schema.org', '@type': 'Product', name: 'Chai' }

test.for<[string, string, unknown]>([
  ['an offer', script({ ...product, offers: offer }), [18.5, 'USD', 'json_ld']],
  ['a number', script({ ...product, offers: { ...offer, price: 18.5 } }), [18.5, 'USD', 'json_ld']],
  ['a list of offers', script({ ...product, offers: [{ '@type': 'Offer' }, offer] }), [18.5, 'USD', 'json_ld']],
  [
    'an aggregate of offers: the lowest price',
    script({
      ...product,
      offers: { '@type': 'AggregateOffer', lowPrice: '9,90', highPrice: 20, priceCurrency: 'EUR' },
    }),
    [9.9, 'EUR', 'json_ld'],
  ],
  [
    'an aggregate that only holds its offers',
    script({ ...product, offers: { '@type': 'AggregateOffer', priceCurrency: 'USD', offers: [{ price: 7 }] } }),
    [7, 'USD', 'json_ld'],
  ],
  [
    'a price specification',
    script({ ...product, offers: { priceSpecification: [{ price: 5.25, priceCurrency: 'USD' }] } }),
    [5.25, 'USD', 'json_ld'],
  ],
  ['a graph', script({ '@graph': [{ '@type': 'WebSite' }, { ...product, offers: offer }] }), [18.5, 'USD', 'json_ld']],
  ['a list', script([{ '@type': 'BreadcrumbList' }, { ...product, offers: offer }]), [18.5, 'USD', 'json_ld']],
  [
    'a product inside a page',
    script({ '@type': 'WebPage', mainEntity: { ...product, offers: offer } }),
    [18.5, 'USD', 'json_ld'],
  ],
  [
    'variants of a group',
    script({ '@type': 'ProductGroup', hasVariant: [{ ...product, offers: offer }] }),
    [18.5, 'USD', 'json_ld'],
  ],
  ['an offer that stands alone', script(offer), [18.5, 'USD', 'json_ld']],
  [
    'a script in a comment',
    script(`<!-- ${JSON.stringify({ ...product, offers: offer })} -->`),
    [18.5, 'USD', 'json_ld'],
  ],
  [
    'the product whose address is the page’s, not the one beside it',
    script([
      { ...product, url: '/p/coffee', offers: { price: 99 } },
      { ...product, url: 'https://shop.example/p/chai?size=2', offers: offer },
    ]),
    [18.5, 'USD', 'json_ld'],
  ],
  [
    'a broken script and one that is well',
    script('{"offers":{"price":1},}') + script({ offers: offer }),
    [18.5, 'USD', 'json_ld'],
  ],
  [
    'product metas',
    '<meta property="product:price:amount" content="1,299.00"><meta property="product:price:currency" content="usd">',
    [1299, 'USD', 'meta'],
  ],
  ['OpenGraph metas', '<META NAME=og:price:amount CONTENT=18.5 />', [18.5, null, 'meta']],
  [
    'a sale price before the usual one',
    '<meta property="product:price:amount" content="20"><meta property="product:sale_price:amount" content="15">',
    [15, null, 'meta'],
  ],
  [
    'microdata in attributes',
    '<div itemscope><meta itemprop="priceCurrency" content="USD"><span itemprop="price" content="18.50">now $20</span></div>',
    [18.5, 'USD', 'microdata'],
  ],
  ['microdata in a meta', '<meta itemprop="price" content="18.50">', [18.5, null, 'microdata']],
  ['microdata as text', '<span itemprop="price">\n  1.299,<b>00</b> &euro;</span>', [1299, 'EUR', 'microdata']],
  ['microdata of an aggregate', '<span itemprop=lowPrice>$7.25</span>', [7.25, null, 'microdata']],
  [
    'a script before metas before microdata',
    `<b itemprop=price>1</b><meta property="og:price:amount" content="2">${script({ offers: { price: 3 } })}`,
    [3, null, 'json_ld'],
  ],
  ['nothing', '<h1>Chai</h1><p>Only $18.50!</p>', null],
  ['an empty page', '', null],
  ['a price of nothing', script({ ...product, offers: { price: '0.00' } }), null],
  ['a script of another kind', script({ offers: offer }, 'type="text/javascript"'), null],
  ['a script that is not closed', '<script type="application/ld+json">{"offers":{"price":4}}', [4, null, 'json_ld']],
  ['a statement in a comment', '<!-- <meta property="og:price:amount" content="2"> -->', null],
  ['things that are no offers', script({ offers: [null, 7, 'x', [], { price: {} }, { price: [1] }] }), null],
  [
    'a prototype',
    script('{"__proto__":{"offers":{"price":1}},"constructor":{"offers":{"price":2}}}'),
    [1, null, 'json_ld'],
  ],
])('%s', ([, html, price]) => {
  expect(found(html)).toEqual(price)
})

const million = 1_048_576
const filled = (piece: string, head = '', tail = '') =>
  (head + piece.repeat(Math.floor((million - head.length - tail.length) / piece.length)) + tail).slice(0, million)

test.for([
  ['open elements', filled('<div>')],
  ['elements that no one opened', filled('<div>'.repeat(10) + '</x>'.repeat(10))],
  ['paragraphs in links', filled('<a><p>')],
  ['attributes', filled('a=1 ', '<div ')],
  ['one attribute', filled('x', '<meta property="og:price:amount" content="')],
  ['brackets', filled('<')],
  ['ampersands', filled('&')],
  ['unfinished entities', filled('&#x')],
  ['unfinished comments', filled('<!--')],
  ['unfinished scripts', filled('<script type="application/ld+json">')],
  ['closed scripts', filled('<script type="application/ld+json">{}</script>')],
  ['metas', filled('<meta property="og:price:amount" content="x">')],
  ['different metas', Array.from({ length: 20_000 }, (_, n) => `<meta name="${n}" content="${n}">`).join('')],
  ['items', filled('<b itemprop="price">x')],
  ['items with long texts', filled('<b itemprop="price">' + 'x'.repeat(5_000))],
  ['deep JSON', script('['.repeat(million / 2) + ']'.repeat(million / 2))],
  ['deep objects', script('{"a":'.repeat(200_000) + '1' + '}'.repeat(200_000))],
  ['wide JSON', script(`[${'{},'.repeat(300_000)}{}]`)],
  ['many offers', script(`{"offers":[${'{"offers":[{}]},'.repeat(60_000)}{}]}`)],
  ['many things with offers', script(`[${'{"offers":[]},'.repeat(70_000)}{}]`)],
  ['a long address', script(`[${`{"url":"${'a'.repeat(500)}","offers":{"price":1}},`.repeat(1_900)}{}]`)],
  ['blanks before a closing mark', script(filled(' '))],
  ['digits', filled('1', '<b itemprop="price">')],
  ['apostrophes', filled("'", '<b itemprop="price">1')],
] as const)('a megabyte of %s is read in a moment', ([, html]) => {
  expect(processorTimeMs(() => findPrice(html, here))).toBeLessThan(1_500)
})
