import type { Page } from 'playwright/test'

/** Calls the station from its page, as the app itself does on either host. @returns the answer's envelope */
export function askStation(page: Page, call: string, request: unknown = {}): Promise<unknown> {
  return page.evaluate(
    async ([name, body]) => {
      const bridge = Reflect.get(globalThis, 'station') as
        | { requests: Record<string, (request: unknown) => Promise<unknown>> }
        | undefined
      if (bridge !== undefined) return bridge.requests[name]?.(body)
      const secret = sessionStorage.getItem('packbench.page') ?? ''
      const headers = { 'content-type': 'application/json', 'x-packbench-page': secret }
      const answer = await fetch(`/bridge/${name}`, { method: 'POST', headers, body: JSON.stringify(body) })
      return answer.json() as Promise<unknown>
    },
    [call, request] as const,
  )
}
