import { connectStation } from './station'

/** Imported first by the entry, so that main works on the first answers while the browser goes through the program. */
export const station = connectStation()
