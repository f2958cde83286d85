import { usePanelAddress } from '../kit/use-opened.ts'

/** The address of a transfer's panel above the list as it is. */
export const useTransferAddress = () => usePanelAddress('/location-transfers', 'transfer')
