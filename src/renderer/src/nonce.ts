declare global {
  interface Window {
    /** Read by get-nonce, with which Mantine's dialogs lock scrolling. */
    __webpack_nonce__?: string
  }
}

/** SECURITY: the nonce of this page load; the policy refuses every style element without it. */
export function readNonce(): string {
  const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''
  window.__webpack_nonce__ = nonce
  return nonce
}
