import { describe, expect, it } from 'vitest'
import { piecesOf } from '../../../../../src/shared/domain/text/unbroken'

const wholes = (text: string) =>
  piecesOf(text)
    .filter(({ isWhole }) => isWhole)
    .map(({ text: piece }) => piece)

describe('the pieces of a text', () => {
  it.each([
    ['Expected 2026-11-29 19:06:50', ['2026-11-29 19:06:50']],
    ['Nachgesehen 29.11.2026 19:06', ['29.11.2026 19:06']],
    ['Le 25/10/2026 02:30:00 +01:00, au dépôt', ['25/10/2026 02:30:00 +01:00,']],
    ['Shipment 1 · UPS · 1Z999AA10123456784', ['1', '1Z999AA10123456784']],
    ['Style HG4120-SGE, 2 of 3', ['HG4120-SGE,', '2', '3']],
    ['19:06 19:07', ['19:06', '19:07']],
    ['nothing to keep', []],
    ['', []],
  ])('of %j that nobody reads in two are %j', (text, kept) => {
    expect(wholes(text)).toEqual(kept)
  })

  it.each(['', ' ', 'a', '1', ' 1 2  a b 3 ', 'a 1', '1 a', '2026-11-29 19:06 x  y'])(
    'make up %j',
    (text) => {
      expect(
        piecesOf(text)
          .map((piece) => piece.text)
          .join(''),
      ).toBe(text)
    },
  )
})
