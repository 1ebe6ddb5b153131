import { z } from 'zod'
import type { LabelKind } from '../domain/labels/label-file'
import type { TableNumber } from '../domain/labels/choose-label'
import type { NumberChange, NumberProblem, RefusedNumber } from '../domain/labels/given-numbers'
import type { TrackingRowProblem } from '../domain/labels/tracking-table'
import { MOST_BULK_BYTES } from '../domain/items/bulk-job'
import { call, typed } from './call'
import { nothing, orderId } from './fields'
import type { PrintOutcome } from './print'

/** Labels that carrier software writes into a folder. */

/** `away`: the folder cannot be read now, and this is what it had. */
export type LabelFolderState = 'off' | 'read' | 'away'

export type LabelView = {
  /** Of the file's content, in hex. */
  sha256: string
  name: string
  kind: LabelKind
  /** `null` unless exactly one number in the label can be it. */
  trackingNumber: string | null
  /** No other order's number is in it. */
  isAlone: boolean
  /** `sent`: all of it went to the printer, else nobody knows. `printedAt`: ISO 8601 UTC. `null` if it was never printed for this order. */
  printed: { sent: boolean; printedAt: string; printedBy: string } | null
}

export type LabelsOfOrder = {
  folder: LabelFolderState
  labels: readonly LabelView[]
  /** What tables of tracking numbers in the folder say of the order, and the file that gave it its number. */
  numbers: readonly TableNumber[]
  /** The number that somebody gave the order by a file; one of `numbers`. */
  given: GivenNumberView | null
}

/** `givenAt`: ISO 8601 UTC. */
export type GivenNumberView = TableNumber & { fileName: string; givenAt: string; givenBy: string }

/**
 * Why a file is not used, whatever orders the station has. `waiting`: it may still be written; `half_written`: it has no end,
 * and no longer changes; `locked`: another program has it, or Packbench may not read it; `no_label`: neither a label nor a
 * table of tracking numbers.
 */
export type FileTrouble =
  | 'waiting'
  | 'half_written'
  | 'locked'
  | 'empty'
  | 'too_large'
  | 'not_a_file'
  | 'no_label'
  | 'broken_table'
  | 'too_many_rows'

/** A file that is of no use as it is. `several_labels`: another file names the same order. */
export type LabelTrouble = {
  name: string
  why: FileTrouble | 'no_order' | 'several_orders' | 'several_labels'
  orders?: readonly number[]
}

export type TrackingTableView = {
  name: string
  /** Rows that are used. */
  rows: number
  /** Those of them whose orders this station does not have. */
  unknown: number
  /** The first rows that are not used, by their numbers in a spreadsheet, and how many more there are. */
  problems: readonly { row: number; kind: TrackingRowProblem }[]
  moreProblems: number
}

export type LabelsView = {
  /** The folder; empty for none. */
  path: string
  folder: LabelFolderState
  labels: number
  /** Files that are not looked at because there are too many. */
  leftOut: number
  troubles: readonly LabelTrouble[]
  moreTroubles: number
  tables: readonly TrackingTableView[]
}

/** What a file of tracking numbers would change. Each list has its first rows only. */
export type NumbersPreview = {
  /** Stands for all that would change: what is confirmed is what was seen. */
  seen: string
  /** Orders that get a number, and those of them that had another one. */
  count: number
  replaced: number
  /** Orders that were given the very number before. */
  same: number
  /** Those that had another number come first. */
  changes: readonly NumberChange[]
  problems: readonly {
    kind: NumberProblem
    count: number
    rows: readonly Pick<RefusedNumber, 'row' | 'orderId' | 'other'>[]
  }[]
}

/** The numbers of one file whose orders are left to pack. */
export type NumbersOfFile = Pick<GivenNumberView, 'fileName' | 'givenAt' | 'givenBy'> & {
  count: number
  /** The first of them. */
  numbers: readonly (TableNumber & { orderId: number })[]
}

const numbersFile = {
  name: z.string().min(1).max(500),
  /** The bytes of a CSV file in base64. */
  content: z.base64().max(Math.ceil((MOST_BULK_BYTES + 3) / 3) * 4),
}

/** `pdf`: it waits at this path to be opened once by the window that asked for it, and printed by its browser. */
export type LabelOutcome = PrintOutcome | { kind: 'pdf'; path: string }

export const labelCalls = {
  /** What is in the folder. */
  'labels:list': call({
    request: nothing,
    value: typed<LabelsView>(),
    errors: [],
    needs: 'look',
    records: 'nothing',
  }),
  'labels:of-order': call({
    request: z.strictObject({ orderId }),
    value: typed<LabelsOfOrder>(),
    errors: [],
    needs: 'look',
    records: 'nothing',
  }),
  /** Prints a label once; with `again`, a person has asked for it once more. */
  'labels:print': call({
    request: z.strictObject({ orderId, sha256: z.string().regex(/^[\da-f]{64}$/), again: z.boolean() }),
    value: typed<LabelOutcome>(),
    errors: [
      'order_not_found',
      'order_canceled',
      'label_gone',
      'label_printed',
      'label_unprintable',
      'no_printer',
      'printer_refused',
    ],
    needs: 'print',
    records: {
      kind: 'label_printed',
      asked: ({ orderId, sha256, again }) => ({ orderId, sha256, again }),
    },
  }),
  /** What a file of orders and their tracking numbers would change; it changes nothing. */
  'labels:preview-numbers': call({
    request: z.strictObject(numbersFile),
    value: typed<NumbersPreview>(),
    errors: ['file_unreadable', 'file_too_large'],
    needs: 'give_numbers',
    records: 'nothing',
  }),
  /** Gives orders their numbers, if that changes what `seen` stands for; else `confirmation_needed`, and nothing is changed. */
  'labels:give-numbers': call({
    request: z.strictObject({ ...numbersFile, seen: z.string().regex(/^[\da-f]{64}$/) }),
    value: typed<{ given: number; replaced: number }>(),
    errors: ['file_unreadable', 'file_too_large', 'confirmation_needed'],
    needs: 'give_numbers',
    records: { kind: 'numbers_given', asked: ({ name }) => ({ name }), done: (value) => value },
  }),
  /** The numbers that were given, by file, the last one first. */
  'labels:given-numbers': call({
    request: nothing,
    value: typed<readonly NumbersOfFile[]>(),
    errors: [],
    needs: 'look',
    records: 'nothing',
  }),
  /** Takes back a file's number of one order, or all of its numbers; those that are gone already are no error. */
  'labels:take-back-numbers': call({
    request: z.strictObject({
      fileName: z.string().max(500),
      givenAt: z.string().max(40),
      orderId: orderId.nullable(),
    }),
    value: typed<{ takenBack: number }>(),
    errors: [],
    needs: 'give_numbers',
    records: {
      kind: 'numbers_taken_back',
      asked: ({ fileName, orderId: order }) => ({
        name: fileName,
        ...(order === null ? {} : { orderId: order }),
      }),
      done: ({ takenBack }) => ({ takenBack }),
    },
  }),
}
