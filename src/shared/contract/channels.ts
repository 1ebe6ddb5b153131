import { CONTRACT, type Contract } from './contract'

/**
 * The names only. For the preload and the window, the build replaces this module with its values, so that neither
 * loads the contract's schemas: see electron.vite.config.ts. Every export must be plain data.
 */

export type RequestChannel = keyof Contract
export const REQUEST_CHANNELS = Object.keys(CONTRACT) as readonly RequestChannel[]

/** Events from main to the renderer. */
export const EVENT_CHANNEL = 'station:event'
