/** What documents are printed on, upright. `label` is 100 × 150 mm, which 4 × 6 inch stock holds. Stored; never rename. */
export const SHEET_PAPERS = ['a4', 'letter'] as const
export type SheetPaper = (typeof SHEET_PAPERS)[number]
export const PAPERS = [...SHEET_PAPERS, 'label'] as const
export type Paper = (typeof PAPERS)[number]

/** The documents that a label printer can print; the poster needs a sheet. Stored; never rename. */
export const LABEL_DOCUMENTS = [
  'packing_slip',
  'badges',
  'command_sheet',
  'calibration_sheet',
  'manifest',
  'pick_list',
] as const
export type LabelDocument = (typeof LABEL_DOCUMENTS)[number]
