/** What documents are printed on, upright. Stored; never rename. */
export const PAPERS = ['a4', 'letter'] as const
export type Paper = (typeof PAPERS)[number]
