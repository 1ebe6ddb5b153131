import type { Ask } from './composed'

/** A packer and a supervisor at a composed station, by badge and PIN. */

export const PAT = {
  operatorId: null,
  name: 'Pat',
  role: 'packer',
  active: true,
  pin: '1111',
  newBadge: false,
} as const
export const SAM = { ...PAT, name: 'Sam', role: 'supervisor', pin: '2222' } as const

export type Person = { operatorId: string; badge: string }

/** Adds both; nobody is signed in afterwards. */
export async function hire(ask: Ask): Promise<{ pat: Person; sam: Person }> {
  await ask('operators:save', PAT)
  const people = await ask('operators:save', SAM)
  const named = (name: string): Person => {
    const found = people.find((one) => one.name === name)
    if (found === undefined) throw new Error(`${name} was not saved`)
    return found
  }
  return { pat: named('Pat'), sam: named('Sam') }
}
