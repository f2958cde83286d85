import { limits } from '../../../contract/limits.ts'
import { formatCost, formatMoney } from '../../../contract/money.ts'
import { number, picture, text } from './cells.ts'
import type { Fields } from './field.ts'

const quantity = { decimals: limits.quantityDecimalsMax, max: limits.quantityMax }

/**
 * The Products sheet. If the row doesn't give the decimals, a quantity's precision can only be checked with the
 * product.
 */
export const productFields = {
  name: {
    read: text(limits.nameCharacters),
    aliases: ['product_name', 'product', 'title', 'item', 'item_name', 'entry_name', 'product/service_name'],
    required: true,
    by: 'value',
    column: 'name',
    template: { example: 'Example Product', width: 20 },
  },
  sku: {
    read: text(limits.skuCharacters),
    aliases: ['product_sku', 'variant_sku', 'item_sku', 'product_code', 'item_code', 'item_number', 'part_number'],
    required: true,
    by: 'key',
    column: 'sku',
    template: { example: 'SKU-001', width: 15 },
  },
  barcode: {
    read: text(limits.barcodeCharacters),
    aliases: ['bar_code', 'ean', 'upc', 'gtin', 'variant_barcode'],
    by: 'value',
    column: 'barcode',
    unique: true,
    explanation:
      'The optional column barcode on the Products sheet contains the code that a scanner reads. It must be unique for each product.',
  },
  description: {
    read: text(limits.textCharacters),
    aliases: ['product_description', 'item_description', 'details'],
    by: 'value',
    column: 'description',
    template: { example: 'What it is', width: 30 },
  },
  category_name: {
    read: text(limits.nameCharacters),
    aliases: ['category', 'product_category', 'item_category'],
    by: 'name',
    column: 'category_id',
    template: { example: 'Example Category', width: 15 },
  },
  price: {
    read: number({ label: 'Price', decimals: 2, max: limits.moneyMax, isMoney: true }),
    aliases: [
      'unit_price',
      'sales_price',
      'selling_price',
      'retail_price',
      'regular_price',
      'list_price',
      'variant_price',
      'rate',
    ],
    by: 'value',
    column: 'price',
    blank: 0,
    show: formatMoney,
    isPrice: true,
    template: { example: 19.99, width: 12 },
  },
  cost_price: {
    read: number({ label: 'Cost price', decimals: 4, max: 9_999_999_999, isMoney: true }),
    aliases: [
      'cost',
      'unit_cost',
      'default_unit_cost',
      'default_cost',
      'cost_per_item',
      'purchase_price',
      'purchase_cost',
      'buying_price',
      'purchase_rate',
    ],
    by: 'value',
    column: 'cost_price',
    show: formatCost,
    isPrice: true,
    template: { example: 12.5, width: 12 },
  },
  stock_quantity: {
    read: number({ label: 'Stock quantity', ...quantity }),
    aliases: [
      'stock',
      'quantity',
      'qty',
      'on_hand',
      'current_stock',
      'stock_on_hand',
      'quantity_on_hand',
      'qty_on_hand',
      'on_hand_qty',
      'on_hand_quantity',
      'in_stock',
      'quantity_in_stock',
      'qty_in_stock',
      'units_in_stock',
      'stock_level',
      'inventory_quantity',
      'variant_inventory_qty',
    ],
    by: 'stock',
    column: null,
    blank: 0,
    template: { example: 100, width: 12 },
  },
  min_stock_level: {
    read: number({ label: 'Minimum stock level', ...quantity }),
    aliases: [
      'minimum',
      'min_stock',
      'minimum_stock',
      'minimum_stock_level',
      'min_level',
      'reorder_point',
      'reorder_level',
      'low_stock_amount',
      'low_stock_threshold',
    ],
    by: 'value',
    column: null,
    blank: 0,
    template: { example: 10, width: 12 },
  },
  image: {
    read: picture,
    aliases: ['image_url', 'image_src', 'product_image_url', 'picture', 'photo'],
    by: 'value',
    column: 'image',
    template: { example: 'https://example.com/image.jpg', width: 30 },
  },
  location: {
    read: text(limits.shortTextCharacters),
    aliases: ['location_name', 'warehouse', 'warehouse_name'],
    by: 'name',
    column: 'location',
    template: { example: 'Main Warehouse', width: 20 },
  },
  supplier_name: {
    read: text(limits.nameCharacters),
    aliases: [
      'supplier',
      'vendor',
      'vendor_name',
      'preferred_supplier',
      'preferred_vendor',
      'last_vendor',
      'default_vendor_name',
    ],
    by: 'name',
    column: 'supplier_id',
    explanation:
      'The optional column supplier_name on the Products sheet names the product’s supplier, who is created if no supplier has this name.',
  },
  quantity_decimals: {
    read: number({ label: 'Quantity decimals', decimals: 0, max: limits.quantityDecimalsMax }),
    by: 'value',
    column: 'quantity_decimals',
    blank: 0,
    explanation:
      'The optional column quantity_decimals (0 to 4) on the Products sheet allows decimals in a product’s quantities.',
  },
} satisfies Fields
