import { describe, expect, test } from 'vitest'
import { limits } from '../../../contract/limits.ts'
import { readRows } from '../read/read-rows.ts'
import { readingMemory } from '../testing/reading-memory.ts'
import { sheetHeadings } from '../sheets/tables.ts'
import { readCsv } from './read-csv.ts'

const fileOf = (rows: readonly string[]) =>
  readCsv(Buffer.from(rows.join('\n')), 'export.csv', { headings: sheetHeadings, chosen: new Map(), layouts: [] })

async function read(...rows: string[]) {
  const { products, problems, notices, rowCounts } = await readRows(fileOf(rows), 'USD')
  return { products, problems: problems.map(({ cell, message }) => [cell, message]), notices, rows: rowCounts.products }
}

type Read = Awaited<ReturnType<typeof read>>

const skusOf = ({ products }: Read) => products.map(({ sku }) => sku)

const stockOf = ({ products }: Read) =>
  Object.fromEntries(
    products.map(({ sku, located }) => [sku, located.map(({ location, quantity }) => [location, quantity])]),
  )

const inventory =
  'Handle,Title,Option1 Name,Option1 Value,Option2 Name,Option2 Value,Option3 Name,Option3 Value,SKU,HS Code,COO,Location,Bin name,Incoming (not editable),Unavailable (not editable),Committed (not editable),Available (not editable),On hand (current),On hand (new)'

describe('Shopify’s inventory', () => {
  test('with a row for each location becomes one product with stock at each', async () => {
    const found = await read(
      inventory,
      'tee,T-shirt,Size,M,,,,,TEE-M,,US,Main Street,A1,0,0,2,10,12,',
      'tee,T-shirt,Size,M,,,,,TEE-M,,US,Airport,B7,0,0,0,4,4,',
      'tee,T-shirt,Size,L,,,,,TEE-L,,US,Main Street,,0,0,0,0,0,7',
      'tee,T-shirt,Size,L,,,,,TEE-L,,US,Airport,,not stocked,not stocked,not stocked,not stocked,not stocked,',
      'mug,Mug,Title,Default Title,,,,,MUG,,,Airport,,0,0,0,9,9,',
    )
    expect(found.problems).toEqual([])
    expect(
      found.products.map(({ name, sku, location, stock_quantity }) => [name, sku, location, stock_quantity]),
    ).toEqual([
      ['T-shirt - M', 'TEE-M', null, null],
      ['T-shirt - L', 'TEE-L', null, null],
      ['Mug', 'MUG', 'Airport', 9],
    ])
    expect(stockOf(found)).toEqual({
      'TEE-M': [
        ['Main Street', 12],
        ['Airport', 4],
      ],
      'TEE-L': [['Main Street', 7]],
      MUG: [],
    })
    expect(found.notices[0]).toBe('Stock is imported for each location: Main Street and Airport.')
  })

  test('with a column for each location', async () => {
    const found = await read(
      'Handle,Title,Option1 Name,Option1 Value,SKU,HS Code,COO,"2133A Lourdes Street, San Miguel",Front Shop',
      'tee,T-shirt,Size,Small,TEE-S,6109,US,12,3',
      'tee,T-shirt,Size,Medium,TEE-M,6109,US,4,not stocked',
    )
    expect(found.problems).toEqual([])
    expect(stockOf(found)).toEqual({
      'TEE-S': [
        ['2133A Lourdes Street, San Miguel', 12],
        ['Front Shop', 3],
      ],
      'TEE-M': [['2133A Lourdes Street, San Miguel', 4]],
    })
  })

  test('names the cell of a quantity that can’t be imported', async () => {
    const long = await read(
      inventory,
      'tee,T-shirt,Size,M,,,,,TEE-M,,US,Main Street,A1,0,0,2,10,12,',
      'tee,T-shirt,Size,M,,,,,TEE-M,,US,Airport,B7,0,0,0,-2,-2,',
    )
    expect(long.problems).toEqual([['R3', 'Stock quantity cannot be negative']])
    const wide = await read(
      'Handle,Title,Option1 Value,SKU,HS Code,COO,Main Street,Airport',
      'tee,T-shirt,M,TEE-M,,US,12,many',
    )
    expect(wide.problems).toEqual([['H2', 'Stock quantity must be a number']])
  })

  test('never joins rows with different handles: a SKU that is there twice is a problem', async () => {
    const found = await read(
      inventory,
      'a,Candle,Title,Default Title,,,,,X,,,Main,,0,0,0,3,3,',
      'b,Candle,Title,Default Title,,,,,X,,,Airport,,0,0,0,4,4,',
      'b,Candle,Title,Default Title,,,,,X,,,Main,,0,0,0,5,5,',
    )
    expect(found.products.map(({ sku, stock_quantity, located }) => [sku, stock_quantity, located.length])).toEqual([
      ['X', 3, 0],
      ['X', null, 2],
    ])
  })

  test('is one product only if its rows say the same, each for another location', async () => {
    const head = 'sku,name,price,location,stock_quantity'
    const another = await read(head, 'B-1,Bolt,2,Shop,5', 'B-1,Bolt,3,Store,6')
    expect([skusOf(another), another.rows]).toEqual([['B-1', 'B-1'], 2])
    const again = await read(head, 'B-1,Bolt,2,Shop,5', 'b-1,Bolt,2,SHOP,6')
    expect(again.rows).toBe(2)
    const joined = await read(head, 'B-1,Bolt,2,Shop,5', 'B-2,Nut,1,Shop,1', 'B-1,Bolt,,Store,6')
    expect(stockOf(joined)).toEqual({
      'B-1': [
        ['Shop', 5],
        ['Store', 6],
      ],
      'B-2': [],
    })
  })
})

test('Shopify: a variant without a SKU gets the same one from its handle and options in each export', async () => {
  const products = await read(
    'Handle,Title,Body (HTML),Type,Product Category,Option1 Name,Option1 Value,Variant SKU,Variant Price,Image Src',
    'tee,T-shirt,<p>Soft</p>,"Hats, Scarves",Apparel > Clothing,Size,X / L,,19,https://example.com/1.jpg',
    'tee,,,,,,,,,https://example.com/2.jpg',
    'mug,Mug,,,Home > Kitchen > Mugs,Title,Default Title,,8,',
  )
  expect(products.problems).toEqual([])
  expect(products.products.map(({ sku, category_name, description }) => [sku, category_name, description])).toEqual([
    ['tee-x-l', 'Hats, Scarves', 'Soft'],
    ['mug', 'Mugs', null],
  ])
  expect(products.notices).toContain(
    '2 products have no SKU in this file. They get one from their handle and options, for example tee-x-l.',
  )
  const stock = await read(
    inventory,
    'tee,T-shirt,Size,X / L,,,,,,,US,Main Street,A1,0,0,2,10,12,',
    'tee,T-shirt,Size,X / L,,,,,,,US,Airport,A1,0,0,2,10,3,',
  )
  expect(skusOf(stock)).toEqual(['tee-x-l'])
  expect(stock.notices).toContain(
    '1 product has no SKU in this file. It gets one from its handle and options: tee-x-l.',
  )
})

test('Shopify: made SKUs are distinct, and the same in any order of rows and in each export', async () => {
  const variants = [
    ['glasses', 'Glasses', '+1.50'],
    ['glasses', 'Glasses', '-1.50'],
    ['glasses', 'Glasses', '2.00'],
    ['tee-red', 'Tee - Red', 'Default Title'],
    ['tee', 'Tee', 'Red'],
  ]
  const products = variants.map(([handle, title, option]) => `${handle},${title},Option,${option},,9.90`)
  const head = 'Handle,Title,Option1 Name,Option1 Value,Variant SKU,Variant Price'
  const found = await read(head, ...products)
  expect(found.problems).toEqual([])
  const skus = skusOf(found)
  expect(skus).toEqual([
    expect.stringMatching(/^glasses-1\.50-[\da-f]{8}$/),
    expect.stringMatching(/^glasses-1\.50-[\da-f]{8}$/),
    'glasses-2.00',
    expect.stringMatching(/^tee-red-[\da-f]{8}$/),
    expect.stringMatching(/^tee-red-[\da-f]{8}$/),
  ])
  expect(new Set(skus).size).toBe(5)
  expect(found.notices[0]).toContain(`for example ${skus[0]}.`)
  expect(skusOf(await read(head, ...products.toReversed()))).toEqual(skus.toReversed())
  const stock = await read(
    inventory,
    ...variants.flatMap(([handle, title, option]) =>
      ['Main', 'Airport'].map((at) => `${handle},${title},Option,${option},,,,,,,,${at},,0,0,0,4,4,`),
    ),
  )
  expect(Object.keys(stockOf(stock))).toEqual(skus)
  expect(Object.values(stockOf(stock)).map(({ length }) => length)).toEqual([2, 2, 2, 2, 2])
})

test('Shopify: a made SKU isn’t one that another product of the file has', async () => {
  const found = await read(
    'Handle,Title,Option1 Name,Option1 Value,Variant SKU,Variant Price',
    'tee,Tee,Color,Red,,9.90',
    'other,Other,Title,Default Title,TEE-RED,9.90',
  )
  expect(skusOf(found)).toEqual([expect.stringMatching(/^tee-red-[\da-f]{8}$/), 'TEE-RED'])
})

describe('Square', () => {
  const head =
    'Reference Handle,Token,Item Name,Customer-facing Name,Variation Name,SKU,Description,Categories,Reporting Category,GTIN,Item Type,Price,Default Unit Cost,Default Vendor Name,Current Quantity Main St,New Quantity Main St,Stock Alert Enabled Main St,Stock Alert Count Main St'

  test('stock at each location, variable prices and blank SKUs', async () => {
    const found = await read(
      `${head},Current Quantity Airport,New Quantity Airport,Stock Alert Enabled Airport,Stock Alert Count Airport`,
      '#tea,ABC1,Tea,Tea,Large,T-L,,"Drinks (Hot), Sale",Drinks,4006381333931,Physical good,4.50,2.25,Acme,5,,Y,2,3,,N,',
      '#gift,ABC2,Gift card,,Regular,,,,,,Physical good,variable,,,,,N,,,,N,',
    )
    expect(found.problems).toEqual([])
    expect(
      found.products.map(({ name, sku, price, cost_price, category_name, supplier_name, barcode }) => [
        name,
        sku,
        price,
        cost_price,
        category_name,
        supplier_name,
        barcode,
      ]),
    ).toEqual([
      ['Tea - Large', 'T-L', 4.5, 2.25, 'Drinks', 'Acme', '4006381333931'],
      ['Gift card', 'ABC2', null, null, null, null, null],
    ])
    expect(stockOf(found)).toEqual({
      'T-L': [
        ['Main St', 5],
        ['Airport', 3],
      ],
      ABC2: [],
    })
    expect(found.notices).toEqual(
      expect.arrayContaining([
        'Stock is imported for each location: Main St and Airport.',
        '1 product has no SKU in this file. Its “Token” is used instead: ABC2.',
        '1 product has a variable price in this file, so no price is imported for it.',
      ]),
    )
  })

  test('the alert of the only location is the product’s minimum', async () => {
    const found = await read(head, '#tea,ABC1,Tea,,Regular,T-L,,,,,,4.50,,,5,,Y,2')
    expect(found.products[0]).toMatchObject({ min_stock_level: 2, located: [{ location: 'Main St', quantity: 5 }] })
  })
})

test('WooCommerce: variations have the name, the description and the picture of their product, which is none', async () => {
  const head =
    'ID,Type,SKU,"GTIN, UPC, EAN, or ISBN",Name,Published,"Short description",Description,"In stock?",Stock,"Low stock amount","Sale price","Regular price",Categories,Images,Parent,"Attribute 1 name","Attribute 1 value(s)","Attribute 2 name","Attribute 2 value(s)"'
  const found = await read(
    head,
    '10,simple,MUG,4006381333931,Mug,1,<b>Nice</b>,,1,20,3,,8.00,"Home > Kitchen, Sale","https://example.com/a.jpg, https://example.com/b.jpg",,,,,',
    '11,variable,TEE,,T-shirt,1,,<p>Soft &amp; warm</p><ul><li>Cotton</li><li>Washable</li></ul>,1,,,,,"Salt\\, pepper",https://example.com/t.jpg,,Color,"Red, Blue",Size,"M, L"',
    '12,variation,TEE-R-M,,"T-shirt - Red, M",1,,,1,5,,,19.90,,,TEE,Color,Red,Size,M',
    '13,variation,,,"T-shirt - Blue, L",1,,,1,parent,,,19.90,,,TEE,Color,Blue,Size,L',
    '14,variable,,,Bag,1,,,1,,,,,,,,Color,"Red, Blue",,',
    '15,variation,BAG-R,,Bag - Red,1,,,1,1,,,30,,,id:14,Color,Red,,',
    '16,"simple, virtual",SVC,,Engraving,1,,,1,,,,5,,,,,,,',
    '17,grouped,SET,,Set,1,,,1,,,,,,,,,,,',
  )
  expect(found.problems).toEqual([])
  expect(
    found.products.map(({ sku, name, description, category_name, price, stock_quantity, image }) => [
      sku,
      name,
      description,
      category_name,
      price,
      stock_quantity,
      image,
    ]),
  ).toEqual([
    ['MUG', 'Mug', 'Nice', 'Kitchen', 8, 20, 'https://example.com/a.jpg'],
    [
      'TEE-R-M',
      'T-shirt - Red / M',
      'Soft & warm\n\n• Cotton\n• Washable',
      'Salt, pepper',
      19.9,
      5,
      'https://example.com/t.jpg',
    ],
    [
      '13',
      'T-shirt - Blue / L',
      'Soft & warm\n\n• Cotton\n• Washable',
      'Salt, pepper',
      19.9,
      null,
      'https://example.com/t.jpg',
    ],
    ['BAG-R', 'Bag - Red', null, null, 30, 1, null],
    ['SVC', 'Engraving', null, null, 5, null, null],
  ])
  expect(found.products[0]).toMatchObject({ barcode: '4006381333931', min_stock_level: 3 })
  expect(found.notices).toEqual(
    expect.arrayContaining([
      '1 product has no SKU in this file. Its “ID” is used instead: 13.',
      'Descriptions are imported as plain text, without their formatting.',
      '1 variation shares the stock of its product in WooCommerce. Enter its stock after the import.',
      '1 row isn’t imported because “Type” is “grouped”.',
    ]),
  )
})

test('WooCommerce: descriptions have the line breaks that its export writes as a backslash and an n', async () => {
  const found = await read(
    'ID,Type,SKU,Name,Short description,Description,Regular price,Parent',
    String.raw`1,simple,A,Mug,,<p>First</p>\n<p>Second</p>\n,8,`,
    String.raw`2,simple,B,Cup,One\n\nTwo,,8,`,
    String.raw`3,simple,C,Plate,,In C:\\new\nand more,8,`,
  )
  expect(found.products.map(({ description }) => description)).toEqual([
    'First\n\nSecond',
    'One\n\nTwo',
    'In C:\\new\nand more',
  ])
  const ours = await read('sku,name,description', String.raw`A,Mug,Prints \n`)
  expect(ours.products[0]?.description).toBe(String.raw`Prints \n`)
})

test('Lightspeed X-Series: variants, stock and reorder points of outlets', async () => {
  const head =
    'id,handle,sku,composite_name,composite_sku,composite_quantity,name,description,product_category,variant_option_one_name,variant_option_one_value,variant_option_two_name,variant_option_two_value,tags,supply_price,retail_price,brand_name,supplier_name,active,track_inventory,inventory_Main_Outlet,reorder_point_Main_Outlet,inventory_Market_Square,reorder_point_Market_Square'
  const found = await read(
    head,
    '1,pants,P-S,,,,Pants,<p>Warm</p>,Clothing > Pants,Size,S,,,,12.5,40,Acme,Novum,1,1,2,1,3,1',
    '2,pants,P-M,,,,Pants,<p>Warm</p>,Clothing > Pants,Size,M,,,,12.5,40,Acme,Novum,1,1,0,1,,',
  )
  expect(found.problems).toEqual([])
  expect(found.products[0]).toMatchObject({
    name: 'Pants - S',
    description: 'Warm',
    category_name: 'Pants',
    price: 40,
    cost_price: 12.5,
    supplier_name: 'Novum',
  })
  expect(stockOf(found)).toEqual({
    'P-S': [
      ['Main Outlet', 2],
      ['Market Square', 3],
    ],
    'P-M': [['Main Outlet', 0]],
  })
})

test('Lightspeed R-Series: the system ID stands in for a blank SKU', async () => {
  const found = await read(
    'System ID,UPC,EAN,Custom SKU,Manufact. SKU,Item,Qty.,Price,Tax,Brand,MSRP,Default Cost,Vendor,Category',
    '210000000001,036000291452,,C-1,,Bolt,5,2.00,Yes,,,1.25,Acme,Parts',
    '210000000002,,4006381333931,,,Nut,7,1.00,Yes,,,,,',
  )
  expect(found.problems).toEqual([])
  expect(
    found.products.map(({ sku, barcode, stock_quantity, cost_price }) => [sku, barcode, stock_quantity, cost_price]),
  ).toEqual([
    ['C-1', '036000291452', 5, 1.25],
    ['210000000002', '4006381333931', 7, null],
  ])
})

describe('several columns with barcodes', () => {
  test('Zoho: the EAN is the barcode, or else the UPC; services are left out', async () => {
    const found = await read(
      'Item ID,Item Name,SKU,UPC,EAN,ISBN,Product Type,Rate,Purchase Rate,Reorder Level,Vendor,Warehouse Name,Stock On Hand',
      '901,Tea,T-1,036000291452,4006381333931,,goods,USD 4.50,USD 1.20,5,Acme,Main,30',
      '902,Cup,,036000291469,,,goods,USD 2.00,USD 1.00,5,Acme,Main,3',
      '903,Repair,R-1,,,,service,USD 50.00,,,,,',
    )
    expect(found.problems).toEqual([])
    expect(found.products.map(({ sku, barcode, location }) => [sku, barcode, location])).toEqual([
      ['T-1', '4006381333931', 'Main'],
      ['902', '036000291469', 'Main'],
    ])
    expect(found.notices.slice(0, 3)).toEqual([
      '1 product has no SKU in this file. Its “Item ID” is used instead: 902.',
      'Barcodes are read from “EAN”, or from “UPC” and “ISBN” if that is blank.',
      '1 row isn’t imported because “Product Type” is “service”.',
    ])
  })

  test('a problem names the cell that the barcode is from', async () => {
    const { problems } = await read('name,sku,EAN,UPC', `Tea,T-1,,${'9'.repeat(limits.barcodeCharacters + 1)}`)
    expect(problems).toEqual([['D2', 'This text is longer than 100 characters']])
  })

  test('two columns with the same name are refused', () => {
    expect(() => fileOf(['name,sku,EAN,EAN', 'Tea,T-1,1,2'])).toThrow(
      'This file has the column barcode twice (C and D).',
    )
  })
})

test('QuickBooks Online: the name stands in for the SKU, and services and categories are left out', async () => {
  const head =
    'Product/Service Name,Sales Description,SKU,Type,Sales Price / Rate,Taxable,Income Account,Purchase Description,Purchase Cost,Expense Account,Quantity On Hand,Reorder Point,Inventory Asset Account,Quantity as-of Date'
  const found = await read(
    head,
    'Bolt M5,Steel bolt,B-5,Inventory,2.50,yes,Sales,,1.10,COGS,40,10,Assets,11/30/2026',
    'Nut M5,,,Inventory,1.00,yes,Sales,,,COGS,12,,Assets,11/30/2026',
    'Repair,,,Service,50,yes,Sales,,,,,,,',
    'Parts,,,Category,,,,,,,,,,',
  )
  expect(found.problems).toEqual([])
  expect(
    found.products.map(({ name, sku, description, price, cost_price, stock_quantity, min_stock_level }) => [
      name,
      sku,
      description,
      price,
      cost_price,
      stock_quantity,
      min_stock_level,
    ]),
  ).toEqual([
    ['Bolt M5', 'B-5', 'Steel bolt', 2.5, 1.1, 40, 10],
    ['Nut M5', 'Nut M5', null, 1, null, 12, null],
  ])
  expect(found.notices).toContain('2 rows aren’t imported because “Type” is “Service” or “Category”.')
})

test('QuickBooks Desktop: an item is identified by its name', async () => {
  const found = await read(
    'Active Status,Type,Item,Description,Account,COGS Account,Asset Account,Quantity On Hand,Preferred Vendor,Cost,Price,Reorder Pt (Min)',
    'Active,Inventory Part,Bolt,Steel bolt,Sales,COGS,Assets,40,Acme,1.10,2.50,10',
    'Active,Service,Repair,,Sales,,,,,,50,',
  )
  expect(found.problems).toEqual([])
  expect(found.products).toMatchObject([
    { name: 'Bolt', sku: 'Bolt', stock_quantity: 40, min_stock_level: 10, supplier_name: 'Acme' },
  ])
})

test('Cin7 Core: its own names of columns', async () => {
  const found = await read(
    'ProductCode,Name,Category,Brand,Type,CostingMethod,Barcode,MinimumBeforeReorder,ReorderQuantity,DefaultLocation,LastSuppliedBy,DefaultUnitOfMeasure,Status,Description,PriceTier1,PriceTier2,AverageCost',
    'B-1,Bolt,Parts,Acme,Stock,FIFO,4006381333931,5,10,Main Warehouse,Novum,Item,Active,Steel,2.50,2.00,1.1234',
    'S-1,Repair,,,Service,FIFO,,,,,,,Active,,50,,',
  )
  expect(found.problems).toEqual([])
  expect(found.products).toMatchObject([
    {
      sku: 'B-1',
      price: 2.5,
      cost_price: 1.1234,
      min_stock_level: 5,
      location: 'Main Warehouse',
      supplier_name: 'Novum',
      barcode: '4006381333931',
    },
  ])
})

test('Sortly: items are products, folders are locations', async () => {
  const found = await read(
    'Entry Name,Entry Type,SID,Unit,Quantity,Min Level,Price,Value,Notes,Tags,Barcode/QR1-Data,Barcode/QR1-Type,Barcode/QR2-Data,Primary Folder,Photo1',
    'Storage,Folder,SF1,,,,,,,,,,,,',
    'Drill,Item,SD1,unit,3,1,89.00,267.00,Cordless,,,,4006381333931,Van 1,https://example.com/d.jpg',
    'Drill,Item,SD1,unit,2,1,89.00,178.00,Cordless,,,,4006381333931,Van 2,https://example.com/d.jpg',
  )
  expect(found.problems).toEqual([])
  expect(found.products).toMatchObject([
    { name: 'Drill', sku: 'SD1', price: 89, min_stock_level: 1, description: 'Cordless', barcode: '4006381333931' },
  ])
  expect(stockOf(found)).toEqual({
    SD1: [
      ['Van 1', 3],
      ['Van 2', 2],
    ],
  })
})

test('inFlow: names without spaces, and the stock of each location', async () => {
  const found = await read('ProductName,SKU,Location,Sublocation,Quantity', 'Tea,T-1,Main,A1,5', 'Tea,T-1,Shop,,2')
  expect(stockOf(found)).toEqual({
    'T-1': [
      ['Main', 5],
      ['Shop', 2],
    ],
  })
})

test('a list of one’s own can name the stock of each location; its total is left out', async () => {
  const found = await read('sku,name,Stock,Stock: Main Street,quantity: Shop', 'B-1,Bolt,9,5,4')
  expect(found.products[0]?.stock_quantity).toBeNull()
  expect(stockOf(found)).toEqual({
    'B-1': [
      ['Main Street', 5],
      ['Shop', 4],
    ],
  })
})

test('columns that only begin like those of locations are none', async () => {
  const found = await read('sku,name,stock,inventory_value,inventory_date', 'B-1,Bolt,9,18.00,2026-11-30')
  expect([found.problems, found.products[0]?.stock_quantity, stockOf(found)]).toEqual([[], 9, { 'B-1': [] }])
})

test('two columns for the stock of one location are refused', () => {
  expect(() => fileOf(['sku,name,Stock: Shop,quantity: SHOP', 'B-1,Bolt,1,2'])).toThrow(
    'This file has the stock at SHOP twice (C and D).',
  )
})

test('the columns of variants, of locations and of further barcodes count as used', () => {
  const { products } = fileOf([
    'Handle,Title,Option1 Name,Option1 Value,SKU,HS Code,COO,EAN,UPC,Shop',
    'tee,T-shirt,Size,M,T-M,,,1,2,3',
  ])
  expect(products?.columns?.map(({ heading, column, used }) => [heading, column ?? used])).toEqual([
    ['Handle', 'Variants'],
    ['Title', 'name'],
    ['Option1 Name', undefined],
    ['Option1 Value', 'Variants'],
    ['SKU', 'sku'],
    ['HS Code', undefined],
    ['COO', undefined],
    ['EAN', 'barcode'],
    ['UPC', 'Barcode, if “EAN” is blank'],
    ['Shop', 'Stock at Shop'],
  ])
  expect(products?.unknownColumns).toEqual(['Option1 Name', 'HS Code', 'COO'])
})

test('quantities at locations are limited, also in memory', async () => {
  const locations = 60
  const head = `sku,name,${Array.from({ length: locations }, (_, n) => `Stock: L${n}`).join(',')}`
  const rows = (count: number) => Array.from({ length: count }, (_, n) => `B-${n},Bolt,${'1,'.repeat(locations - 1)}1`)
  const many = Math.floor(limits.importStockQuantities / locations)
  expect(fileOf([head, ...rows(many)]).products?.rows).toHaveLength(many)
  const sentence = 'This file has more than 100,000 quantities at locations. Split it into several files.'
  expect(() => fileOf([head, ...rows(many + 1)])).toThrow(sentence)
  const file = Buffer.from([head, ...rows(150_000)].join('\n').slice(0, limits.importFileBytes))
  const reading = await readingMemory(file, 'goods.csv')
  expect(reading.sentence).toBe(sentence)
  expect(reading.grownMb).toBeLessThan(limits.importParseMegabytes)
})
