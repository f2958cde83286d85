import { inflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { pdfPages, pdfTexts } from '../testing/pdf-text.ts'
import { type PrintedDocument, pricedColumns } from './printed-document.ts'
import { fontsFor } from './fonts.ts'
import { printDocument, printDocuments } from './print-document.ts'
import { linesOf } from './text-lines.ts'

const invoice: PrintedDocument = {
  title: 'Invoice',
  number: 'SO-1',
  facts: [['Invoice number', 'SO-1']],
  from: { name: 'Acme', lines: ['1 Harbour Way'], time_zone: 'Europe/Berlin', paper_size: 'a4' },
  parties: [{ label: 'Bill to', lines: ['Ana Trujillo'] }],
  columns: pricedColumns,
  rows: [],
  sums: [
    { label: 'Total USD', value: '$20.00' },
    { label: 'Balance due', value: '$15.00', strong: true },
  ],
  notes: [],
}

const rowOf = (sku: string, name: string) => [sku, name, '1,200', '$0.10', '$120.00']

const fonts = await fontsFor({ regular: [], strong: [] })

async function pagesOf(paper: Partial<PrintedDocument>): Promise<string[]> {
  return pdfPages(await printDocument({ ...invoice, ...paper }))
}

/** A PDF has the glyphs of a line from left to right; its reader restores the order of Arabic and Hebrew. */
const fromTheRight = (text: string) => [...text].toReversed().join('')

test('200 lines are all printed, each page with the table header and its number', async () => {
  const skus = Array.from({ length: 200 }, (_, index) => `SKU-${1000 + index}`)
  const pages = await pagesOf({ rows: skus.map((sku) => rowOf(sku, 'Hex bolt')) })
  expect(pages.length).toBeGreaterThan(5)
  for (const [index, page] of pages.entries()) {
    expect(page).toContain('SKU\nProduct\nQuantity\nUnit price\nAmount')
    expect(page).toContain(`Page ${index + 1} of ${pages.length}`)
  }
  expect(pages.join('').match(/SKU-\d+/g)).toEqual(skus)
})

test('a name too long for the footer ends in an ellipsis after a whole word', async () => {
  const name = 'Northwind Traders International Import and Export Cooperative of the Pacific'
  const footerOf = async (from: string) =>
    (await pagesOf({ from: { ...invoice.from, name: from } }))[0]
      ?.split('\n')
      .find((line) => line.startsWith('Invoice SO-1'))
  expect(await footerOf(`${name} Northwest and of the Islands`)).toBe(`Invoice SO-1 · ${name}…`)
  expect(await footerOf('Acme')).toBe('Invoice SO-1 · Acme')
  expect(await footerOf('N'.repeat(200))).toMatch(/^Invoice SO-1…$/)
})

test('the totals are on the page of the last line, however many lines there are', async () => {
  for (let count = 15; count <= 32; count++) {
    const rows = Array.from({ length: count }, (_, index) => rowOf(`SKU-${index + 1}`, 'Hex bolt'))
    const last = (await pagesOf({ rows })).at(-1)
    expect(last, `${count} lines`).toContain(`SKU-${count}\n`)
    expect(last, `${count} lines`).toContain('Total USD\n$20.00\nBalance due\n$15.00')
  }
})

test('an amount is never broken, and a long label has a row as high as its lines', async () => {
  const amounts = ['$999,999,999,999.9999', '$1,000,000,000.00', '$1,000,999,999,999.9999']
  const label = 'Sales tax of a county with a long name and of each of the two cities in it that have their own'
  const sums = amounts.map((value, index) => ({ label: `${label} ${index}`, value, strong: true }))
  const [texts = []] = pdfTexts(await printDocument({ ...invoice, sums }))
  const heightOf = (text: string) => texts.find((one) => one.text === text)?.y ?? Number.NaN
  for (const amount of amounts) expect(texts.map(({ text }) => text)).toContain(amount)
  const words = texts.map(({ text }) => text).join(' ')
  const lastLines = texts.filter(({ text }) => /[012]$/.test(text) && label.includes(text.slice(0, -2)))
  expect(lastLines).toHaveLength(3)
  for (const [index, amount] of amounts.entries()) {
    expect(words).toContain(`${label} ${index}`)
    if (index > 0) expect(heightOf(amount)).toBeLessThan((lastLines[index - 1]?.y ?? 0) - 11)
  }
})

test('the headline is on the page where the table begins, however long the address is', async () => {
  for (let count = 36; count <= 56; count++) {
    const address = Array.from({ length: count }, (_, index) => `Line ${index}`).join('\n')
    const pages = await pagesOf({ parties: [{ label: 'Bill to', lines: [address] }], headline: '$15.00 due today' })
    const page = pages.find((text) => text.includes('due today'))
    expect(page, `${count} lines`).toContain('$15.00 due today\nSKU\nProduct')
  }
})

test('a name longer than a page is printed completely, with or without spaces', async () => {
  const unbroken = Array.from({ length: 2_000 }, (_, index) => `x${index}`).join('')
  const words = Array.from({ length: 1_500 }, (_, index) => `word${index}`)
  const pages = await pagesOf({ rows: [rowOf('A', unbroken), rowOf('B', words.join(' ')), rowOf('C', 'Last')] })
  const text = pages
    .map((page) => page.replace(/^[^]*?Amount\n/, '').replace(/(Invoice SO-1\n)?Invoice SO-1 · Acme[^]*$/, ''))
    .join('')
  expect(text.replaceAll('\n', '').replace('1,200$0.10$120.00', '')).toContain(unbroken)
  for (const word of words) expect(text).toContain(word)
  expect(text).toContain('Last')
  // Pages come apart: each after the first has the document's name on a line of its own, too.
  expect(pages.map((page) => /^Invoice SO-1$/m.test(page))).toEqual(pages.map((_, index) => index > 0))
})

test('a code or an address that fits on the next line is not broken at its hyphens', () => {
  const text = 'Ask at orders/returns or sales@north-wind-traders.example about SO-1042-7'
  const linesAt = (width: number) =>
    linesOf(text, { width, weight: 'regular', tabular: false, fonts }).map(({ runs }) =>
      runs.map((run) => run.text).join(''),
    )
  expect(linesAt(19)).toEqual(
    ['Ask at orders/returns or', 'sales@north-wind-traders.example', 'about SO-1042-7'].map((line) =>
      expect.stringMatching(new RegExp(`^${line} ?$`)),
    ),
  )
  // Wider than a line: at the hyphens first, and after the parts of an address.
  expect(linesAt(10).join('|')).toMatch(/sales@north-wind-\|traders/)
  const address = 'anna.field@northwindtraders.example'
  expect(
    linesOf(address, { width: 13, weight: 'regular', tabular: false, fonts }).map(({ runs }) =>
      runs.map((run) => run.text).join(''),
    ),
  ).toEqual(['anna.field@', 'northwindtraders.example'])
})

test('a short code stays whole beside longer texts, which give way', async () => {
  const columns = [
    { header: 'SKU' },
    { header: 'Product', grows: true },
    ...['Location', 'Lot', 'Condition'].map((header) => ({ header })),
    { header: 'Quantity', align: 'right' },
  ] as const
  const row = [
    'TEA-OOL',
    'Porcelain cup, large, in a box',
    'Main Warehouse',
    'Expires 1 Jun 2027',
    'Damaged, on hold',
    '7',
  ]
  const [page] = await pagesOf({ columns, rows: [row] })
  expect(page).toContain('TEA-OOL\n')
  for (const text of row) expect(page?.replaceAll('\n', ' ')).toContain(text)
})

test('an address longer than a page continues on the next one', async () => {
  const address = Array.from({ length: 90 }, (_, index) => `Line ${index} of it`)
  const pages = await pagesOf({
    parties: [{ label: 'Bill to', lines: [address.join('\n')] }],
    rows: [rowOf('A', 'Bolt')],
  })
  expect(pages.length).toBeGreaterThan(1)
  for (const line of address) expect(pages.join('')).toContain(`${line}\n`)
})

const logo = {
  png: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
  width: 1,
  height: 1,
}

test('each of several documents begins on a new page and numbers its own; the logo is in the file once', async () => {
  const papers = [2, 60, 3].map((count, index) => ({
    ...invoice,
    number: `SO-${index + 1}`,
    from: { ...invoice.from, logo },
    rows: Array.from({ length: count }, (_, row) => rowOf(`${index + 1}-${row}.`, index === 2 ? 'Болт' : 'Bolt')),
  }))
  const file = await printDocuments('Invoices', papers)
  const pages = pdfPages(file)
  const alone = await Promise.all(papers.map(async (paper) => pdfPages(await printDocument(paper))))
  expect(alone.map(({ length }) => length)).toEqual([1, 3, 1])
  expect(pages).toEqual(alone.flat())
  const text = file.toString('latin1')
  // Its colors and its transparency.
  expect(text.match(/\/Subtype \/Image/g)).toHaveLength(2)
  for (const number of ['SO-1', 'SO-2', 'SO-3']) expect(text).toContain(`/Title (Invoice ${number})`)
  expect(text).toContain('(Invoices)')
})

test('other requests run between documents', async () => {
  let [requests, isDone] = [0, false]
  const serve = () => {
    requests++
    if (!isDone) setImmediate(serve)
  }
  setImmediate(serve)
  const before: number[] = []
  const paper = {
    ...invoice,
    get parties() {
      before.push(requests)
      return invoice.parties
    },
  }
  await printDocuments(
    'Invoices',
    Array.from({ length: 20 }, () => paper),
  )
  isDone = true
  expect(new Set(before).size).toBe(20)
})

test.each([
  ['Cyrillic', 'Болт шестигранный', ['Болт шестигранный']],
  ['Greek', 'Βίδα εξαγωνική', ['Βίδα εξαγωνική']],
  ['Chinese', '六角螺栓不锈钢', [...'六角螺栓不锈钢']],
  ['Japanese', 'ステンレスボルト', [...'ステンレスボルト']],
  ['Korean', '스테인리스 볼트', [...'스테인리스볼트']],
  ['Arabic', 'برغي عدد', [fromTheRight('برغي'), fromTheRight('عدد')]],
  ['Hebrew', 'בורג משושה', [fromTheRight('בורג'), fromTheRight('משושה')]],
  ['Thai', 'สลักเกลียว', ['สลักเกลียว']],
  ['Hindi', 'बोल्ट', ['ब', 'ल']],
])('%s is set in a font that has it, and can be copied', async (_script, name, parts) => {
  const pages = await pagesOf({
    from: { ...invoice.from, name },
    parties: [{ label: 'Bill to', lines: [name, name] }],
    rows: [rowOf('A', name)],
  })
  const text = pages.join('').replaceAll('\n', '')
  for (const part of parts) expect(text).toContain(part)
  expect(text).not.toContain('\0')
})

test('Arabic letters are joined, and a line with two directions is in reading order', async () => {
  const [page = ''] = await pagesOf({ rows: [rowOf('A', 'برغي (M8 × 40) عدد ١٢')] })
  const line = page.slice(page.indexOf('Amount\nA\n') + 9, page.indexOf('1,200')).replaceAll('\n', '')
  expect(line).toBe(`١٢ ${fromTheRight('عدد')} (M8 × 40) ${fromTheRight('برغي')}`)
})

test('notes from right to left are below their heading, each line aligned with the longest one at the right', async () => {
  const leftOf = async (note: string) => {
    const [texts = []] = pdfTexts(await printDocument({ ...invoice, notes: [['Notes', note]] }))
    const heading = texts.findIndex(({ text }) => text === 'Notes')
    const after = texts.slice(heading + 1).filter(({ y }) => y < (texts[heading]?.y ?? 0) && y > 60)
    const lines = [...Map.groupBy(after, ({ y }) => y).values()]
    return { heading: texts[heading]?.x ?? 0, lines: lines.map((line) => Math.min(...line.map(({ x }) => x))) }
  }
  const one = await leftOf('يرجى التسليم')
  expect(one.lines).toHaveLength(1)
  expect(one.lines[0]).toBeCloseTo(one.heading, 1)
  const two = await leftOf('يرجى التسليم قبل الظهر\nشكرا')
  expect(two.lines[0]).toBeCloseTo(two.heading, 1)
  expect(two.lines[1]).toBeGreaterThan(two.heading + 20)
})

test('columns have more space between them if all texts have room', async () => {
  const gapOf = async (name: string) => {
    const [texts = []] = pdfTexts(await printDocument({ ...invoice, rows: [rowOf('A', name)] }))
    const of = (text: string) => texts.find((one) => one.text === text)?.x ?? 0
    return of('Product') - of('SKU')
  }
  expect((await gapOf('Bolt')) - (await gapOf('Bolt '.repeat(60)))).toBeCloseTo(10, 1)
})

test('a letter that is part of another one is copied as itself, in later documents too', async () => {
  // The font composes the first letter from the second.
  for (const name of ['غدد', 'عدد'])
    expect((await pagesOf({ rows: [rowOf('A', name)] })).join('')).toContain(fromTheRight(name))
})

test('invisible and direction-changing characters are left out', async () => {
  const [page] = await pagesOf({ rows: [rowOf('A', 'Price \u202e00.01\u202c\u200b \u2066x\u2069\u0007 end')] })
  expect(page).toContain('Price 00.01 x end')
})

test('a word that no font can write is shown as one question mark and copied as itself', async () => {
  const file = await printDocument({ ...invoice, rows: [rowOf('A', 'Fire 𓀀𓀁𓀂 sauce')] })
  const [page = ''] = pdfPages(file)
  expect(page.replaceAll('\n', '')).toContain('Fire ? sauce')
  const streams = [...file.toString('latin1').matchAll(/stream\n([^]*?)\nendstream/g)].map(([, data = '']) => {
    const bytes = Buffer.from(data, 'latin1')
    return bytes[0] === 0x78 ? inflateSync(bytes).toString('latin1') : ''
  })
  expect(streams.join('')).toMatch(/\/Span <<\s*\/ActualText/)
})

test.each([
  ['🌶️ Hot sauce 🔥', '🌶 Hot sauce 🔥'],
  ['Hot 👩🏽‍🔬 sauce', 'Hot 👩🔬 sauce'],
  ['Flag 🇩🇪 pin', 'Flag 🇩🇪 pin'],
  ['Key 1️⃣', 'Key 1'],
  ['✓ Checked ★', '✓ Checked ★'],
  ['🔥🔥', '🔥🔥'],
  ['🧃 茶 شاي 🫖', '🧃 茶 ياش 🫖'],
  ['\u{1fc00} Tiles', 'Tiles'],
  ['\u{1fc00}\u{1fc01}', '?'],
])('%s is printed with its emoji, without those that no font has', async (name, printed) => {
  const [page = ''] = await pagesOf({ rows: [rowOf('A', name)] })
  expect(page.slice(page.indexOf('Amount\nA\n') + 9, page.indexOf('1,200')).replaceAll('\n', '')).toBe(printed)
})

test('a file states its title, author and language', async () => {
  const file = (await printDocument({ ...invoice, from: { ...invoice.from, name: 'Acme' } })).toString('latin1')
  for (const text of ['(Invoice SO-1)', '(Acme)', '/Lang (en)', '/DisplayDocTitle true']) expect(file).toContain(text)
})

test("hostile names don't break a document", async () => {
  const names = [
    '%PDF-1.7',
    ') Tj ET',
    '\\',
    '<</Type /Page>>',
    'endstream endobj',
    '',
    '   ',
    '\n\n\n',
    '́',
    'a'.repeat(300),
  ]
  const pages = await pagesOf({
    title: 'Invoice',
    from: { ...invoice.from, name: '((((' },
    rows: names.map((name, index) => rowOf(`S${index}`, name)),
    notes: [['Notes', names.join(' ')]],
  })
  for (const [index] of names.entries()) expect(pages.join('')).toContain(`S${index}\n`)
  expect(pages.join('')).toContain(') Tj ET')
})
