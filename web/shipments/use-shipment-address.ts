import { usePanelAddress } from '../kit/use-opened.ts'

/** The address of a shipment's panel above the list as it is. */
export const useShipmentAddress = () => usePanelAddress('/shipping', 'shipment')
