import { describe, expect, it } from 'vitest'
import {
  KEYBOARD_LAYOUTS,
  UNREADABLE,
  meantKey,
  pressFor,
  type KeyPress,
} from '../../../../../src/shared/domain/scanning/keyboard-layout'

const press = (part: Partial<KeyPress>): KeyPress => {
  return { key: 'x', code: '', shift: false, altGraph: false, command: false, ...part }
}
const PRINTABLE = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index))

describe('meantKey', () => {
  it.each([
    ['a French PC', 'a', 'KeyQ', false, 'q'],
    ['a German PC', 'z', 'KeyY', false, 'y'],
    ['a British PC', '"', 'Digit2', true, '@'],
    ['Caps Lock', 'a', 'KeyA', true, 'A'],
    ['Caps Lock', 'A', 'KeyA', false, 'a'],
    ['a dead key', 'Dead', 'BracketLeft', false, '['],
    ['an input method', 'Process', 'KeyB', false, 'b'],
  ])('reads the key, whatever %s makes of it', (_, key, code, shift, meant) => {
    expect(meantKey(press({ key, code, shift }), 'us')).toBe(meant)
  })

  it('uses the character if no key came with it, and reports a dead key as unreadable', () => {
    expect(meantKey(press({ key: '/' }), 'us')).toBe('/')
    expect(meantKey(press({ key: 'Dead' }), 'us')).toBe(UNREADABLE)
  })

  it('leaves the number pad and named keys as the PC reads them', () => {
    expect(meantKey(press({ key: '7', code: 'Numpad7' }), 'fr')).toBe('7')
    expect(meantKey(press({ key: 'Enter', code: 'NumpadEnter' }), 'us')).toBe('Enter')
    expect(meantKey(press({ key: 'ArrowUp', code: 'ArrowUp' }), 'us')).toBe('ArrowUp')
  })

  it('detects the end of a code after a dead key', () => {
    expect(meantKey(press({ key: 'Process', code: 'Enter' }), 'us')).toBe('Enter')
    expect(meantKey(press({ key: 'Process', code: 'Tab' }), 'us')).toBe('Tab')
  })

  it.each(KEYBOARD_LAYOUTS)('reads back every character that a scanner set to %s has a key for', (layout) => {
    const missing = PRINTABLE.filter((character) => {
      const typed = pressFor(character, layout)
      return typed === null || meantKey({ ...typed, key: 'Dead' }, layout) !== character
    })
    expect(missing).toEqual([])
  })
})
