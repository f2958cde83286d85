import { sampleCompanyName } from '../../contract/sample-company.ts'

/** A fictional bicycle workshop with a shop: its products, locations and suppliers. */

export const categories = [
  { name: 'Tires & Tubes', description: 'Tires, inner tubes and sealant', color: '#3B82F6' },
  { name: 'Drivetrain', description: 'Chains, cassettes, cranks and pedals', color: '#10B981' },
  { name: 'Brakes', description: 'Pads, rotors, cables and levers', color: '#EF4444' },
  { name: 'Wheels', description: 'Rims, spokes, hubs and complete wheels', color: '#F59E0B' },
  { name: 'Lights & Locks', description: 'Lights, bells and locks', color: '#8B5CF6' },
  { name: 'Workshop Supplies', description: 'Grease, cleaners and small parts used at the bench', color: '#06B6D4' },
] as const

export const company = {
  company_name: sampleCompanyName,
  company_email: 'hello@cedarstreet.example',
  company_phone: '(555) 010-4477',
  company_address: '12 Cedar Street\nPortland, OR 97209',
}

/** Beside the default location that every organization begins with. */
export const locations = [
  { name: 'Shop Floor', description: 'What customers take from the shelf themselves' },
  { name: 'Workbench', description: 'Open packs used for repairs' },
] as const

export const suppliers = [
  { name: 'Ridgeline Rubber', email: 'orders@ridgeline-rubber.example', payment_terms: 'Net 30' },
  { name: 'Cogwright Components', email: 'sales@cogwright.example', payment_terms: 'Net 30' },
  { name: 'Halt & Hold Brakes', email: 'trade@halt-hold.example', payment_terms: 'Net 14' },
  { name: 'True Circle Wheels', email: 'hello@truecircle.example', payment_terms: 'Net 30' },
  { name: 'Nightglow Supply', email: 'orders@nightglow.example', payment_terms: 'Prepaid' },
  { name: 'Benchmate Workshop Goods', email: 'desk@benchmate.example', payment_terms: 'Net 7' },
] as const

export type Good = {
  sku: string
  name: string
  description: string
  /** Position in `categories`, and of its supplier in `suppliers`. */
  category: number
  price: number
  cost: number
  minimum: number
  /** Units of the first delivery, six weeks ago. */
  delivered: number
  /** Units that leave in a usual week. */
  weekly: number
  location: 'Main Warehouse' | 'Shop Floor' | 'Workbench'
  decimals?: 1
}

type Row = [
  sku: string,
  name: string,
  description: string,
  price: number,
  cost: number,
  minimum: number,
  delivered: number,
  weekly: number,
]

const rows: Record<number, { location: Good['location']; rows: Row[] }> = {
  0: {
    location: 'Shop Floor',
    rows: [
      ['TIR-700-25', 'Road tire 700×25c', 'Folding, puncture belt', 38.9, 21.4, 12, 60, 7],
      ['TIR-700-32', 'Gravel tire 700×32c', 'Folding, tubeless ready', 44.5, 24.6, 10, 48, 5],
      ['TIR-700-38', 'City tire 700×38c', 'Reflective sidewall', 29.9, 15.8, 12, 54, 6],
      ['TIR-29-22', 'Trail tire 29×2.2', 'Tubeless ready, soft compound', 54.9, 31, 8, 30, 3],
      ['TIR-20-17', 'Folding-bike tire 20×1.75', 'Low rolling resistance', 26.5, 13.9, 6, 18, 2],
      ['TUB-700-N', 'Inner tube 700×18–25', '60 mm valve', 7.9, 2.9, 40, 180, 28],
      ['TUB-700-W', 'Inner tube 700×28–42', '40 mm valve', 7.9, 2.9, 40, 160, 24],
      ['TUB-29', 'Inner tube 29×1.9–2.3', '48 mm valve', 8.5, 3.2, 20, 60, 10],
      ['SEA-500', 'Tubeless sealant 500 ml', 'Latex, seals up to 6 mm', 21.9, 11.2, 8, 36, 4],
    ],
  },
  1: {
    location: 'Main Warehouse',
    rows: [
      ['CHN-11', 'Chain 11-speed', '118 links with quick link', 32.9, 17.2, 10, 60, 8],
      ['CHN-12', 'Chain 12-speed', '126 links with quick link', 44.9, 24.8, 8, 40, 5],
      ['CAS-1128', 'Cassette 11-speed 11–28', 'Steel, nickel plated', 58, 32.5, 5, 20, 2],
      ['CAS-1242', 'Cassette 12-speed 10–42', 'Steel with alloy spider', 109, 66, 4, 14, 1],
      ['CRK-170', 'Crankset 46/30, 170 mm', 'Sub-compact, 24 mm axle', 129, 78, 3, 9, 1],
      ['BBR-24', 'Bottom bracket 24 mm', 'Threaded, sealed bearings', 27.9, 13.6, 6, 24, 3],
      ['PED-FLAT', 'Flat pedals', 'Composite body, replaceable pins', 39.9, 20.4, 6, 24, 3],
      ['DER-12', 'Rear derailleur 12-speed', 'Clutch, medium cage', 94, 57.5, 3, 6, 1],
    ],
  },
  2: {
    location: 'Main Warehouse',
    rows: [
      ['PAD-R1', 'Disc brake pads, resin', 'Fits two-piston calipers', 14.9, 6.2, 24, 120, 17],
      ['PAD-M1', 'Disc brake pads, metal', 'For wet and long descents', 18.9, 8.4, 20, 80, 10],
      ['PAD-RIM', 'Rim brake pads, pair', 'Cartridge with insert', 11.5, 4.6, 20, 80, 9],
      ['ROT-160', 'Brake rotor 160 mm', 'Center lock', 28.9, 14.8, 8, 30, 4],
      ['ROT-180', 'Brake rotor 180 mm', 'Six bolt', 31.9, 16.4, 6, 20, 3],
      ['CBL-BRK', 'Brake cable set', 'Inner and housing, stainless', 16.9, 7.1, 15, 60, 8],
      ['FLU-MIN', 'Mineral brake fluid 1 l', 'For hydraulic discs', 24.9, 12.3, 4, 12, 1],
    ],
  },
  3: {
    location: 'Main Warehouse',
    rows: [
      ['WHL-700-F', 'Front wheel 700c disc', '28 spokes, 12 mm axle', 119, 71, 3, 6, 1],
      ['WHL-700-R', 'Rear wheel 700c disc', '28 spokes, 12 mm axle', 149, 92, 3, 8, 1],
      ['SPK-290', 'Spoke 290 mm', 'Stainless, double butted', 1.4, 0.52, 200, 800, 70],
      ['NIP-14', 'Spoke nipple 14 mm', 'Brass', 0.3, 0.09, 300, 1000, 90],
      ['RIM-TAPE', 'Rim tape 21 mm, by the meter', 'Tubeless', 2.2, 0.8, 20, 100, 12.5],
      ['HUB-DYN', 'Dynamo hub', '6 V, 32 holes', 98, 61, 2, 5, 0],
    ],
  },
  4: {
    location: 'Shop Floor',
    rows: [
      ['LGT-F600', 'Front light 600 lm', 'USB-C, handlebar mount', 64.9, 36.5, 6, 30, 4],
      ['LGT-R50', 'Rear light 50 lm', 'USB-C, daytime flash', 34.9, 18.2, 8, 40, 6],
      ['LCK-U', 'U-lock 230 mm', 'Two keys, bracket', 59.9, 32.7, 6, 24, 3],
      ['LCK-CHN', 'Chain lock 110 cm', '8 mm links, fabric sleeve', 49.9, 26.8, 5, 20, 2],
      ['BEL-CLS', 'Bell, brass', 'Clear ring, 22.2 mm clamp', 18.9, 8.7, 10, 40, 5],
    ],
  },
  5: {
    location: 'Workbench',
    rows: [
      ['LUB-WET', 'Chain lube, wet 100 ml', 'For winter', 11.9, 5.1, 12, 48, 6],
      ['LUB-DRY', 'Chain lube, dry 100 ml', 'For dusty roads', 11.9, 5.1, 12, 48, 9],
      ['GRS-500', 'Bearing grease 500 g', 'Lithium, waterproof', 15.9, 7.4, 3, 8, 1],
      ['CLN-1L', 'Bike cleaner 1 l', 'Biodegradable', 12.9, 5.6, 6, 24, 3],
      ['GLV-L', 'Nitrile gloves, box of 100', 'Size L', 14.5, 7.9, 4, 12, 1],
    ],
  },
}

export const goods: readonly Good[] = Object.entries(rows).flatMap(([category, { location, rows: list }]) =>
  list.map(([sku, name, description, price, cost, minimum, delivered, weekly]) => {
    const good: Good = {
      sku,
      name,
      description,
      category: Number(category),
      price,
      cost,
      minimum,
      delivered,
      weekly,
      location,
    }
    return Number.isInteger(weekly) ? good : { ...good, decimals: 1 as const }
  }),
)
