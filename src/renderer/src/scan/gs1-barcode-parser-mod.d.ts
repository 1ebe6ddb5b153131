declare module 'gs1-barcode-parser-mod' {
  /** Throws a text when the barcode is no GS1 element string. `raw` is the value as it stands in the code. */
  export function parseBarcode(barcode: string): {
    parsedCodeItems: { ai: string; raw: string }[]
  }
}
