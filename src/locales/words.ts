import type { words as rest } from './en/rest'
import type { words as start } from './en/start'

/** Every text of the window. English is the measure of every other language. */
export type Words = typeof start & typeof rest
