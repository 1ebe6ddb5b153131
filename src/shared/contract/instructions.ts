import { z } from 'zod'
import {
  MOST_INSTRUCTION_TEXT,
  MOST_PICTURE_BYTES,
  type FoundBy,
  type InstructedItem,
  type InstructionColumn,
  type InstructionProblem,
  type WrittenInstruction,
} from '../domain/orders/instruction'
import { trimCell } from '../domain/tables/cell-text'
import { call, typed } from './call'
import { nothing } from './fields'

/** Packing instructions and item pictures, in a folder of the station that IT may fill. */

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

/** The table as somebody sees it who is about to change it. */
export type TableToChange = {
  /** Stands for the file as it is now; `null` without one. A change names it. */
  seen: string | null
  /**
   * Why the table cannot be changed here; `null` if it can. A table that does not exist yet is created. While one cannot be opened, what
   * was read before is shown.
   */
  refused: InstructionRefusal | null
  /** Others of the file's columns are kept. */
  columns: readonly InstructionColumn[]
  /** The pictures in the folder that an instruction can name. */
  pictures: readonly string[]
}

/** What the bench says of an item, in the table's order. */
export type ItemInstructions = TableToChange & {
  item: InstructedItem
  rows: readonly (WrittenInstruction & { by: FoundBy })[]
}

export type InstructionList = TableToChange & {
  /** The first instructions that fit the search. */
  rows: readonly WrittenInstruction[]
  /** How many fit it, and how many there are. */
  fitting: number
  total: number
}

/**
 * Why nothing was changed: a state of the table, or one of these. `changed`: the file is not as it was seen; `no_columns`: a column that
 * is needed is missing; `full`: the file would be too large; `spoiled`: the code looks like what a spreadsheet makes of others;
 * `letters`: the file's letters do not have all characters; `misread`: the file would be read otherwise afterwards; `locked`: the file
 * cannot be written, or a spreadsheet has it open; `picture`: the picture cannot be shown at the bench.
 */
export type InstructionRefusal =
  | Exclude<InstructionsView['table'], 'none' | 'read'>
  | 'changed'
  | 'no_columns'
  | 'too_many'
  | 'full'
  | 'spoiled'
  | 'letters'
  | 'misread'
  | 'locked'
  | 'picture'

export const MOST_PICTURE_NAME = 300

const cell = (most: number) => z.string().transform(trimCell).pipe(z.string().min(1).max(most))
const seen = z
  .string()
  .regex(/^[\da-f]{64}$/)
  .nullable()
const instruction = z
  .strictObject({
    sku: cell(200).nullable(),
    condition: cell(100).nullable(),
    text: cell(MOST_INSTRUCTION_TEXT),
    picture: cell(MOST_PICTURE_NAME).nullable(),
    confirm: z.boolean(),
  })
  .refine(({ sku, condition }) => sku !== null || condition !== null)

const said = ({ sku, condition, text, picture, confirm }: z.output<typeof instruction>) => ({
  ...{ item: sku, condition, to: text, picture, confirm },
})

const saidBefore = ({ text, picture, confirm }: WrittenInstruction) => ({
  ...{ from: text, fromPicture: picture, fromConfirm: confirm },
})

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
  /** What the bench says of an item, and what a change of it must name. */
  'instructions:of-item': call({
    request: z.strictObject({ itemNumber: z.string().min(1).max(200) }),
    value: typed<ItemInstructions>(),
    errors: ['item_not_found'],
    needs: 'look',
    records: 'nothing',
  }),
  /** The instructions whose code, condition or text contains `search`. */
  'instructions:list': call({
    request: z.strictObject({ search: z.string().max(200) }),
    value: typed<InstructionList>(),
    errors: [],
    needs: 'look',
    records: 'nothing',
  }),
  /**
   * Writes one row of the table, and no other: `row` as it was seen, or `null` for a new one. `upload` is a picture in base64 that is
   * copied into the folder and named instead of `picture`.
   */
  'instructions:write': call({
    request: z.strictObject({
      ...{ seen, instruction },
      row: z.int().min(2).nullable(),
      upload: z
        .strictObject({
          name: z.string().max(500),
          content: z.base64().max(Math.ceil((MOST_PICTURE_BYTES + 3) / 3) * 4),
        })
        .nullable(),
    }),
    value: typed<{ picture: string | null; before: WrittenInstruction | null }>(),
    errors: ['instruction_refused'],
    needs: 'write_instructions',
    records: {
      kind: 'instruction_written',
      asked: (request) => said(request.instruction),
      done: ({ picture, before }) => ({
        picture,
        ...(before === null ? {} : saidBefore(before)),
      }),
    },
  }),
  /** Removes one row of the table, as it was seen. */
  'instructions:remove': call({
    request: z.strictObject({ seen, row: z.int().min(2) }),
    value: typed<{ before: WrittenInstruction | null }>(),
    errors: ['instruction_refused'],
    needs: 'write_instructions',
    records: {
      kind: 'instruction_removed',
      done: ({ before }) =>
        before === null ? {} : { item: before.sku, condition: before.condition, ...saidBefore(before) },
    },
  }),
}
