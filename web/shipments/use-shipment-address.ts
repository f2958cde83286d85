import { useSearch } from '@tanstack/react-router'
import { stringifySearch } from '../kit/url-query.ts'

/** The address of a shipment's panel above the list as it is: with its search and filters. */
export function useShipmentAddress(): (id: string) => string {
  const search = useSearch({ strict: false }) as Record<string, string>
  return (shipment) => `/shipping${stringifySearch({ ...search, shipment })}`
}
