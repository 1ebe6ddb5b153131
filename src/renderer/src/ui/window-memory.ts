/** Short texts that a PC's window keeps across reloads and restarts. They do not depend on who is signed in. */

/** One short text of letters, digits, `_`, `.` and `-`; `null` when there is none. */
export type WindowMemory = { read(): string | null; write(text: string): void }

const MAX_AGE_S = 400 * 24 * 3_600

/**
 * Also in a cookie: the browser host's port, and with it the local storage, may differ at every start, while cookies are
 * shared across ports. Electron's own protocol has no cookies, but always the same local storage.
 */
export function windowMemory(name: string): WindowMemory {
  return {
    read: () =>
      new RegExp(`(?:^|; )${name}=([\\w.-]*)`).exec(document.cookie)?.[1] ?? localStorage.getItem(name),
    write(text) {
      document.cookie = `${name}=${text}; path=/; max-age=${MAX_AGE_S}; SameSite=Strict`
      localStorage.setItem(name, text)
    },
  }
}
