import { describe, expect, it } from 'vitest'
import {
  badgeOf,
  BADGE_LETTERS,
  BADGE_PREFIX,
  maskBadges,
  SAFE_LETTERS,
} from '../../../../../src/shared/domain/scanning/badge'
import { COMMAND_CODES, COMMAND_NAMES, commandOf } from '../../../../../src/shared/domain/scanning/command'

describe('command codes', () => {
  it.each(COMMAND_NAMES)('%s is read in any case and uses letters that survive every layout', (command) => {
    const code = COMMAND_CODES[command]
    expect(commandOf(code)).toBe(command)
    expect(commandOf(` ${code.toLowerCase()} `)).toBe(command)
    for (const letter of code.toLowerCase()) expect(SAFE_LETTERS).toContain(letter)
  })

  it('differ, and none is a prefix of another, so that a truncated scan is never another command', () => {
    const codes = Object.values(COMMAND_CODES)
    for (const code of codes) {
      expect(codes.filter((other) => other.startsWith(code))).toEqual([code])
      expect(code.startsWith(BADGE_PREFIX)).toBe(false)
    }
  })

  it('are not valid as other codes', () => {
    for (const code of ['', 'GO', 'PBX', 'PBXGO1', '100001']) expect(commandOf(code)).toBeNull()
  })
})

describe('badges', () => {
  const badge = BADGE_PREFIX + 'CDEFGHIJKLNO'.slice(0, BADGE_LETTERS)

  it('are read in any case', () => {
    expect(badgeOf(badge.toLowerCase())).toBe(badge)
  })

  it('are masked wherever they occur, whole or cut, and nothing else is', () => {
    expect(maskBadges(badge, '*')).toBe('*')
    expect(maskBadges(`x${badge.toLowerCase()}y${badge}`, '*')).toBe('x*y*')
    expect(maskBadges(badge.slice(0, -3), '*')).toBe('*')
    for (const code of [...Object.values(COMMAND_CODES), '1Z999AA10123456784'])
      expect(maskBadges(code, '*')).toBe(code)
  })

  it('are refused if truncated, doubled or invalid', () => {
    for (const code of [badge.slice(0, -1), badge + badge, COMMAND_CODES.confirm, 'X'])
      expect(badgeOf(code)).toBeNull()
  })
})
