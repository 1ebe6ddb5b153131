import { piecesOf } from '../../../shared/domain/text/unbroken'
import classes from './unbroken.module.css'

/** A longer code may have no room: its title has all of it. */
const MAY_BE_CUT = 12

/** A text whose days, times, numbers and codes are not parted at the end of a line. */
export function Unbroken({ text }: { text: string }) {
  return piecesOf(text).map(({ text: piece, isWhole }, place) =>
    isWhole ? (
      <span
        key={place}
        className={classes['whole']}
        title={piece.length > MAY_BE_CUT && !piece.includes(' ') ? piece : undefined}
      >
        {piece}
      </span>
    ) : (
      piece
    ),
  )
}
