import type { Session } from 'electron'

/** Asks the system which proxy leads to an address. */
export function createSystemProxy(
  session: Pick<Session, 'resolveProxy'>,
): (url: string) => Promise<string | null> {
  return async (url) => firstProxy(await session.resolveProxy(url))
}

const SCHEMES: Readonly<Record<string, string>> = { PROXY: 'http', HTTP: 'http', HTTPS: 'https' }

/** The first proxy that can be used in an answer such as `PROXY proxy.example:8080; DIRECT`; SOCKS cannot. */
function firstProxy(answer: string): string | null {
  for (const entry of answer.split(';')) {
    const [kind = '', host = ''] = entry.trim().split(/\s+/)
    if (kind.toUpperCase() === 'DIRECT') return null
    const scheme = SCHEMES[kind.toUpperCase()]
    if (scheme !== undefined && URL.canParse(`${scheme}://${host}`)) return `${scheme}://${host}`
  }
  return null
}
