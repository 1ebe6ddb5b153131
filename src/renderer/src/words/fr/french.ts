import { bindMarks } from './blanks'
import { fr } from './words'

/** French as it is shown. */
export const french = bindMarks(fr)
