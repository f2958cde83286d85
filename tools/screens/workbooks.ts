import { workbook } from '../../e2e/support/workbook.ts'

const categories = [
  { name: 'Coffee', description: 'Whole beans and ground', color: '#8B5CF6' },
  { name: 'Tea', description: 'Loose leaf and bags', color: '#10B981' },
  { name: 'Brewing', description: 'Everything but the beans', color: '#3B82F6' },
]

const row = (
  name: string,
  sku: string,
  category_name: string,
  price: number,
  stock: number | string,
  minimum: number,
) => ({
  name,
  sku,
  category_name,
  price,
  stock_quantity: stock,
  min_stock_level: minimum,
  location: category_name === 'Brewing' ? 'Shop Floor' : 'Main Warehouse',
})

const goods = [
  row('House espresso 1 kg', 'COF-ESP-1', 'Coffee', 24.5, 86, 20),
  row('House espresso 250 g', 'COF-ESP-025', 'Coffee', 7.9, 140, 40),
  row('Single origin Sidama 250 g', 'COF-SID-025', 'Coffee', 11.5, 64, 15),
  row('Decaf 250 g', 'COF-DEC-025', 'Coffee', 8.9, 22, 10),
  row('Sencha 100 g', 'TEA-SEN-100', 'Tea', 9.5, 48, 12),
  row('Assam 100 g', 'TEA-ASS-100', 'Tea', 6.9, 57, 12),
  row('Rooibos 100 g', 'TEA-ROO-100', 'Tea', 5.9, 31, 12),
  row('Pour-over cone', 'BRW-CON', 'Brewing', 19.9, 18, 5),
  row('Paper filters, 100', 'BRW-FIL-100', 'Brewing', 4.5, 120, 30),
  row('Gooseneck kettle', 'BRW-KET', 'Brewing', 64, 7, 3),
]
const transactions = [
  {
    product_id: 'COF-ESP-1',
    type: 'in',
    quantity: 40,
    notes: 'Roastery delivery',
    status: 'completed',
    currency: 'USD',
  },
  {
    product_id: 'TEA-ASS-100',
    type: 'out',
    quantity: 6,
    notes: 'Café next door',
    status: 'completed',
    currency: 'USD',
  },
  { product_id: 'BRW-KET', type: 'in', quantity: 5, notes: 'Announced', status: 'pending', currency: 'USD' },
]

/** A small shop's workbook that can be imported unchanged. */
export function cleanWorkbook() {
  return workbook({ products: goods, categories, transactions }, 'cedar-street-coffee.xlsx')
}

/** The same with typical mistakes. */
export function faultyWorkbook() {
  const products = [
    ...goods,
    row('House espresso 500 g', 'cof-esp-1', 'Coffee', 13.5, 12, 6),
    row('Cold brew jug', 'BRW-JUG', 'Brewing', 34, -4, 2),
    row('Tasting spoon', 'BRW-SPN', 'Brewing', 3.5, 'a dozen', 2),
  ]
  const wrong = [
    ...transactions,
    { product_id: 'COF-KEN-025', type: 'in', quantity: 12, notes: '', status: 'completed', currency: 'USD' },
    { product_id: 'BRW-CON', type: 'out', quantity: 25, notes: 'Market stall', status: 'completed', currency: 'USD' },
  ]
  return workbook({ products, categories, transactions: wrong }, 'cedar-street-coffee.xlsx')
}

const delivery = { type: 'in', notes: 'Spring delivery', currency: 'USD' }

/**
 * A supplier's new price list for the sample company: different prices, a new name, a counted shelf, two new
 * products, and what came with it.
 */
export function priceList() {
  const changed = (sku: string, name: string, more: Record<string, string | number>) => ({ name, sku, ...more })
  return workbook(
    {
      products: [
        // A column that Onhand doesn't know is ignored, with a notice.
        changed('CHN-11', 'Chain 11-speed', { price: 34.9, cost_price: 18.1, shelf: 'B4' }),
        changed('CHN-12', 'Chain 12-speed, coated', { price: 47.5, min_stock_level: 10 }),
        changed('TUB-700-N', 'Inner tube 700×18–25', { price: 8.5, category_name: 'Tires & Tubes' }),
        changed('PAD-R1', 'Disc brake pads, resin', {
          description:
            'Fits two- and four-piston calipers. Organic compound, quiet in the wet; bed in before the first ride.',
          location: 'Shop Floor',
        }),
        changed('HUB-DYN', 'Dynamo hub', { price: 98, stock_quantity: 3 }),
        changed('CBL-SHF', 'Shift cable set', { price: 14.9, category_name: 'Drivetrain', stock_quantity: 40 }),
        changed('RIM-28H', 'Rim 700c, 28 holes', { price: 62, category_name: 'Wheels', stock_quantity: 12 }),
      ],
      categories: [{ name: 'Drivetrain', description: 'Chains, cassettes, cranks, cables', color: '#14B8A6' }],
      transactions: [
        { ...delivery, product_id: 'CHN-11', quantity: 20, status: 'completed' },
        { ...delivery, product_id: 'HUB-DYN', quantity: 4, status: 'pending' },
      ],
      suppliers: [
        { name: 'Cogwright Components', payment_terms: 'Net 45', phone: '(555) 010-2290' },
        { name: 'Spoke & Sons', email: 'desk@spokeandsons.example', payment_terms: 'Net 14' },
      ],
      locations: [{ name: 'Shop Floor', contact_person: 'Mara Lind' }],
    },
    'spring-price-list.xlsx',
  )
}
