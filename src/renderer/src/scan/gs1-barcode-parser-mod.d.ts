declare module 'gs1-barcode-parser-mod' {
  /** Throws a string when the barcode is not a GS1 element string. `raw` is the value as it appears in the code. */
  export function parseBarcode(barcode: string): {
    parsedCodeItems: { ai: string; raw: string }[]
  }
}
