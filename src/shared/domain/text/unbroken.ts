/** A part of a text. `isWhole`: nobody should have to read it in two pieces, one at the end of a line. */
export type TextPiece = { text: string; isWhole: boolean }

/** In any format of `DateFormat`. */
const DAY = /^\d{2,4}[-./]\d\d[-./]\d{2,4}$/
const CLOCK = /^\d\d:\d\d/
/** From UTC. */
const OFFSET = /^[-+]\d\d:\d\d/

/** The text in its pieces, which make it up: a day with its time of day, a number and a code are each one. */
export function piecesOf(text: string): TextPiece[] {
  const pieces: TextPiece[] = []
  let before = ''
  for (const word of text.split(' ')) {
    const last = pieces.at(-1)
    const isTime = (DAY.test(before) && CLOCK.test(word)) || (CLOCK.test(before) && OFFSET.test(word))
    const isWhole = /\d/.test(word)
    if (last === undefined) pieces.push({ text: word, isWhole })
    else if (isTime || !(isWhole || last.isWhole)) last.text += ` ${word}`
    else if (!isWhole) pieces.push({ text: ` ${word}`, isWhole })
    else {
      if (last.isWhole) pieces.push({ text: ' ', isWhole: false })
      else last.text += ' '
      pieces.push({ text: word, isWhole })
    }
    before = word
  }
  return pieces
}
