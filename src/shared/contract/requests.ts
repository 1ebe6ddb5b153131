import type { z } from 'zod'
import type { Contract } from './contract'

/** Types of the requests that cross the bridge: as the window sends them, and as main gets them. */

export type RequestOf<C extends keyof Contract> = z.input<Contract[C]['request']>
export type ParsedRequestOf<C extends keyof Contract> = z.output<Contract[C]['request']>
