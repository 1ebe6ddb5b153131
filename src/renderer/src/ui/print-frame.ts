/** Prints through the browser: the document is in an invisible frame. */

const LOADED_WITHIN_MS = 15_000
const BEGUN_WITHIN_MS = 5_000
const FRAME_ID = 'document-to-print'

/**
 * Opens a document that the host has made and lets the browser print it. Resolves once the browser has begun; nobody
 * learns whether the person then prints it. The frame stays until the next document, because the browser may still read
 * it.
 * @param path works once
 * @throws Error when the document did not load or the browser did not begin to print
 */
export function printInBrowser(path: string): Promise<void> {
  return withFrame(path, async (frame) => {
    const view = frame.contentWindow
    // The host's answer without a session, or to a path used before, is not one of its documents.
    if (view === null || frame.contentDocument?.body?.dataset['paper'] === undefined)
      throw new Error('the document did not load')
    await beginToPrint(view)
  })
}

let last: Promise<unknown> = Promise.resolve()

/** One document after the other: there is one frame, and a slip and a label may come at once. */
export function withFrame(
  path: string,
  print: (frame: HTMLIFrameElement) => Promise<void> | void,
): Promise<void> {
  const turn = last.then(async () => print(await openFrame(path)))
  last = turn.catch(() => undefined)
  return turn
}

/** A browser that refuses gives no sign at all. */
function beginToPrint(view: Window): Promise<void> {
  return new Promise((resolve, reject) => {
    const tooLate = setTimeout(() => reject(new Error('the browser did not begin to print')), BEGUN_WITHIN_MS)
    view.addEventListener('beforeprint', () => {
      clearTimeout(tooLate)
      resolve()
    })
    view.print()
  })
}

/** Loads what the host serves at the path in the one invisible frame. */
function openFrame(path: string): Promise<HTMLIFrameElement> {
  // Whether the previous document was printed or not, its dialog is gone.
  document.getElementById(FRAME_ID)?.remove()
  return new Promise((resolve, reject) => {
    const frame = document.createElement('iframe')
    const tooLate = setTimeout(() => reject(new Error('the document did not load in time')), LOADED_WITHIN_MS)
    frame.id = FRAME_ID
    // Not `display: none`, in which some browsers print nothing.
    Object.assign(frame.style, {
      position: 'fixed',
      width: '0',
      height: '0',
      border: '0',
      visibility: 'hidden',
    })
    frame.setAttribute('aria-hidden', 'true')
    frame.tabIndex = -1
    frame.addEventListener('load', () => {
      clearTimeout(tooLate)
      // Chromium delays printing until this event is over, and blocks the whole page when it comes to it.
      setTimeout(() => resolve(frame))
    })
    frame.src = path
    document.body.append(frame)
  })
}
