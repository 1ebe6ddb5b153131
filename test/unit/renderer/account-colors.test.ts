import { describe, expect, it } from 'vitest'
import { ON_DARK, ON_LIGHT } from '../../../src/renderer/src/ui/account-colors'
import { ACCOUNT_COLORS, freeColor } from '../../../src/shared/domain/station/account-color'

/** Linear red, green and blue of `#rrggbb`. */
function linear(color: string): number[] {
  return [1, 3, 5].map((at) => {
    const value = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
}

const dot = (row: readonly number[], values: readonly number[]): number =>
  row.reduce((sum, one, at) => sum + one * (values[at] ?? 0), 0)

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [one, other]
    .map((color) => dot([0.2126, 0.7152, 0.0722], linear(color)) + 0.05)
    .toSorted((a, b) => a - b)
  return light / dark
}

/** Machado, Oliveira and Fernandes (2009), severity 1. */
const EYES: Readonly<Record<string, readonly (readonly number[])[]>> = {
  usual: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
}

/** CIE L*a*b* under D65 of what these eyes see. */
function seen(color: string, eyes: readonly (readonly number[])[]): number[] {
  const rgb = eyes.map((row) => Math.min(1, Math.max(0, dot(row, linear(color)))))
  const root = (value: number): number => (value > 0.008856 ? Math.cbrt(value) : 7.787 * value + 16 / 116)
  const x = root(dot([0.4124, 0.3576, 0.1805], rgb) / 0.95047)
  const y = root(dot([0.2126, 0.7152, 0.0722], rgb))
  const z = root(dot([0.0193, 0.1192, 0.9505], rgb) / 1.08883)
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)]
}

describe.each([
  ['light', ON_LIGHT, ['#f5f6f8', '#ffffff']],
  ['dark', ON_DARK, ['#0c111b', '#151c29', '#0f1728', '#080c14']],
])('the colors of accounts on %s pages', (_theme, colors, grounds) => {
  it('have a contrast of 4.5 to 1 on every ground', () => {
    const weak = ACCOUNT_COLORS.flatMap((color) =>
      grounds
        .filter((ground) => contrast(colors[color], ground) < 4.5)
        .map((ground) => `${color} on ${ground}`),
    )
    expect(weak).toEqual([])
  })

  // A difference of 2 is just noticed side by side.
  it.each(Object.entries(EYES))('are told apart by eyes with %s', (_name, eyes) => {
    const alike = ACCOUNT_COLORS.flatMap((one, at) =>
      ACCOUNT_COLORS.slice(at + 1).filter((other) => {
        const [left, right] = [seen(colors[one], eyes), seen(colors[other], eyes)]
        return Math.hypot(...left.map((value, axis) => value - (right[axis] ?? 0))) < 20
      }),
    )
    expect(alike).toEqual([])
  })
})

it('the name on the rail is legible on each color', () => {
  expect(ACCOUNT_COLORS.filter((color) => contrast(ON_DARK[color], '#0d1526') < 4.5)).toEqual([])
})

describe('the color of a new account', () => {
  it('is one that no other has, then the one that the fewest have', () => {
    expect(freeColor([])).toBe('blue')
    expect(freeColor(['blue', 'violet'])).toBe('teal')
    expect(freeColor([...ACCOUNT_COLORS, 'blue', 'teal'])).toBe('violet')
  })
})
