import { userInfo } from 'node:os'

/** The user logged in on the PC; a service account in a container may have no name. */
export function nameOfOsUser(): string {
  try {
    return userInfo().username
  } catch {
    return ''
  }
}
