import { createImport } from '../../contract/imports.ts'
import { createLocation } from '../../contract/locations.ts'
import { createProduct } from '../../contract/products.ts'
import type { Asked } from '../kit/use-may.ts'

/** What a new company has so far. Undefined until it is known. */
export type SetUp = Readonly<{
  products: number
  locations: number | undefined
  /** Members and open invitations. */
  people: number | undefined
  purchaseOrders: number
  /** Lines of purchase orders that were received, at least in part. */
  received: number
}>

type Way = Readonly<{ label: string; to: string }>

export type Step = Readonly<{
  id: 'company' | 'products' | 'location' | 'colleague' | 'delivery'
  title: string
  text: string
  isDone: boolean
  /** The button; null if nothing is left to do. */
  way: Way | null
  /** Where a finished step can be completed further. */
  more?: Way
}>

/** The first steps of a company that this person may take, each done or not according to the data. */
export function stepsOf(setUp: SetUp, may: (asked: Asked) => boolean): readonly Step[] {
  const steps: readonly (Step & { needs?: Asked })[] = [
    {
      id: 'company',
      title: 'Create your company',
      text: '',
      isDone: true,
      way: null,
      // Orders and invoices show them, and a company without a name has its owner's.
      ...(may('settings.write') ? { more: { label: 'Add company details', to: '/settings/company' } } : {}),
    },
    {
      id: 'products',
      needs: createProduct,
      ...(may(createImport)
        ? {
            title: 'Import your data',
            text: 'Import products, categories and stock from an Excel or CSV file. Review everything before it’s saved; you can undo it.',
            way: { label: 'Import your data', to: '/import' },
          }
        : {
            title: 'Add your first product',
            text: 'Enter its price, location and current stock.',
            way: { label: 'Add a product', to: '/products/new' },
          }),
      isDone: setUp.products > 0,
    },
    {
      id: 'location',
      needs: createLocation,
      title: 'Add a location',
      text: 'You have one location. Add others, such as a shop floor or cold storage.',
      isDone: (setUp.locations ?? 0) > 1,
      way: { label: 'Add location', to: '/locations?add=1' },
    },
    {
      id: 'colleague',
      needs: 'members.write',
      title: 'Invite a colleague',
      text: 'Choose what they can see and change.',
      isDone: (setUp.people ?? 0) > 1,
      way: { label: 'Invite', to: '/settings/members?invite=1' },
    },
    {
      id: 'delivery',
      needs: 'orders.write',
      title: 'Receive your first delivery',
      text: 'Create a purchase order, then receive it with your phone.',
      isDone: setUp.received > 0,
      way:
        setUp.purchaseOrders > 0
          ? { label: 'Receive', to: '/receiving' }
          : { label: 'Create purchase order', to: '/purchase-orders/new' },
    },
  ]
  return steps.filter(({ needs }) => needs === undefined || may(needs))
}

/** The open step: the first that is left to do. */
export function nextStep(steps: readonly Step[]): Step | undefined {
  return steps.find(({ isDone }) => !isDone)
}
