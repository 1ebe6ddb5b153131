import type { z } from 'zod'
import type { Contract } from './contract'

/** Types of the bridge's requests: as the window sends them, and as main receives them. */

export type RequestOf<C extends keyof Contract> = z.input<Contract[C]['request']>
export type ParsedRequestOf<C extends keyof Contract> = z.output<Contract[C]['request']>
