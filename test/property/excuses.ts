/**
 * The only cases in which a check lets pass what it refuses otherwise: what no station can know, or another hand's doing.
 * Each use is counted and printed; one that no schedule needs for long should go.
 */
export type Excuse =
  | 'behind a replica, held for another reason'
  | 'moved by another hand'
  | 'canceled with its order by another hand'
  // The marketplace said that it was done, and did nothing.
  | 'a pretended pack was canceled since, and a person is asked'
  | 'a pretended pack, announced'
  | 'a parcel of a pretended pack, moved and announced'
  | 'a pretended move, overtaken by a later one'
  | 'a pretended move, announced'
  | 'a pretended cancellation'
  | 'a pretended item'
