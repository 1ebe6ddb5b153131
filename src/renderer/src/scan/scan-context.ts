import { createContext, useContext } from 'react'
import type { Bench } from './facts'

type ScanStores = Pick<Bench, 'scan' | 'screen' | 'operator'>

export const ScanContext = createContext<ScanStores | null>(null)

/** The stores that listen for scans, commands and Escape. */
export function useScanStores(): ScanStores {
  const stores = useContext(ScanContext)
  if (stores === null) throw new Error('ScanContext is missing')
  return stores
}
