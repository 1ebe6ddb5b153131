import { CONTRACT, type Contract } from './contract'

/**
 * The names alone. The build replaces this module with its values for the preload and the window, so that neither gets
 * the contract's schemas: see electron.vite.config.ts. Everything that it exports must be plain data.
 */

export type RequestChannel = keyof Contract
export const REQUEST_CHANNELS = Object.keys(CONTRACT) as readonly RequestChannel[]

/** Events from main to the renderer. */
export const EVENT_CHANNEL = 'station:event'
