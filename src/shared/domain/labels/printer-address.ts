/** A label printer on the network that takes ZPL as it is. */
export type PrinterAddress = { host: string; port: number }

/** The port on which such printers listen. */
const RAW_PORT = 9_100

/** Reads `10.0.0.7`, `zebra-3:9100` or `[fe80::1]:9100`; `null` for anything else. */
export function readPrinterAddress(text: string): PrinterAddress | null {
  const found = /^(?:\[([\da-f:.]+)\]|([a-z\d](?:[a-z\d.-]*[a-z\d])?))(?::(\d{1,5}))?$/i.exec(text.trim())
  const host = found?.[1] ?? found?.[2]
  const port = Number(found?.[3] ?? RAW_PORT)
  return host === undefined || port < 1 || port > 65_535 ? null : { host, port }
}
