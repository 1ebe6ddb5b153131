import { z } from 'zod'
import type { InstructionProblem } from '../domain/orders/instruction'
import { call, typed } from './call'
import { nothing } from './fields'

/** Packing instructions and item pictures, from a folder that IT fills. */

export type InstructionsView = {
  /** The folder, absolute. */
  folder: string
  /**
   * `not_file`: no plain file, or one that may not be read; `not_csv`: it is something else, or in unknown letters;
   * `broken`: a quoted cell is never closed.
   */
  table: 'none' | 'read' | 'not_file' | 'too_large' | 'not_csv' | 'broken'
  instructions: number
  itemPictures: number
  /** Columns of the file that are missing, and without which nothing is read. */
  missingColumns: readonly string[]
  unknownColumns: readonly string[]
  /** The first rows that are not used. */
  problems: readonly (InstructionProblem | PictureProblem)[]
  /** How many more there are. */
  moreProblems: number
}

/** An instruction whose picture is not shown. */
export type PictureProblem = { picture: string; kind: 'picture_missing' | 'picture_large' }

export const MOST_PICTURE_NAME = 300

export const instructionCalls = {
  /** Reads the folder again, and says what is in it. */
  'instructions:read': call({
    request: nothing,
    value: typed<InstructionsView>(),
    errors: [],
    needs: 'look',
    records: 'nothing',
  }),
  /** One picture of the folder as a `data:` URL; `null` if there is none that can be shown. */
  'instructions:picture': call({
    request: z.strictObject({ name: z.string().min(1).max(MOST_PICTURE_NAME) }),
    value: typed<{ picture: string | null }>(),
    errors: [],
    needs: 'look',
    records: 'nothing',
  }),
}
