import { z } from 'zod'
import { limits } from './limits.ts'
import { formatQuantity } from './quantity.ts'

export const paperSizes = ['a4', 'letter'] as const

export type PaperSize = (typeof paperSizes)[number]

export const tooManyOrders = `At most ${limits.documentsPerFile} orders can be printed at once`
export const tooManySlips = `At most ${limits.documentsPerFile} packing slips can be printed at once`
/** Beside the documents' ids, if they are few but long. */
export const tooManyLines = `These documents have more than ${formatQuantity(limits.documentLinesPerFile)} items. Print fewer at once.`

/** Days until an invoice is due: 0 on receipt. */
export const paymentTermsDays = z
  .int('Enter a whole number of days')
  .min(0, 'Enter 0 to 365 days')
  .max(365, 'Enter 0 to 365 days')

/** "Net 30", "Due on receipt". */
export function paymentTermsText(days: number): string {
  return days === 0 ? 'Due on receipt' : `Net ${days}`
}

const america = [
  // United States and Canada
  'Adak Anchorage Atikokan Blanc-Sablon Boise Cambridge_Bay Chicago Coral_Harbour Creston Dawson Dawson_Creek Denver Detroit',
  'Edmonton Fort_Nelson Glace_Bay Goose_Bay Halifax Indianapolis Inuvik Iqaluit Juneau Los_Angeles Louisville Menominee',
  'Metlakatla Moncton Montreal New_York Nipigon Nome Pangnirtung Phoenix Puerto_Rico Rainy_River Rankin_Inlet Regina Resolute',
  'Sitka St_Johns Swift_Current Thunder_Bay Toronto Vancouver Whitehorse Winnipeg Yakutat Yellowknife',
  // Mexico, Central America, Chile, Colombia and Venezuela
  'Bahia_Banderas Belize Bogota Cancun Caracas Chihuahua Ciudad_Juarez Costa_Rica El_Salvador Guatemala Hermosillo Managua',
  'Matamoros Mazatlan Merida Mexico_City Monterrey Ojinaga Panama Punta_Arenas Santiago Tijuana',
].flatMap((names) => names.split(' '))

const letterZones: ReadonlySet<string> = new Set([
  ...america.map((name) => `America/${name}`),
  'Asia/Manila',
  'Pacific/Easter',
  'Pacific/Honolulu',
])

const letterRegions = /^(US|Canada|Mexico|Chile|America\/(Indiana|Kentucky|North_Dakota))\//

/** The usual paper size of a time zone: US Letter if Unicode's CLDR lists its country, else A4. */
export function usualPaperSize(time_zone: string): PaperSize {
  return letterZones.has(time_zone) || letterRegions.test(time_zone) ? 'letter' : 'a4'
}
