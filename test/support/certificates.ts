import { generate } from 'selfsigned'

/** A certificate with its key, as PEM texts. */
export type Certificate = { cert: string; key: string }

const DAY_MS = 86_400_000
const FAST = { keyType: 'ec', curve: 'P-256', algorithm: 'sha256' } as const

/** A company's own certificate authority, which no store knows. */
export async function createAuthority(): Promise<Certificate> {
  const made = await generate([{ name: 'commonName', value: 'Example Company Root' }], {
    ...FAST,
    ...valid(-1, 30),
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'keyUsage', keyCertSign: true, cRLSign: true, critical: true },
    ],
  })
  return { cert: made.cert, key: made.private }
}

export type ServerCertificate = {
  /** Default: this PC's loopback address and names. */
  name?: string
  fromDay?: number
  toDay?: number
}

/** A server's certificate that the authority has signed. Days count from today. */
export async function certify(
  authority: Certificate,
  { name, fromDay = -1, toDay = 30 }: ServerCertificate = {},
): Promise<Certificate> {
  const made = await generate([{ name: 'commonName', value: name ?? 'localhost' }], {
    ...FAST,
    ...valid(fromDay, toDay),
    ca: authority,
    extensions: [
      { name: 'basicConstraints', cA: false },
      { name: 'extKeyUsage', serverAuth: true },
      {
        name: 'subjectAltName',
        altNames:
          name === undefined
            ? [
                { type: 2, value: 'localhost' },
                { type: 2, value: 'market.example' },
                { type: 7, ip: '127.0.0.1' },
              ]
            : [{ type: 2, value: name }],
      },
    ],
  })
  return { cert: made.cert, key: made.private }
}

function valid(fromDay: number, toDay: number): { notBeforeDate: Date; notAfterDate: Date } {
  const at = (day: number) => new Date(Date.now() + day * DAY_MS)
  return { notBeforeDate: at(fromDay), notAfterDate: at(toDay) }
}
