import { IconMapPin, IconPackage, IconPackageOff } from '@tabler/icons-react'
import { createLocation } from '../../contract/locations.ts'
import { createProduct } from '../../contract/products.ts'
import { MissingFirst } from '../kit/missing-first.tsx'
import { useMay } from '../kit/use-may.ts'

type NothingToTransferProps = Readonly<{
  /** What is missing: any product, stock of any, stock of the dialog's product, or a second location. */
  missing: 'products' | 'stock' | 'stock of product' | 'location'
  onClose: () => void
}>

/** Why nothing can be transferred, and what to add first. */
export function NothingToTransfer({ missing, onClose }: NothingToTransferProps) {
  const mayAddProducts = useMay(createProduct) === true
  const mayAddLocations = useMay(createLocation) === true
  switch (missing) {
    case 'products':
      return (
        <MissingFirst
          icon={IconPackage}
          title="You have no products"
          text={mayAddProducts ? 'Add a product with stock first.' : 'Ask a colleague who can add products.'}
          lead={mayAddProducts && { label: 'Add product', to: '/products/new' }}
          onClose={onClose}
        />
      )
    case 'stock':
      return (
        <MissingFirst
          icon={IconPackageOff}
          title="Nothing to transfer"
          text="No product is in stock. Record incoming stock first."
          lead={{ label: 'Add transaction', to: '/transactions?add=1' }}
          onClose={onClose}
        />
      )
    case 'stock of product':
      return (
        <MissingFirst
          icon={IconPackageOff}
          title="Nothing to transfer"
          text="No location has available units of this product."
          onClose={onClose}
        />
      )
    case 'location':
      return (
        <MissingFirst
          icon={IconMapPin}
          title="You have only one location"
          text={
            mayAddLocations
              ? 'Add another location to transfer stock to.'
              : 'A transfer needs a second location. Ask a colleague who can add one.'
          }
          lead={mayAddLocations && { label: 'Add location', to: '/locations?add=1' }}
          onClose={onClose}
        />
      )
  }
}
