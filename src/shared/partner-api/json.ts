/** A number of sixteen digits and more where JSON has a value; hardly any answer has one. */
const LONG_NUMBER = /[:[,]\s*-?\d{16}/
const WHOLE = /^-?\d+$/

/** Where a number stands in the text; TypeScript does not know it yet. */
type Place = { source: string }
type Reviver = (this: unknown, name: string, value: unknown, place: Place) => unknown
const parse = JSON.parse as (text: string, reviver?: Reviver) => unknown

/**
 * Reads JSON like `JSON.parse`, but whole numbers that a JavaScript number would round become their text: two long IDs
 * must not become one, nor a long tracking number another.
 * @throws SyntaxError if it is no JSON
 */
export function parseJson(text: string): unknown {
  return LONG_NUMBER.test(text) ? parse(text, keepWhole) : parse(text)
}

const keepWhole: Reviver = (_name, value, { source }) =>
  typeof value === 'number' && !Number.isSafeInteger(value) && WHOLE.test(source) ? source : value
